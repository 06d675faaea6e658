"""Errors of the client."""

from __future__ import annotations

from typing import Any, List, Optional


class WinnowError(Exception):
    """An error response. Its text says what to do."""

    def __init__(self, status: int, body: Any) -> None:
        known = body if isinstance(body, dict) else {}
        error = known.get("error")
        message = error.get("message") if isinstance(error, dict) else None
        super().__init__(message or f"The server answered {status}.")
        self.status = status
        #: A code of the list of errors, such as `rate_limited`; `unknown` when the response is not the service's.
        self.error_code: str = known.get("error_code") or "unknown"
        detail = known.get("detail")
        #: Every invalid place of the request, on 422: `{"loc", "msg", "type"}`.
        self.issues: List[Any] = detail if isinstance(detail, list) else []
        #: Seconds to wait, on 429.
        self.retry_after: Optional[float] = known.get("retry_after")
        #: Quote it when you contact the service's operator.
        self.request_id: Optional[str] = known.get("request_id")


class TaskFailedError(Exception):
    """The task ended as `failed`; `task["error"]` has the reason."""

    def __init__(self, task: Any) -> None:
        error = task.get("error") or {}
        super().__init__(error.get("message") or "The task failed.")
        self.task = task
        #: Such as `corrupt_document`.
        self.error_code: str = error.get("code") or "internal"


class WaitTimeout(TimeoutError):
    """The task did not end in the time that the caller gave. It goes on; `wait` may be called again."""


class WebhookVerificationError(Exception):
    """Respond with 400: the sender does not know the secret, or the content was changed."""
