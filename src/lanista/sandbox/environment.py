"""What a program that we start finds in its environment."""

DESCRIPTORS = "LANISTA_DESCRIPTORS"
"""The numbers of the descriptors on which it is spoken to, if not its standard ones: "3,4", to read and to write."""
TERMINAL = "LANISTA_TERMINAL"
"""Where breakpoint() finds the person who debugs a bot."""
