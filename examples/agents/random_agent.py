"""An agent that speaks the protocol of docs/PROTOCOL.md and plays any game at random.

lanista play connect_four human "exec:python3 random_agent.py"
"""

import json
import random
import sys

for line in sys.stdin:
    message = json.loads(line)
    if message["type"] == "hello":
        answer = {"type": "ready", "protocol": 1}
    elif message["type"] == "begin":
        random.seed(message["seed"])
        answer = {"type": "ready"}
    elif message["type"] == "choose":
        answer = {"type": "action", "action": random.choice(message["legal"])}
    else:
        continue  # nothing else needs an answer
    print(json.dumps(answer), flush=True)
