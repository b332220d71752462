"""Settings by the environment."""

from __future__ import annotations

import re
from pathlib import Path

import pytest
from msgspec.structs import asdict

from croupier.web.settings import PREFIX, Settings

SERVING = Path(__file__).parents[2] / "docs" / "serving.md"


def test_the_environment_goes_before_the_defaults_and_arguments_before_both() -> None:
    environment = {"CROUPIER_PORT": "8080", "CROUPIER_HOST": "0.0.0.0", "CROUPIER_IDLE": "60"}
    settings = Settings.from_environment(environment, port=9000, host=None)
    assert (settings.port, settings.host, settings.idle) == (9000, "0.0.0.0", 60)
    assert settings.database == "casino.db"


@pytest.mark.parametrize(
    ("variable", "value", "wanted"),
    [
        ("CROUPIER_PORT", "eighty", "a whole number, not text"),
        ("CROUPIER_PORT", "70000", "a whole number, 65535 or less"),
        ("CROUPIER_IDLE", "0", "a whole number, 1 or more"),
        ("CROUPIER_HTTPS", "perhaps", "true or false, not text"),
        ("CROUPIER_DATABASE", "", "it is empty"),
        ("CROUPIER_HOST", "", "it is empty"),
        ("CROUPIER_TRUSTED_PROXIES", "proxy.example", "proxy.example is no address and no network"),
        ("CROUPIER_TRUSTED_PROXIES", "10.0.0.1;10.0.0.2", "10.0.0.1;10.0.0.2 is no address and .*"),
        ("CROUPIER_TRUSTED_PROXIES", "*", r"\* is no address and no network"),
        ("CROUPIER_RATE", "-1", "a whole number, 1 or more"),
    ],
)
def test_what_does_not_fit_is_named_by_its_variable(variable: str, value: str, wanted: str) -> None:
    with pytest.raises(ValueError, match=f"^{variable}: {wanted}$"):
        Settings.from_environment({variable: value})


def test_proxies_are_addresses_and_networks() -> None:
    environment = {"CROUPIER_TRUSTED_PROXIES": "192.0.2.1, 10.0.0.0/8,2001:db8::/32"}
    proxies = Settings.from_environment(environment).proxies
    assert [str(each) for each in proxies] == ["192.0.2.1/32", "10.0.0.0/8", "2001:db8::/32"]
    assert Settings().proxies == ()


@pytest.mark.parametrize(
    ("host", "https", "secure"),
    [
        ("127.0.0.1", None, False), ("localhost", None, False), ("::1", None, False),
        ("0.0.0.0", None, True), ("192.0.2.1", None, True), ("casino.example", None, True),
        ("127.0.0.1", "true", True), ("0.0.0.0", "false", False),
    ],
)  # fmt: skip
def test_cookies_are_secure_unless_nobody_else_can_listen(
    host: str, https: str | None, secure: bool
) -> None:
    environment = {"CROUPIER_HOST": host} | ({} if https is None else {"CROUPIER_HTTPS": https})
    assert Settings.from_environment(environment).secure is secure


def test_every_setting_is_documented_with_its_default() -> None:
    rows = re.findall(r"^\| (`CROUPIER_.*?) \| (.*?) \|", SERVING.read_text("utf-8"), re.MULTILINE)
    documented = {
        name.strip("`"): default
        for names, defaults in rows
        for name, default in zip(names.split(", "), defaults.split(", "), strict=True)
    }
    settings = {PREFIX + name.upper(): value for name, value in asdict(Settings()).items()}
    assert documented.keys() == settings.keys()
    for name, default in documented.items():
        if default.startswith("`") and default.endswith("`"):  # others are told in words
            assert default == f"`{settings[name]}`".lower(), name
