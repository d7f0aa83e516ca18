"""A real browser without a window, for tests of pages: the system's Chromium, driven by selenium.

Where there is none, `browser` skips the test and says what is missing. Debian has both: chromium, chromium-driver.
"""
from __future__ import annotations

import base64
import json
import shutil
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from typing import Any

import pytest

PHONE, DESKTOP = 390, 1280
_WAIT_S = 30.0  # a bound for a busy machine; what is waited for comes within a second


class Browser:
    """One window.

    Args:
        driver: Selenium's.

    Attributes:
        driver: As given.
    """

    def __init__(self, driver: Any) -> None:
        self.driver = driver

    def show(self, url: str, width: int = DESKTOP, scheme: str = "light") -> None:
        """Opens a page in a window so wide, whose user likes it light or dark."""
        self.resize(width, scheme)
        self.driver.get(url)

    def resize(self, width: int, scheme: str) -> None:
        """Makes the window another one."""
        wanted = [{"name": "prefers-color-scheme", "value": scheme}]
        self.driver.execute_cdp_cmd("Emulation.setEmulatedMedia", {"features": wanted})
        size = {"width": width, "height": 900, "deviceScaleFactor": 1, "mobile": width < 700}
        self.driver.execute_cdp_cmd("Emulation.setDeviceMetricsOverride", size)

    def run(self, script: str) -> Any:
        """What a script in the page returns."""
        return self.driver.execute_script(script)

    def text(self, selector: str) -> str:
        """The text of what a selector finds first; "" where there is nothing."""
        return str(self.run(f"return document.querySelector({json.dumps(selector)})?.innerText ?? ''"))

    def until(self, condition: Callable[[], Any]) -> Any:
        """Waits until a condition holds."""
        from selenium.webdriver.support.wait import WebDriverWait

        return WebDriverWait(self.driver, _WAIT_S, poll_frequency=0.05).until(lambda _: condition())

    def addresses(self) -> set[str]:
        """What the browser has asked for since the last call."""
        entries = [json.loads(entry["message"])["message"] for entry in self.driver.get_log("performance")]
        return {each["params"]["request"]["url"] for each in entries if each["method"] == "Network.requestWillBeSent"}

    def complaints(self) -> list[str]:
        """What the page's console says since the last call: errors, and what its policy has blocked."""
        return [entry["message"] for entry in self.driver.get_log("browser")]

    def overflow(self) -> float:
        """Pixels by which the page is wider than the window."""
        return float(self.run("return document.documentElement.scrollWidth - window.innerWidth"))

    def picture(self) -> bytes:
        """The whole page as a PNG."""
        height = self.run("return document.documentElement.scrollHeight")
        width = self.run("return window.innerWidth")
        clip = {"x": 0, "y": 0, "width": width, "height": height, "scale": 1}
        asked = {"captureBeyondViewport": True, "clip": clip}
        return base64.b64decode(self.driver.execute_cdp_cmd("Page.captureScreenshot", asked)["data"])


@contextmanager
def browser() -> Iterator[Browser]:
    """A window, or a skipped test."""
    webdriver = pytest.importorskip("selenium.webdriver", reason="needs selenium, of the extra `dev`")
    chromium = shutil.which("chromium") or shutil.which("chromium-browser") or shutil.which("google-chrome")
    service = shutil.which("chromedriver")
    if chromium is None or service is None:
        pytest.skip("there is no browser: apt-get install chromium chromium-driver")
    options = webdriver.ChromeOptions()
    options.binary_location = chromium
    # No sandbox: it needs what containers and root do not give. The pages are the tests' own.
    for argument in ("--headless=new", "--no-sandbox", "--disable-gpu", "--disable-dev-shm-usage", "--hide-scrollbars",
                     "--disable-background-networking", "--no-first-run", "--window-size=1280,900"):  # fmt: skip
        options.add_argument(argument)
    options.set_capability("goog:loggingPrefs", {"browser": "ALL", "performance": "ALL"})
    driver = webdriver.Chrome(options=options, service=webdriver.ChromeService(service))
    try:
        yield Browser(driver)
    finally:
        driver.quit()
