"""The program of an agent's own process."""

import importlib
import sys

from lanista.guest.loop import serve

module, *arguments = sys.argv[1:]
serve(lambda: importlib.import_module(module).guest(arguments))
