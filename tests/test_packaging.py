"""The packaging of the service: each file passes its own checker, says what the service needs, and is free of secrets."""

import re
import shutil
import subprocess
import sys
import tomllib
from pathlib import Path
from typing import Final

import pytest
from compose_spec import PyCompose

ROOT: Final = Path(__file__).resolve().parent.parent
PACKAGING: Final = ROOT / "packaging"
UNITS: Final = sorted((PACKAGING / "systemd").iterdir(), key=lambda unit: unit.suffix == ".service")
CONTAINER: Final = (PACKAGING / "Containerfile").read_text("utf-8")
SECRET: Final = re.compile(
    r"(?:password|secret|token|key)\w*[=:][ \t]*(?!/run/secrets/|\./|\{\}|\[)['\"]?[\w+/-]{6,}", re.IGNORECASE
)
"""A value beside a name of a secret; a path to one is allowed."""


@pytest.fixture
def units(tmp_path: Path) -> list[str]:
    """The units, with the program of this environment: the checker looks whether it is there."""
    for unit in UNITS:
        (tmp_path / unit.name).write_text(
            unit.read_text("utf-8").replace("/opt/matchbook/bin", str(Path(sys.executable).parent))
        )
    return [str(tmp_path / unit.name) for unit in UNITS]


def ran(*command: str | Path) -> subprocess.CompletedProcess[str]:
    """A checker that was run."""
    return subprocess.run(command, capture_output=True, text=True, check=False, timeout=240)


needs_systemd = pytest.mark.skipif(shutil.which("systemd-analyze") is None, reason="systemd's checker is not here")


@needs_systemd
def test_systemd_finds_nothing_in_the_units(units: list[str], tmp_path: Path) -> None:
    """Given the units, when systemd's own checker reads them, then it is silent; it reports a misspelt one."""
    done = ran("systemd-analyze", "verify", *units)
    assert (done.returncode, done.stderr) == (0, "")
    broken = tmp_path / "broken.service"
    broken.write_text(Path(units[-1]).read_text().replace("MemoryMax", "MemryMax"))
    assert "MemryMax" in ran("systemd-analyze", "verify", broken).stderr


@needs_systemd
@pytest.mark.parametrize("name", ["matchbook.service", "matchbook-backup.service"])
def test_the_units_leave_little_open(units: list[str], name: str) -> None:
    """Given a unit, when systemd rates what it leaves open (0 to 10), then that is at most 2."""
    unit = next(one for one in units if one.endswith(f"/{name}"))
    done = ran("systemd-analyze", "security", "--offline=true", "--threshold=20", "--no-pager", unit)
    assert done.returncode == 0, done.stdout


def test_the_unit_says_what_a_service_needs() -> None:
    """Section 7: an account and a folder of its own, an end to memory and to stopping, and it is started again."""
    unit = (PACKAGING / "systemd" / "matchbook.service").read_text("utf-8").splitlines()
    needed = "DynamicUser=yes StateDirectory=matchbook ProtectSystem=strict NoNewPrivileges=yes MemoryMax=1G TimeoutStopSec=10"
    assert {*needed.split(), "Restart=on-failure"} <= set(unit)


def test_nothing_is_found_in_the_container_file(tmp_path: Path) -> None:
    """Given the container file, when hadolint reads it, then it is silent; it reports one with a fault."""
    hadolint = Path(sys.executable).parent / "hadolint"
    done = ran(hadolint, PACKAGING / "Containerfile")
    assert (done.returncode, done.stdout + done.stderr) == (0, "")
    (tmp_path / "Containerfile").write_text(CONTAINER.replace("WORKDIR /src", "WORKDIR src"))
    assert "DL3000" in ran(hadolint, tmp_path / "Containerfile").stdout


def test_the_container_is_as_it_was_asked_for() -> None:
    """Section 7: two stages, a slim base, the lock, account 10001, /data, a health check on /readyz, ended by SIGTERM."""
    lines = CONTAINER.splitlines()
    bases = [line for line in lines if line.startswith("FROM ")]
    assert len(bases) == 2
    assert all("-slim" in base for base in bases)
    assert {"USER 10001:10001", "VOLUME /data", "STOPSIGNAL SIGTERM"} <= set(lines)
    assert "--constraint requirements.lock" in CONTAINER
    assert re.search(r"HEALTHCHECK .*\\\n.*/readyz", CONTAINER)


