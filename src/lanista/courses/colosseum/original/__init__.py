"""What a submission finds under the names of the course's repository where it has no such file of its own.

Loaded in a submission's own process alone: bridge.py gives `agent`, `human_agent` and `random_agent` as modules of the
package `agents`, and `store`, `constants`, `utils` and `world` by these names.
"""
