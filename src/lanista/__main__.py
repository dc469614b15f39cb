"""Lets `python -m lanista` run the program, a debugger's `python -m pdb -m lanista` too."""

from lanista.cli.main import main

main()
