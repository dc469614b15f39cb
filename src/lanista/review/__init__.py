"""Review: what perfect play would have done."""
