"""Sends requests, and retries those that may succeed later."""

from __future__ import annotations

import http.client
import json
import random
import socket
import time
import urllib.error
import urllib.parse
import urllib.request
import uuid
from typing import Any, Callable, Dict, Mapping, Optional, Tuple, TypeVar

from .errors import WinnowError

#: Pause in seconds before the first retry; doubled for each further one, up to the second number.
_PAUSE_SECONDS = (0.5, 30.0)
#: A longer Retry-After is not waited for; the error is raised instead.
_ASKED_SECONDS_MAX = 60.0
#: Statuses worth a retry: a server or proxy is overloaded or failing.
_PASSING = frozenset((429, 500, 502, 503, 504))
#: The response to a retry while the first request is still running.
_RUNNING = "idempotency_in_progress"

T = TypeVar("T")


class _NoRedirect(urllib.request.HTTPRedirectHandler):
    """The key is sent to the service alone."""

    def redirect_request(self, *_args: Any, **_more: Any) -> None:
        return None


class Transport:
    def __init__(self, url: str, api_key: str, timeout: float, max_retries: int) -> None:
        if not url.lower().startswith(("http://", "https://")):
            raise ValueError("Give the service's address with http:// or https://.")
        self.url = url.rstrip("/")
        self._key = api_key
        self._timeout = timeout
        self._max_retries = max_retries
        self._opener = urllib.request.build_opener(_NoRedirect)

    def json(
        self,
        method: str,
        path: str,
        *,
        query: Optional[Mapping[str, Any]] = None,
        body: Any = None,
        file: Optional[bytes] = None,
        idempotency_key: Optional[str] = None,
    ) -> Any:
        headers = {"Authorization": f"Bearer {self._key}"}
        data = None
        if body is not None:
            headers["Prefer"] = "handling=strict"
            headers["Content-Type"], data = _multipart(body, file) if file is not None else ("application/json", json.dumps(body).encode())
        if method == "POST":
            headers["Idempotency-Key"] = idempotency_key or str(uuid.uuid4())
        text = self.send(method, self.address(path, query), data, headers, lambda response: response.read(), _wait_of(query))
        return json.loads(text) if text else None

    def address(self, path: str, query: Optional[Mapping[str, Any]] = None) -> str:
        given = {name: value for name, value in (query or {}).items() if value is not None}
        return f"{self.url}{path}" + (f"?{urllib.parse.urlencode(given)}" if given else "")

    def open(self, path: str, query: Mapping[str, Any]) -> http.client.HTTPResponse:
        """The response, whose body is not read yet. The caller closes it."""
        return self.send("GET", self.address(path, query), None, {"Authorization": f"Bearer {self._key}"}, lambda response: response)

    def send(
        self,
        method: str,
        address: str,
        data: Optional[bytes],
        headers: Dict[str, str],
        read: Callable[[Any], T],
        wait: float = 0,
    ) -> T:
        """`read` takes place within the retries of the request. A timeout is not retried."""
        tries = 0
        while True:
            pause = min(_PAUSE_SECONDS[1], _PAUSE_SECONDS[0] * 2**tries) * random.uniform(0.5, 1)
            request = urllib.request.Request(address, data=data, headers=headers, method=method)
            try:
                return read(self._opener.open(request, timeout=self._timeout + wait))
            except urllib.error.HTTPError as response:
                error = _error_of(response)
                asked = error.retry_after if error.retry_after is not None else _seconds(response.headers.get("Retry-After"))
                pause = pause if asked is None else asked
                is_passing = error.status in _PASSING or error.error_code == _RUNNING
                if tries >= self._max_retries or pause > _ASKED_SECONDS_MAX or not is_passing:
                    raise error from None
            except (OSError, http.client.HTTPException) as error:
                if tries >= self._max_retries or _is_timeout(error):
                    raise
            tries += 1
            time.sleep(pause)


def _error_of(response: urllib.error.HTTPError) -> WinnowError:
    with response:
        try:
            return WinnowError(response.code, json.loads(response.read()))
        except (OSError, ValueError, http.client.HTTPException):
            return WinnowError(response.code, None)


def _is_timeout(error: Exception) -> bool:
    # Before Python 3.10 socket.timeout is a class of its own.
    return any(isinstance(each, (TimeoutError, socket.timeout)) for each in (error, getattr(error, "reason", None)))


def _seconds(text: Optional[str]) -> Optional[float]:
    try:
        return float(text) if text else None
    except ValueError:
        return None


def _wait_of(query: Optional[Mapping[str, Any]]) -> float:
    return float((query or {}).get("wait") or 0)


def _multipart(request: Any, file: bytes) -> Tuple[str, bytes]:
    """The request as a JSON part, and the file as it is; the request names it."""
    boundary = uuid.uuid4().hex
    json_part = _part(boundary, 'name="request"', "application/json", json.dumps(request).encode())
    file_part = _part(boundary, 'name="file"; filename=""', "application/octet-stream", file)
    return f"multipart/form-data; boundary={boundary}", json_part + file_part + f"--{boundary}--\r\n".encode()


def _part(boundary: str, disposition: str, content_type: str, content: bytes) -> bytes:
    head = f"--{boundary}\r\nContent-Disposition: form-data; {disposition}\r\nContent-Type: {content_type}\r\n\r\n"
    return head.encode() + content + b"\r\n"
