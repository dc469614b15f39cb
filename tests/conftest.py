"""What all tests need."""

import signal

# A shell starts background jobs with Ctrl-C ignored, and their children inherit that: tests that interrupt would wait
# for ever.
signal.signal(signal.SIGINT, signal.default_int_handler)
