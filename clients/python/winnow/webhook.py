"""Verifies and parses incoming webhooks: Standard Webhooks (standardwebhooks.com)."""

from __future__ import annotations

import base64
import binascii
import hashlib
import hmac
import json
import time
from typing import Any, Mapping, Optional, Union

from .errors import WebhookVerificationError

#: Webhooks with an older or newer timestamp are rejected, as they may be replayed by an attacker.
_TOLERANCE_SECONDS = 300
_PREFIX = "whsec_"


def verify_webhook(headers: Mapping[str, str], body: Union[bytes, str], secret: str, now: Optional[float] = None) -> Any:
    """The event, `{"type", "timestamp", "data"}`, of a request that the service sent.

    `body`: exactly as received. `secret`: the account's, `whsec_…`. The header `webhook-id` stays the same when an event is sent again:
    store it to handle each event once. `now`: seconds since 1970; the present time if left out. Raises WebhookVerificationError.
    """
    found = {name.lower(): value for name, value in headers.items()}
    webhook_id, timestamp, signatures = (found.get(f"webhook-{name}") for name in ("id", "timestamp", "signature"))
    if not webhook_id or not timestamp or not signatures:
        raise WebhookVerificationError("The headers webhook-id, webhook-timestamp and webhook-signature are needed.")
    if not _is_near(timestamp, time.time() if now is None else now):
        raise WebhookVerificationError("The webhook's timestamp is too far from the present time. Check the clock of this machine.")
    sent = body.encode() if isinstance(body, str) else bytes(body)
    signed = f"{webhook_id}.{timestamp}.".encode() + sent
    expected = base64.b64encode(hmac.new(_key(secret), signed, hashlib.sha256).digest())
    for signature in signatures.split(" "):
        version, _, value = signature.partition(",")
        if version == "v1" and hmac.compare_digest(value.encode(), expected):
            return json.loads(sent)
    raise WebhookVerificationError("No signature of the webhook was made with this secret.")


def _is_near(timestamp: str, now: float) -> bool:
    return timestamp.isascii() and timestamp.isdigit() and len(timestamp) <= 12 and abs(now - int(timestamp)) <= _TOLERANCE_SECONDS


def _key(secret: str) -> bytes:
    try:
        key = base64.b64decode(secret[len(_PREFIX) :] if secret.startswith(_PREFIX) else secret, validate=True)
    except (binascii.Error, ValueError):
        key = b""
    if not key:
        raise WebhookVerificationError("This is not a webhook secret: those begin with whsec_, followed by base64.")
    return key
