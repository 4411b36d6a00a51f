"""`tutor serve`: the screens in a browser of this machine."""

from __future__ import annotations

import argparse
import shlex
import sys

from tutor.commands.parser import SubParsers, whole
from tutor.errors import UsageError

LOOPBACK = ("127.0.0.1", "localhost", "::1")
_EPILOG = """\
For one learner on one machine: it listens on the loopback only, and there is no
password. It needs the extra `serve`: pip install "exam-tutor[serve]".

examples:
  tutor serve
  tutor serve --port 8123
"""


def add_parser(subparsers: SubParsers[argparse.ArgumentParser]) -> None:
    parser = subparsers.add_parser(
        "serve",
        help="show the screens in a browser of this machine",
        description="Show the screens in a browser of this machine.",
        epilog=_EPILOG,
    )
    parser.add_argument("--host", metavar="NAME", default="127.0.0.1", help="127.0.0.1, localhost or ::1")
    parser.add_argument("--port", metavar="N", type=whole(1, 65_535), default=8000, help="(default: 8000)")


def run(args: argparse.Namespace) -> int:
    if args.host not in LOOPBACK:
        raise UsageError(
            f"--host {args.host}: the tutor is served on this machine only.",
            "Leave --host out. For another machine, use ssh -L and open the page there.",
        )
    try:
        from tutor.web.server import LocalServer
    except ImportError as error:
        raise UsageError(f"tutor serve needs {error.name}.", 'Install it: pip install "exam-tutor[serve]"') from error
    words = [sys.executable, "-m", "tutor"]
    if args.home is not None:
        words += ["--home", args.home]
    LocalServer(shlex.join([*words, "--profile", args.profile]), args.host, args.port).serve()
    return 0
