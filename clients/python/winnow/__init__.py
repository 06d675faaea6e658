"""Client of a Winnow service: documents in, values with evidence out. Needs nothing but Python."""

from .client import Upload, Winnow
from .errors import TaskFailedError, WaitTimeout, WebhookVerificationError, WinnowError
from .webhook import verify_webhook

__all__ = [
    "TaskFailedError",
    "Upload",
    "WaitTimeout",
    "WebhookVerificationError",
    "Winnow",
    "WinnowError",
    "verify_webhook",
]
