"""The courses: one folder each, with the handout's own command line, limits and failure policy, and a bridge.

course.py: a Course; bridge.py: what runs in a submission's own process; door.py: the command. `find_course` knows the
courses by name.
"""

from __future__ import annotations

import importlib
import pkgutil
import sys
from typing import TYPE_CHECKING

from lanista.discovery import named_classes_in
from lanista.errors import SpecError, listing

if TYPE_CHECKING:
    from lanista.courses.base import Course


def course_names() -> list[str]:
    """Return the names of the courses there are."""
    folders = pkgutil.iter_modules(sys.modules[__name__].__path__)
    return sorted(folder.name for folder in folders if folder.ispkg)


def find_course(name: str) -> Course:
    """Return a course; SpecError lists those there are."""
    if name not in course_names():
        raise SpecError(f"unknown course {name!r}; there are: {listing(course_names())}")
    from lanista.courses.base import Course  # a bridge, in a process of its own, does without

    module = importlib.import_module(f"{__name__}.{name}.course")
    return named_classes_in(module, Course)[name]()
