"""A trained table in one file: rules and parameters, the table, the history, the program's version."""

from __future__ import annotations

import ast
import json
import struct
import zipfile
import zlib
from dataclasses import asdict
from pathlib import Path
from typing import Any

from lanista.agents.qlearning import QLearningAgent
from lanista.errors import CheckpointError, LanistaError
from lanista.files import path_spec, writing, written_whole
from lanista.games.base import Game
from lanista.loading import code_hash
from lanista.seeding import MAX_SEED
from lanista.training.trainer import Point, Training
from lanista.version import __version__

FORMAT = 1
# The table's parts, little-endian: 64-bit words of the rows' keys, each row's number of cells (32 bits), the cells'
# actions (32 bits) and values (64-bit floats).
_TABLE = ("keys", "counts", "actions", "values")
_ABOUT = "about.json"
# What zipfile and json raise at files that they do not understand.
_UNREADABLE = (OSError, EOFError, KeyError, TypeError, ValueError, RuntimeError, OverflowError, MemoryError)
_DAMAGED = (*_UNREADABLE, zipfile.BadZipFile, zlib.error, struct.error)
_ZIP_MAGIC = b"PK\x03\x04"


class CheckpointAgent(QLearningAgent):
    """A learner as a checkpoint has it; its spec is the file's path."""

    def __init__(self, game: Game, path: Path, **values: object) -> None:
        super().__init__(game, **values)
        self.path = path

    @property
    def spec(self) -> str:
        """The path as it was given."""
        return path_spec(self.path)

    @property
    def code_hash(self) -> str | None:
        """SHA-256 of the file."""
        return code_hash(self.path)


def is_checkpoint(path: Path) -> bool:
    """Whether a file looks like a checkpoint: Python files never do."""
    try:
        with path.open("rb") as file:
            return file.read(len(_ZIP_MAGIC)) == _ZIP_MAGIC
    except OSError:
        return False


def save(path: Path, learner: QLearningAgent, training: Training) -> None:
    """Write a checkpoint; the file that was there stays whole until the new one is.

    CheckpointError says why it cannot be written.
    """
    functions = {"encoding": learner.encode, "reward": learner.shaped}
    for name, function in functions.items():
        if function is not None and function.code_hash is None:
            raise CheckpointError(f"cannot write {path}: the {name} {function} comes from no file")
    about = {
        "format": FORMAT,
        "lanista": __version__,
        "game": learner.game.spec,
        "game_hash": learner.game.code_hash,
        "learner": {name: _to_text(value) for name, value in learner.parameters.items()},
        "function_hashes": {name: function and function.code_hash for name, function in functions.items()},
        "codes": [repr(code) for code in learner.encode.codes] if learner.encode else None,
        "training": asdict(training),
    }
    with (
        writing(path, CheckpointError),
        written_whole(path) as file,
        zipfile.ZipFile(file, "w", zipfile.ZIP_DEFLATED) as archive,
    ):
        archive.writestr(_ABOUT, json.dumps(about))
        for name, data in zip(_TABLE, learner.learner.dump(), strict=True):
            archive.writestr(name, data)


def load(path: Path, game: Game) -> tuple[CheckpointAgent, Training]:
    """Return the learner of a checkpoint, as it stood, and its training.

    CheckpointError where the file is none, is damaged, is of another version or belongs to other rules.
    """
    about, table = _read(path)
    if about["format"] != FORMAT:
        raise CheckpointError(f"{path} was written by lanista {about['lanista']}, whose checkpoints are unknown")
    if about["game"] != game.spec:
        raise CheckpointError(f"{path} has learned {about['game']}, not {game.spec}")
    if about["game_hash"] != game.code_hash:
        raise CheckpointError(f"{path} was trained before the rules of {game.spec} changed")
    try:
        learner = CheckpointAgent(game, path, **about["learner"])
        for name, function in (("encoding", learner.encode), ("reward", learner.shaped)):
            if function is not None and function.code_hash != about["function_hashes"][name]:
                raise CheckpointError(f"{path} was trained before the {name} {function} changed")
        if learner.encode is not None:
            learner.encode.codes = {ast.literal_eval(code): number for number, code in enumerate(about["codes"])}
        learner.learner.restore(*table)
        stored = about["training"]
        training = _checked(Training(**{**stored, "history": [Point(**point) for point in stored["history"]]}))
    except LanistaError:
        raise
    except (KeyError, TypeError, ValueError, SyntaxError, AttributeError, RecursionError) as error:
        raise CheckpointError(f"{path} is damaged: {error}") from error
    return learner, training


def game_of(path: Path) -> str:
    """Return the spec of the game that a checkpoint has learned."""
    return str(_read(path)[0]["game"])


def _read(path: Path) -> tuple[dict[str, Any], list[bytes]]:
    try:
        with zipfile.ZipFile(path) as archive:
            about = json.loads(archive.read(_ABOUT))
            table = [archive.read(name) for name in _TABLE]
        for name in ("format", "lanista", "game", "game_hash", "learner", "training"):
            about[name]  # a KeyError where it is missing
    except FileNotFoundError as error:
        raise CheckpointError(f"there is no checkpoint {path}") from error
    except _DAMAGED as error:
        raise CheckpointError(f"{path} is no checkpoint, or is damaged: {error}") from error
    return about, table


def _checked(training: Training) -> Training:
    """Return a training; ValueError or TypeError for what no training writes."""
    counts = (training.seed, training.opening_plies, training.total, training.episodes, training.moves)
    if not all(type(count) is int and 0 <= count <= MAX_SEED for count in counts):
        raise ValueError(f"what is counted must be whole and at least 0, got {counts}")
    texts = (training.against, training.against_hash)
    if not isinstance(training.seconds, (int, float)) or not all(isinstance(text, (str, type(None))) for text in texts):
        raise TypeError(f"{training.seconds} s against {texts}")
    return training


def _to_text(value: object) -> object:
    return value if value is None or isinstance(value, (bool, int, float, str)) else str(value)
