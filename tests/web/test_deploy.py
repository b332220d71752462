"""The files of deploy/: each is what its program reads, and a container's steps make a casino."""

from __future__ import annotations

import os
import re
import shlex
import shutil
import subprocess
import sys
import urllib.request
from pathlib import Path

import msgspec
import msgspec.yaml
import pytest
from tests.web.casinos import Watch, opened

from croupier.web.settings import PREFIX, Settings

ROOT = Path(__file__).parents[2]
DEPLOY = ROOT / "deploy"
DEBIAN_ROOT = os.environ.get("CROUPIER_DEBIAN_ROOT")
PATIENCE = 1200


def settings_in(text: str) -> set[str]:
    return set(re.findall(rf"{PREFIX}(\w+)", text))


@pytest.mark.parametrize("file", ["Containerfile", "compose.yaml", "croupier.service"])
def test_every_setting_that_is_named_exists(file: str) -> None:
    named = settings_in((DEPLOY / file).read_text())
    assert named
    assert {name.lower() for name in named} <= set(Settings.__struct_fields__)


def test_the_compose_file_is_one() -> None:
    file = DEPLOY / "compose.yaml"
    words = [sys.executable, "-m", "check_jsonschema", "--builtin-schema", "vendor.compose-spec"]
    assert subprocess.run([*words, file], capture_output=True, text=True).returncode == 0
    services = msgspec.yaml.decode(file.read_bytes())["services"]
    databases = {
        services[name]["environment"]["CROUPIER_DATABASE"] for name in ("casino", "second")
    }
    assert databases == {"postgresql://croupier@database/casino"}


@pytest.mark.skipif(shutil.which("systemd-analyze") is None, reason="systemd is not here")
def test_systemd_takes_the_unit_and_finds_it_closed_to_the_machine(tmp_path: Path) -> None:
    unit = tmp_path / "croupier.service"
    text = (DEPLOY / "croupier.service").read_text()
    unit.write_text(text.replace("/opt/croupier/bin/croupier serve", "/bin/true"))
    checked = subprocess.run(["systemd-analyze", "verify", unit], capture_output=True, text=True)
    assert (checked.returncode, checked.stderr) == (0, "")
    exposure = subprocess.run(
        ["systemd-analyze", "security", "--offline=true", "--no-pager", unit],
        capture_output=True, text=True, check=True,
    )  # fmt: skip
    assert "OK" in exposure.stdout.splitlines()[-1]
    unit.write_text(text.replace("Restart=on-failure", "Restart=sometimes"))
    broken = subprocess.run(["systemd-analyze", "verify", unit], capture_output=True, text=True)
    assert "sometimes" in broken.stderr


@pytest.mark.anyio
async def test_dashboard_and_alerts_ask_for_metrics_that_exist(
    tmp_path: Path, watch: Watch
) -> None:
    async with opened(tmp_path / "casino.db", watch, Settings(open_metrics=True)) as casino:
        text = (await casino.visitor().get("/metrics")).text
    served = set(re.findall(r"^# TYPE (\w+) ", text, re.MULTILINE)) | CONNECTIONS
    dashboard = msgspec.json.decode((DEPLOY / "dashboard.json").read_bytes())
    asked = [target["expr"] for panel in dashboard["panels"] for target in panel["targets"]]
    alerts = msgspec.yaml.decode((DEPLOY / "alerts.yaml").read_bytes())
    asked += [rule["expr"] for group in alerts["groups"] for rule in group["rules"]]
    named = {name for query in asked for name in re.findall(r"croupier_\w+", query)}
    assert {name.removesuffix("_bucket") for name in named} <= served
    # and nothing that is counted is left out of the picture
    created = {name for name in served if name.endswith("_created")}
    shown = {name.removesuffix("_bucket") for name in named}
    assert served - created == shown, served - created - shown


CONNECTIONS = {f"croupier_connections{what}" for what in ("", "_refused", "_dropped", "_made_room")}
"""Counted by the server's sockets, which an application by itself does not have."""


