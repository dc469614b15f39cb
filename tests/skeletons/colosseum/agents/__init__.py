from .human_agent import HumanAgent
from .random_agent import RandomAgent
from .student_agent import StudentAgent

__all__ = ["HumanAgent", "RandomAgent", "StudentAgent"]
