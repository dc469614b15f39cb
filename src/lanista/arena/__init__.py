"""Games between agents: the referee, matches, ratings, records and the store."""
