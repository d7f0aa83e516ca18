"""`python -m examples.service [--port N]`: the service on loopback."""
from __future__ import annotations

import argparse

import uvicorn

from examples.service.app import create_app


def main() -> None:
    """Serves until it is interrupted."""
    parser = argparse.ArgumentParser(prog="python -m examples.service", description=__doc__)
    parser.add_argument("--port", type=int, default=8000, help="where to listen on 127.0.0.1 (8000)")
    options = parser.parse_args()
    uvicorn.run(create_app(), host="127.0.0.1", port=options.port, ws="none")


if __name__ == "__main__":
    main()