def test_the_container_holds_every_package() -> None:
    """The files that the first stage copies exist, and are all that the wheel is built from."""
    copied = {
        name
        for line in CONTAINER.splitlines()
        if line.startswith("COPY ") and "--from" not in line
        for name in line.split()[1:-1]
    }
    assert [name for name in copied if not (ROOT / name).exists()] == []
    project = tomllib.loads((ROOT / "pyproject.toml").read_text("utf-8"))
    packages = project["tool"]["hatch"]["build"]["targets"]["wheel"]["packages"]
    assert {*packages, "pyproject.toml", project["project"]["readme"]} <= copied


def test_the_compose_file_fits_its_schema() -> None:
    """Section 7: the schema is kept; PostgreSQL 18 with a named volume, a secret that is a file, a start that waits until the
    database is well, and no port of the database outside. A misspelt part is found."""
    text = (PACKAGING / "compose.yaml").read_text("utf-8")
    compose = PyCompose.from_yaml(text)
    compose.to_spec()
    told = compose.to_dict()
    service, database = told["services"]["service"], told["services"]["database"]
    assert database["image"] == "postgres:18"
    assert "ports" not in database
    assert [volume.split(":")[0] for volume in database["volumes"]] == ["database"]
    assert set(told["volumes"]) == {"database", "data"}
    assert told["secrets"]["database_password"] == {"file": "./database_password"}
    assert service["depends_on"]["database"]["condition"] == "service_healthy"
    assert "healthcheck" in database
    assert service["read_only"] is True
    assert service["environment"]["MATCHBOOK_STORE"] == "postgresql://matchbook@database/matchbook"
    assert service["ports"] == ["127.0.0.1:8080:8080"]
    with pytest.raises(Exception, match="service_healty"):
        PyCompose.from_yaml(text.replace("service_healthy", "service_healty")).to_spec()


def test_operations_lets_the_service_read_its_password() -> None:
    """Compose mounts a secret as the file is, so the file must belong to the account of the image."""
    account = re.search(r"^USER (\d+):", CONTAINER, re.MULTILINE)
    assert account
    page = (ROOT / "docs" / "operations.md").read_text("utf-8")
    assert f"chown {account[1]} database_password" in page


@pytest.mark.parametrize("file", sorted(p for p in PACKAGING.rglob("*") if p.is_file()), ids=lambda file: file.name)
def test_no_file_names_a_secret(file: Path) -> None:
    """Passwords, tokens and keys are not in any of these files: they are read from files, or absent."""
    text = file.read_text("utf-8")
    assert SECRET.findall(text) == []
    assert SECRET.findall(text + "\nPOSTGRES_PASSWORD=hunter22\n") != []


def test_wheel_has_no_package_named_web() -> None:
    """`web` belongs to web.py: one environment could not hold both."""
    project = tomllib.loads((ROOT / "pyproject.toml").read_text("utf-8"))
    packages = project["tool"]["hatch"]["build"]["targets"]["wheel"]["packages"]
    assert "web_service" in packages
    assert "web" not in packages
    assert not (ROOT / "web").is_dir() or not list((ROOT / "web").rglob("*.py"))


@pytest.fixture
def checkout(tmp_path: Path) -> Path:
    """A repository with what `make release-check` reads: this version, and a changelog with a dated section of it."""
    for name in ("Makefile", "pyproject.toml"):
        shutil.copy(ROOT / name, tmp_path)
    version = tomllib.loads((ROOT / "pyproject.toml").read_text("utf-8"))["project"]["version"]
    (tmp_path / "CHANGELOG.md").write_text(f"# Changelog\n\n## [{version}] - 2026-01-01\n", "utf-8")
    for command in ("init", "add .", "-c user.name=Ada -c user.email=ada@example.org commit -m state"):
        subprocess.run(["git", *command.split()], cwd=tmp_path, check=True, capture_output=True)
    return tmp_path


@pytest.mark.parametrize(
    ("change", "code", "message"),
    [
        ("true", 0, ""),
        ("touch forgotten", 2, "commit or remove your changes first"),
        (
            "echo '## [Unreleased]' >CHANGELOG.md; git -c user.name=A -c user.email=a@b commit -qam x",
            2,
            "no dated section",
        ),
        ("git tag v$(sed -n 's/^version = \"\\(.*\\)\"/\\1/p' pyproject.toml)", 2, "is tagged already"),
    ],
)
def test_a_release_is_refused_until_it_is_ready(checkout: Path, change: str, code: int, message: str) -> None:
    """Given a checkout that lacks something for a release, then `make release-check` names it and leaves the checkout unchanged."""
    subprocess.run(["sh", "-c", change], cwd=checkout, check=True)
    done = subprocess.run(["make", "release-check"], cwd=checkout, capture_output=True, text=True, check=False)
    assert done.returncode == code
    assert message in done.stderr
    assert not (checkout / "dist").exists()
