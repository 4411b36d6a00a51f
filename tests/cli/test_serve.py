"""`tutor serve`: on this machine only, for its own page only, and without a foreign address on it."""

from __future__ import annotations

import asyncio
import os
import re
import socket
import subprocess
import sys
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager, suppress
from pathlib import Path

import pytest

from tutor.cli import main

aiohttp = pytest.importorskip("aiohttp", reason="the extra `serve` is not installed")


@pytest.mark.parametrize("host", ["0.0.0.0", "::", "example.org", "192.168.0.2"])
def test_another_host_than_the_loopback_is_refused(host: str, capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["serve", "--host", host]) == 2
    assert "this machine only" in capsys.readouterr().err


def test_without_the_extra_it_says_how_to_get_it(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setitem(sys.modules, "tutor.web.server", None)
    assert main(["serve"]) == 2
    assert "exam-tutor[serve]" in capsys.readouterr().err


async def answers(port: int) -> bool:
    with suppress(OSError):
        _, writer = await asyncio.open_connection("127.0.0.1", port)
        writer.close()
        await writer.wait_closed()
        return True
    return False


@asynccontextmanager
async def served(home: Path, bank: Path) -> AsyncIterator[int]:
    """A server in a process of its own; its port, once it answers."""
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        port = int(probe.getsockname()[1])
    env = {**os.environ, "TUTOR_HOME": str(home), "TUTOR_BANK": str(bank), "TUTOR_TRAIN": "0"}
    command = [sys.executable, "-m", "tutor", "serve", "--port", str(port)]
    with subprocess.Popen(command, env=env, stdout=subprocess.PIPE, stderr=subprocess.STDOUT) as child:
        try:
            assert child.stdout is not None
            await asyncio.to_thread(child.stdout.readline)
            async with asyncio.timeout(30):
                while not await answers(port):
                    await asyncio.sleep(0.05)
            yield port
        finally:
            child.terminate()
            child.wait(10)


async def test_the_page_is_ours_and_the_socket_opens_for_it_alone(home: Path, small_bank: Path) -> None:
    async with served(home, small_bank) as port, aiohttp.ClientSession() as client:
        own = f"http://127.0.0.1:{port}"
        async with client.get(f"{own}/") as page:
            text = await page.text()
        addresses = re.findall(r"(?:https?:|wss?:)?//[^\s\"'<]+", text)
        assert addresses
        assert all(re.match(rf"(?:http|ws)://127\.0\.0\.1:{port}/", address) for address in addresses)
        async with client.get(f"{own}/", headers={"Host": "evil.example"}) as refused:
            assert refused.status == 403
        for headers in ({"Origin": "http://evil.example"}, {}):
            with pytest.raises(aiohttp.WSServerHandshakeError) as failed:
                await client.ws_connect(f"{own}/ws", headers=headers)
            assert failed.value.status == 403
        async with client.ws_connect(f"{own}/ws?width=80&height=24", headers={"Origin": own}) as ws:
            seen = b""
            async with asyncio.timeout(30):
                while b"Welcome" not in seen:
                    message = await ws.receive()
                    assert message.type == aiohttp.WSMsgType.BINARY, message
                    seen += message.data
