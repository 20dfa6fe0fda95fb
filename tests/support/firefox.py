#!/usr/bin/env python3
"""Debian's Firefox as Playwright starts it, with an answer to the one command that it lacks.

Playwright talks to it by WebDriver BiDi and asks it for a colour scheme before all else, which
Firefox 153 does not know. The browser tests start it with preferences instead, so the answer is
that it is done. This can go when Debian's Firefox knows `emulation.setMediaFeaturesOverride`.
"""

import json
import re
import subprocess
import sys
import threading
from functools import partial

from websockets.sync.client import connect
from websockets.sync.server import ServerConnection, serve

LACKS = "emulation.setMediaFeaturesOverride"
ADDRESS = re.compile(r"WebDriver BiDi listening on (ws://\S+)")


def relay(driver: ServerConnection, address: str) -> None:
    """Hand on what Playwright and Firefox have to say to each other."""

    def answers() -> None:
        for message in firefox:
            driver.send(message)

    with connect(address + driver.request.path, max_size=None) as firefox:
        threading.Thread(target=answers, daemon=True).start()
        for message in driver:
            command = json.loads(message)
            if command["method"] == LACKS:
                driver.send(json.dumps({"type": "success", "id": command["id"], "result": {}}))
            else:
                firefox.send(message)


def main() -> int:
    """Start Firefox and say where to talk to it, as it does itself."""
    firefox = subprocess.Popen(["firefox-esr", *sys.argv[1:]], stderr=subprocess.PIPE, text=True)
    for line in firefox.stderr or ():
        if found := ADDRESS.search(line):
            server = serve(partial(relay, address=found[1]), "127.0.0.1", 0, max_size=None)
            threading.Thread(target=server.serve_forever, daemon=True).start()
            port = server.socket.getsockname()[1]
            line = f"WebDriver BiDi listening on ws://127.0.0.1:{port}\n"
        print(line, end="", file=sys.stderr, flush=True)
    return firefox.wait()


if __name__ == "__main__":
    sys.exit(main())
