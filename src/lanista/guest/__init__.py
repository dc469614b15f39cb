"""What runs in an agent's own process: the loop that answers the referee, and whom it asks.

`python -m lanista.guest MODULE ARGUMENT...` calls `MODULE.guest(arguments)` for a Guest. The protocol is that of
docs/PROTOCOL.md, on descriptors of its own (sandbox/launch.py); what the agent prints goes to standard error.
"""
