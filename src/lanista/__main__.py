"""The program `lanista`: python -m lanista runs it, a debugger's python -m pdb -m lanista too."""

import sys


def run() -> None:
    """Run the program; an interrupt while it is still being loaded ends it as politely as later."""
    try:
        from lanista.cli.main import main

        main()
    except KeyboardInterrupt:
        print("interrupted", file=sys.stderr)
        sys.exit(130)


if __name__ == "__main__":
    run()
