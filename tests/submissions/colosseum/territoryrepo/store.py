"""The agents by the names they register under."""

AGENT_REGISTRY = {}


def register_agent(agent_name=""):
    """Class decorator: `--player_1 agent_name` then finds the class."""

    def decorator(agent_class):
        if agent_name in AGENT_REGISTRY:
            raise AssertionError(f"agent {agent_name!r} is registered twice")
        AGENT_REGISTRY[agent_name] = agent_class
        return agent_class

    return decorator