class Stage:
    """A stage of a container file, built in a directory by doing what its lines say."""

    def __init__(self, root: Path) -> None:
        self.root = root
        self.environment = {"PATH": "/usr/sbin:/usr/bin:/sbin:/bin", "LC_ALL": "C.UTF-8"}
        self.user = "root"
        self.workdir = "/"
        self.entrypoint: list[str] = []
        self.command: list[str] = []

    def run(self, command: list[str]) -> list[str]:
        """The words that run a command inside."""
        settings = [f"{name}={value}" for name, value in self.environment.items()]
        inside = f"cd {shlex.quote(self.workdir)} && exec {shlex.join(command)}"
        return ["chroot", f"--userspec={self.user}", str(self.root), "/usr/bin/env", "-i",
                *settings, *PROXIES, "/bin/sh", "-c", inside]  # fmt: skip


PROXIES = [f"{name}={value}" for name, value in os.environ.items() if "proxy" in name.lower()]


def build(file: Path, plain: Path, work: Path) -> Stage:
    """The last stage of a container file, begun each time from a copy of a plain Debian."""
    stages: dict[str, Stage] = {}
    stage: Stage | None = None
    text = re.sub(r"^#.*$", "", file.read_text(), flags=re.MULTILINE).replace("\\\n", " ")
    for line in filter(None, map(str.strip, text.splitlines())):
        keyword, _, rest = line.partition(" ")
        if keyword == "FROM":
            base, *name = rest.split(" AS ")
            assert base == "debian:12-slim"
            root = work / (name[0] if name else "last")
            subprocess.run(["cp", "-a", plain, root], check=True)
            stage = stages[root.name] = Stage(root)
            continue
        assert stage is not None
        if keyword == "RUN":
            subprocess.run(stage.run(["/bin/sh", "-c", rest]), check=True, timeout=PATIENCE)
        elif keyword == "COPY":
            *words, target = rest.split()
            source = ROOT
            if words[0].startswith("--from="):
                source = stages[words.pop(0).removeprefix("--from=")].root
            into = stage.root / target.lstrip("/")
            into.parent.mkdir(parents=True, exist_ok=True)
            if target.endswith("/"):
                into.mkdir(exist_ok=True)
            for word in words:
                subprocess.run(["cp", "-a", source / word.lstrip("/"), into], check=True)
        elif keyword == "ENV":
            stage.environment |= dict(word.split("=", 1) for word in rest.split())
        elif keyword == "USER":
            stage.user = rest
        elif keyword == "WORKDIR":
            stage.workdir = rest
        elif keyword == "ENTRYPOINT":
            stage.entrypoint = msgspec.json.decode(rest)
        elif keyword == "CMD":
            stage.command = msgspec.json.decode(rest)
        else:
            assert keyword in ("EXPOSE", "VOLUME", "HEALTHCHECK"), line
    assert stage is not None
    return stage


@pytest.mark.skipif(
    not DEBIAN_ROOT, reason="CROUPIER_DEBIAN_ROOT names no directory made by debootstrap"
)
def test_the_steps_of_the_container_make_a_casino_in_a_plain_debian(tmp_path: Path) -> None:
    """`debootstrap --variant=minbase bookworm DIR` makes the directory; this needs root."""
    assert DEBIAN_ROOT
    last = build(DEPLOY / "Containerfile", Path(DEBIAN_ROOT), tmp_path)
    last.environment |= {"CROUPIER_HTTPS": "false", "CROUPIER_PORT": "0"}
    with subprocess.Popen(
        last.run([*last.entrypoint, *last.command]), stdout=subprocess.PIPE, text=True
    ) as served:
        assert served.stdout is not None
        line = next(line for line in served.stdout if "open at" in line)
        where = re.search(r":(\d+) ", line)
        assert where
        with urllib.request.urlopen(f"http://127.0.0.1:{where[1]}/health/ready") as answer:
            assert answer.status == 200
        served.terminate()
    assert served.returncode == 0
    assert (last.root / "var/lib/croupier/casino.db").stat().st_mode & 0o77 == 0
