"""The client of a Winnow service."""

from __future__ import annotations

import base64
import json
import os
import time
from dataclasses import dataclass
from typing import Any, Dict, Iterator, Mapping, Optional, Sequence, Tuple, Union, cast

from . import types
from .errors import TaskFailedError, WaitTimeout
from .transport import Transport

_EXTRACTOR = "/api/extractor/v1"
_RECRUIT = "/api/recruit/v1"
#: Seconds that one long poll waits; the most that the service allows.
_WAIT_SECONDS = 60
#: Bytes of a file of results that are held at a time.
_PIECE_BYTES = 64 * 1024


@dataclass(frozen=True)
class Upload:
    """A file that was sent ahead: it may stand wherever a document may, any number of times until it expires."""

    upload_id: str
    expires_at: str


#: A path, a URL that begins with http:// or https://, bytes, or a file that was sent ahead.
Document = Union[str, "os.PathLike[str]", bytes, bytearray, memoryview, Upload]


class Winnow:
    """`Winnow("http://127.0.0.1:8080", key).extract("invoice.pdf", template="tpl_…")["data"]`

    `timeout`: seconds of one request; the time of a long poll is added. `max_retries`: after a network failure, a 429 or a server error.
    Refused requests raise WinnowError, failed tasks TaskFailedError, a service that cannot be reached OSError.
    """

    def __init__(self, url: str, api_key: str, *, timeout: float = 120, max_retries: int = 3) -> None:
        self._transport = Transport(url, api_key, timeout, max_retries)

    def request(
        self,
        method: str,
        path: str,
        *,
        query: Optional[Mapping[str, Any]] = None,
        body: Any = None,
        idempotency_key: Optional[str] = None,
    ) -> Any:
        """Any path of the API, such as `/api/extractor/v1/lists`: what it answers, parsed."""
        return self._transport.json(method, path, query=query, body=body, idempotency_key=idempotency_key)

    def extract(
        self,
        document: Document,
        *,
        schema: Optional[Mapping[str, Any]] = None,
        template: Optional[str] = None,
        timeout: Optional[float] = None,
        **options: Any,
    ) -> types.Task:
        """Submits a document and waits for its values. `timeout`: seconds to wait; without it as long as the task takes."""
        return self.wait(self.submit(document, schema=schema, template=template, **options), timeout=timeout)

    def submit(
        self,
        document: Document,
        *,
        schema: Optional[Mapping[str, Any]] = None,
        template: Optional[str] = None,
        filename: Optional[str] = None,
        idempotency_key: Optional[str] = None,
        **options: Any,
    ) -> str:
        """The id of the task. `options`: those of the API, such as `pages`, `metadata`, `callback_url`."""
        if (schema is None) == (template is None):
            raise ValueError("Give either a schema or a template.")
        plan: Dict[str, Any] = {"template_id": template} if schema is None else {"extraction_schema": schema}
        named, content, own_name = _document(document)
        shown = filename if filename is not None else own_name
        if shown is not None:
            named["filename"] = shown
        body = {**options, **plan, "document": named}
        path = f"{_EXTRACTOR}/extract-async"
        return self._transport.json("POST", path, body=body, file=content, idempotency_key=idempotency_key)["task_id"]

    def wait(self, task_id: str, *, timeout: Optional[float] = None) -> types.Task:
        """The task when it is completed. Raises TaskFailedError when it failed, WaitTimeout when it takes longer than `timeout` seconds."""
        until = None if timeout is None else time.monotonic() + timeout
        while True:
            left = _WAIT_SECONDS if until is None else min(_WAIT_SECONDS, max(0, int(until - time.monotonic()) + 1))
            task = self.task(task_id, wait=left)
            if task["status"] == "failed":
                raise TaskFailedError(task)
            if task["status"] == "completed":
                return task
            if until is not None and time.monotonic() >= until:
                raise WaitTimeout(f"The task {task_id} did not end within {timeout} seconds.")

    def task(self, task_id: str, *, wait: int = 0) -> types.Task:
        """The task as it is now, or after `wait` seconds at most when it has ended."""
        return cast(types.Task, self.request("GET", f"{_EXTRACTOR}/tasks/{_segment(task_id)}", query={"wait": wait or None}))

    def tasks(self, **query: Any) -> Iterator[types.TaskSummary]:
        """All tasks, newest first, read page by page. `query`: that of `GET /tasks`, such as `status` and `template_id`."""
        return self._all("tasks", query)

    def templates(self) -> Iterator[types.Template]:
        """All templates."""
        return self._all("templates", {})

    def results(self, template_id: str, **query: Any) -> Iterator[Dict[str, Any]]:
        """The completed tasks of a template, oldest first, each with its `final_data`. `query`: such as `review` and `created_after`."""
        with self._transport.open(_results(template_id), {**query, "format": "jsonl"}) as response:
            for line in response:
                yield json.loads(line)

    def download_results(self, template_id: str, path: Union[str, "os.PathLike[str]"], *, format: str = "xlsx", **query: Any) -> None:
        """The same as a file: `xlsx`, `csv` or `jsonl`. It is complete, or as it was before."""
        aside = f"{os.fspath(path)}.new"
        try:
            with self._transport.open(_results(template_id), {**query, "format": format}) as response, open(aside, "wb") as file:
                while piece := response.read(_PIECE_BYTES):
                    file.write(piece)
            os.replace(aside, path)
        finally:
            if os.path.exists(aside):
                os.remove(aside)

    def upload(
        self, document: Union[str, "os.PathLike[str]", bytes], *, filename: Optional[str] = None, idempotency_key: Optional[str] = None
    ) -> Upload:
        """Sends a file ahead of the requests that need it. The result stands wherever a document may, for 24 hours."""
        _, content, own_name = _document(document)
        if content is None:
            raise ValueError("Give a path or bytes; a URL needs no upload.")
        asked = {"filename": filename if filename is not None else own_name, "size_bytes": len(content)}
        path = f"{_EXTRACTOR}/uploads"
        made = self.request("POST", path, body=asked, idempotency_key=idempotency_key)
        # The address may name another host, where the service is known to browsers.
        address = self._transport.address(made["url"][made["url"].index(path) :])
        self._transport.send("PUT", address, content, dict(made["headers"]), lambda response: response.read())
        return Upload(made["upload_id"], made["expires_at"])

    def evaluate(
        self,
        resume: Optional[Document] = None,
        *,
        required_skills: Sequence[Union[str, Mapping[str, Any]]],
        resume_text: Optional[str] = None,
        job_details: Optional[Mapping[str, Any]] = None,
        filename: Optional[str] = None,
        idempotency_key: Optional[str] = None,
        **options: Any,
    ) -> types.EvaluateResponse:
        """Scores a résumé against skills, each with verbatim evidence. `options`: those of the API, such as `job_id`, `application_id`."""
        skills = [{"name": skill} if isinstance(skill, str) else skill for skill in required_skills]
        body: Dict[str, Any] = {**options, "job_details": {**(job_details or {}), "required_skills": skills}}
        if resume_text is not None:
            body["resume_text"] = resume_text
        if resume is not None:
            named, content, own_name = _document(resume)
            if "url" in named:
                body["resume_url"] = named["url"]
            else:
                shown = {} if content is None else {"content": base64.b64encode(content).decode(), "content_type": "application/octet-stream"}
                body["resume_file"] = {**named, **shown, "filename": filename or own_name or "resume"}
        return cast(types.EvaluateResponse, self.request("POST", f"{_RECRUIT}/evaluate", body=body, idempotency_key=idempotency_key))

    def _all(self, kind: str, query: Mapping[str, Any]) -> Iterator[Any]:
        cursor = None
        while True:
            page = self.request("GET", f"{_EXTRACTOR}/{kind}", query={"limit": 100, **query, "cursor": cursor})
            yield from page[kind]
            cursor = page["next_cursor"]
            if cursor is None:
                return


def _document(document: Document) -> Tuple[Dict[str, Any], Optional[bytes], Optional[str]]:
    """How the request names it, its bytes, and its name."""
    if isinstance(document, Upload):
        return {"upload_id": document.upload_id}, None, None
    if isinstance(document, (bytes, bytearray, memoryview)):
        return {}, bytes(document), None
    name = os.fspath(document)
    if isinstance(document, str) and name.lower().startswith(("http://", "https://")):
        return {"url": name}, None, None
    with open(name, "rb") as file:
        return {}, file.read(), os.path.basename(name)


def _results(template_id: str) -> str:
    return f"{_EXTRACTOR}/templates/{_segment(template_id)}/results"


def _segment(text: str) -> str:
    """An id as a part of a path; any other text could name another path."""
    if not text or not text.replace("_", "").isalnum():
        raise ValueError(f"{text!r} is no id.")
    return text
