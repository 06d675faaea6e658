"""The records of the API, generated from openapi.json by scripts/python-types.ts."""

from __future__ import annotations

from typing import Any, Dict, List, Literal, Optional, TypedDict, Union

Json = Any
WrittenSchema = Dict[str, Json]
TaskStatus = Literal["processing", "retrying", "completed", "failed"]
ExtractBatchStatus = Literal["processing", "completed"]
InboxItem = Dict[str, Any]
PacketStatus = Literal["processing", "completed", "failed"]


class _TemplateRulesInputChecksItem(TypedDict):
    name: str
    # An expression (CEL) that is true when all is well, such as `near(total.amount, net.amount + vat.amount)`.
    check: str


class TemplateRulesInputChecksItem(_TemplateRulesInputChecksItem, total=False):
    # What a person reads when it fails.
    message: Optional[str]
    # JSON Pointers of the fields to look at when it fails; those of the expression if left out.
    fields: Optional[List[str]]


class TemplateRulesInputComputedItem(TypedDict):
    name: str
    type: Literal["string", "number", "integer", "boolean", "date"]
    # An expression (CEL). Later rules know its value as `computed.name`.
    value: str


class TemplateRulesInputLookupsItemByItem(TypedDict):
    field: str
    column: str
    how: Literal["exact", "fuzzy"]


class _TemplateRulesInputLookupsItem(TypedDict):
    name: str
    # Id of a list, `lst_…`.
    list: str
    # Tried in this order. The first that finds rows decides; those after it choose among several rows. With a column of a table, such as `/line_items/sku`, each of its rows is looked up.
    by: List[TemplateRulesInputLookupsItemByItem]


class TemplateRulesInputLookupsItem(_TemplateRulesInputLookupsItem, total=False):
    # Names for columns of the row found. Checks and computed values know them as `lookups.name.key`; for rows of a table, `lookups.name` is the list of them, each with its `row`.
    gives: Optional[Dict[str, str]]


class TemplateRulesInputDuplicates(TypedDict):
    # JSON Pointers of the values that two documents have in common when they are the same.
    fields: List[str]
    # How many days back documents are compared.
    days: int


class TemplateRulesInput(TypedDict, total=False):
    """What is said about the values that were read. Rules never change a value."""

    checks: Optional[List[TemplateRulesInputChecksItem]]
    computed: Optional[List[TemplateRulesInputComputedItem]]
    lookups: Optional[List[TemplateRulesInputLookupsItem]]
    duplicates: Optional[TemplateRulesInputDuplicates]


class ReviewRequest(TypedDict, total=False):
    # New values by the JSON Pointer of a field: as JSON of its type, or as a person would type it (`1.190,00 EUR`, `3 April 2026`). Null: the document has no such value. Sending the value that was read removes the correction. `/line_items/3` with null removes a row, `/line_items/-` with an object adds one at the end, and `/line_items` with an array replaces all. With `{"value": …, "at": {"page": 1, "bbox": […]}}` the correction says where the value stands, in shares of the page.
    corrections: Optional[Dict[str, Json]]
    # True marks the task as reviewed, false as not reviewed.
    done: Optional[bool]


class _SignUpRequest(TypedDict):
    name: str
    email: str
    password: str


class SignUpRequest(_SignUpRequest, total=False):
    token: Optional[str]


class SignInRequest(TypedDict):
    email: str
    password: str


class PasswordRequest(TypedDict):
    current_password: str
    new_password: str


class PasswordByLinkRequest(TypedDict):
    token: str
    new_password: str


class LinkRequest(TypedDict):
    token: str


class _InviteRequest(TypedDict):
    email: str


class InviteRequest(_InviteRequest, total=False):
    tier: Literal["free", "pro", "enterprise"]


class KeyRequest(TypedDict):
    name: str


class SsoRequest(TypedDict, total=False):
    # Of the invitation that the sign-in accepts.
    token: Optional[str]
    # Path of the dashboard to go on to; one of another site is not followed.
    next: Optional[str]


class _SignInCodeRequest(TypedDict):
    # Of the app, or one of the codes to keep.
    code: str


class SignInCodeRequest(_SignInCodeRequest, total=False):
    # Whether this browser is not asked again for 30 days.
    trust_device: bool


class SecondFactorRequest(TypedDict):
    password: str


class CodeRequest(TypedDict):
    code: str


class WorkspaceRequest(TypedDict):
    name: str


class MemberRequest(TypedDict):
    role: Literal["owner", "admin", "reviewer", "viewer"]


class MemberInviteRequest(TypedDict):
    email: str
    role: Literal["owner", "admin", "reviewer", "viewer"]


class _PasskeyRequestResponseResponse(TypedDict):
    clientDataJSON: str
    attestationObject: str


class PasskeyRequestResponseResponse(_PasskeyRequestResponseResponse, total=False):
    transports: List[str]
    authenticatorData: str
    publicKey: str
    publicKeyAlgorithm: float


class _PasskeyRequestResponse(TypedDict):
    id: str
    rawId: str
    type: str
    response: PasskeyRequestResponseResponse


class PasskeyRequestResponse(_PasskeyRequestResponse, total=False):
    """What the browser's `navigator.credentials` answered, as JSON."""

    authenticatorAttachment: Literal["platform", "cross-platform"]
    clientExtensionResults: Dict[str, Any]


class PasskeyRequest(TypedDict):
    name: str
    # What the browser's `navigator.credentials` answered, as JSON.
    response: PasskeyRequestResponse


class _PasskeySignInRequestResponseResponse(TypedDict):
    clientDataJSON: str
    authenticatorData: str
    signature: str


class PasskeySignInRequestResponseResponse(_PasskeySignInRequestResponseResponse, total=False):
    userHandle: str


class _PasskeySignInRequestResponse(TypedDict):
    id: str
    rawId: str
    type: str
    response: PasskeySignInRequestResponseResponse


class PasskeySignInRequestResponse(_PasskeySignInRequestResponse, total=False):
    """What the browser's `navigator.credentials` answered, as JSON."""

    authenticatorAttachment: Literal["platform", "cross-platform"]
    clientExtensionResults: Dict[str, Any]


class PasskeySignInRequest(TypedDict):
    # What the browser's `navigator.credentials` answered, as JSON.
    response: PasskeySignInRequestResponse


class AssignmentRequest(TypedDict):
    # A member of the workspace; null: nobody in particular.
    person_id: Optional[str]


class CommentRequest(TypedDict):
    text: str


class NextReviewRequest(TypedDict, total=False):
    # Only of this template.
    template_id: Optional[str]
    # Only with a value less sure than this.
    confidence_below: Optional[float]
    # Only whose values break the rule of their template with this name; `*`: any.
    broken_rule: Optional[str]
    # Tasks that are passed over.
    skip: Optional[List[str]]


class WebhookTestRequest(TypedDict):
    # Receives a `webhook.test` event.
    url: str


class UploadRequest(TypedDict, total=False):
    # Shown in lists, unless the request that names the upload gives another.
    filename: Optional[str]
    # Size of the file, at most 10 MB. A file of another size is then refused.
    size_bytes: Optional[int]
    # Content-Type that the answer tells the client to send with the PUT. The server detects the type from the content.
    content_type: Optional[str]


class ExtractAsyncRequestDocument(TypedDict, total=False):
    url: Optional[str]
    file_content: Optional[str]
    upload_id: Optional[str]
    filename: Optional[str]


class ExtractAsyncRequest(TypedDict, total=False):
    # The document, by exactly one of `url`, `file_content` and `upload_id`.
    document: Optional[ExtractAsyncRequestDocument]
    # URL of the document, instead of `document`.
    document_url: Optional[str]
    # The file as base64 or a `data:` URL, at most 10 MB decoded, instead of `document`.
    file_content: Optional[str]
    # Which values to read. Exactly one of this and `template_id`.
    extraction_schema: Optional[WrittenSchema]
    # Id of a saved template, or `auto`: the one of the account's templates that the document is of, which `document.classified` then names. A document that is like none of them has no values.
    template_id: Optional[str]
    # Who reads; the server's default if left out. `hybrid`: the local engine, and the first configured model for what it is not sure of.
    provider: Optional[Literal["local", "openai", "anthropic", "gemini", "hybrid"]]
    # Providers that may answer instead, in this order, when the provider fails. Without it none does: a provider is never replaced silently.
    fallback: Optional[List[Literal["local", "openai", "anthropic", "gemini"]]]
    # What kind of document it is, in your words.
    document_description: Optional[str]
    # Receives a signed webhook when the task has ended.
    callback_url: Optional[str]
    # Your own JSON, at most 10 KB, echoed in the record.
    metadata: Optional[Dict[str, Json]]
    # Pages to read, such as `1-3,7`.
    pages: Optional[str]
    # Password of the PDF. It is never logged, and deleted when the task has ended.
    password: Optional[str]
    # `use`: an equal request may be answered from its earlier result. `refresh`: read again. `off`: read again, and store nothing for later.
    cache: Optional[Literal["use", "refresh", "off"]]
    # Days until document and text are deleted; 0 deletes them when the task has ended.
    retention_days: Optional[int]
    # The task fails when it has not ended by then; 900 if left out.
    deadline_seconds: Optional[int]
    # False: the document is read without what earlier reviews taught, and its own review teaches nothing. True if left out, unless the template says otherwise.
    learn: Optional[bool]
    # Values less sure than this are listed in the record's `needs_review`. If left out, as the template says, as its reviews say, or 0.8.
    review_below: Optional[float]
    # Order among your own tasks: higher numbers run first.
    priority: Optional[int]


class SuggestSchemaRequestDocument(TypedDict, total=False):
    url: Optional[str]
    file_content: Optional[str]
    upload_id: Optional[str]
    filename: Optional[str]


class SuggestSchemaRequest(TypedDict, total=False):
    # The document, by exactly one of `url`, `file_content` and `upload_id`.
    document: Optional[SuggestSchemaRequestDocument]
    # URL of the document, instead of `document`.
    document_url: Optional[str]
    # The file as base64 or a `data:` URL, at most 10 MB decoded, instead of `document`.
    file_content: Optional[str]
    # Password of the PDF. It is never logged, and deleted when the task has ended.
    password: Optional[str]


class ExtractBatchRequestDocumentsItem(TypedDict, total=False):
    # Where the document is. A URL that cannot be fetched fails its task only.
    url: Optional[str]
    # The file as base64 or a `data:` URL, at most 10 MB decoded.
    file_content: Optional[str]
    # An upload whose file has arrived. One that is not there fails its task only.
    upload_id: Optional[str]
    filename: Optional[str]
    # Your own JSON, at most 10 KB, echoed in the task's record instead of the batch's.
    metadata: Optional[Dict[str, Json]]
    # Pages to read, such as `1-3,7`.
    pages: Optional[str]
    # Password of the PDF. It is never logged, and deleted when the task has ended.
    password: Optional[str]


class _ExtractBatchRequest(TypedDict):
    # Up to 1000 documents, each by exactly one of `url`, `file_content` and `upload_id`.
    documents: List[ExtractBatchRequestDocumentsItem]


class ExtractBatchRequest(_ExtractBatchRequest, total=False):
    # Which values to read. Exactly one of this and `template_id`.
    extraction_schema: Optional[WrittenSchema]
    # Id of a saved template, or `auto`: the one of the account's templates that the document is of, which `document.classified` then names. A document that is like none of them has no values.
    template_id: Optional[str]
    # Who reads; the server's default if left out. `hybrid`: the local engine, and the first configured model for what it is not sure of.
    provider: Optional[Literal["local", "openai", "anthropic", "gemini", "hybrid"]]
    # Providers that may answer instead, in this order, when the provider fails. Without it none does: a provider is never replaced silently.
    fallback: Optional[List[Literal["local", "openai", "anthropic", "gemini"]]]
    # What kind of document it is, in your words.
    document_description: Optional[str]
    # Receives one `batch.completed` when every document was read or has failed.
    callback_url: Optional[str]
    # Your own JSON, at most 10 KB, echoed in the batch's record and in those of its tasks.
    metadata: Optional[Dict[str, Json]]
    # `use`: an equal request may be answered from its earlier result. `refresh`: read again. `off`: read again, and store nothing for later.
    cache: Optional[Literal["use", "refresh", "off"]]
    # Days until document and text are deleted; 0 deletes them when the task has ended.
    retention_days: Optional[int]
    # A task of the batch fails when it has not ended by then; 3600 if left out.
    deadline_seconds: Optional[int]
    # False: the document is read without what earlier reviews taught, and its own review teaches nothing. True if left out, unless the template says otherwise.
    learn: Optional[bool]
    # Values less sure than this are listed in the record's `needs_review`. If left out, as the template says, as its reviews say, or 0.8.
    review_below: Optional[float]
    # Order among your own tasks: higher numbers run first.
    priority: Optional[int]


class _InboxRequestMailbox(TypedDict):
    # Of the IMAP server.
    host: str
    user: str
    # Stored sealed, and never shown again. Use a password of the mail account for this alone.
    password: str


class InboxRequestMailbox(_InboxRequestMailbox, total=False):
    port: int
    # `none` only for hosts that the operator allows with WINNOW_ALLOW_HOSTS.
    security: Literal["tls", "starttls", "none"]
    folder: str


class _InboxRequestBucket(TypedDict):
    bucket: str
    access_key_id: str
    # Stored sealed, and never shown again. Use a key that may do this alone.
    secret_access_key: str


class InboxRequestBucket(_InboxRequestBucket, total=False):
    # URL of the server, such as `https://minio.example.com`; null: AWS. `http` only for hosts that the operator allows.
    endpoint: Optional[str]
    region: str
    # The folder in the bucket, such as `invoices/in/`; empty: all of the bucket.
    prefix: str


class _InboxRequest(TypedDict):
    name: str
    # Id of a template, or `auto`: whichever the document is of.
    template_id: str


class InboxRequest(_InboxRequest, total=False):
    # Give either this or `bucket`.
    mailbox: Optional[InboxRequestMailbox]
    # Give either this or `mailbox`.
    bucket: Optional[InboxRequestBucket]
    # Of a mailbox, at least one: mails of others are put aside.
    senders: Optional[List[str]]


class InboxChangeRequest(TypedDict):
    paused: bool


class _ListRequest(TypedDict):
    # The name that people see.
    name: str


class ListRequest(_ListRequest, total=False):
    # The rows as CSV; the first line names the columns. Separated by comma, semicolon, tab or |.
    csv: Optional[str]
    # The same as a file in base64, or a `data:` URL, in any common encoding.
    file_content: Optional[str]


class _OutboxRequestBucket(TypedDict):
    bucket: str
    access_key_id: str
    # Stored sealed, and never shown again. Use a key that may do this alone.
    secret_access_key: str


class OutboxRequestBucket(_OutboxRequestBucket, total=False):
    # URL of the server, such as `https://minio.example.com`; null: AWS. `http` only for hosts that the operator allows.
    endpoint: Optional[str]
    region: str
    # The folder in the bucket, such as `invoices/in/`; empty: all of the bucket.
    prefix: str


class _OutboxRequest(TypedDict):
    name: str
    bucket: OutboxRequestBucket


class OutboxRequest(_OutboxRequest, total=False):
    # Only tasks of this template; null: all tasks of the workspace.
    template_id: Optional[str]
    # True: a record is written once its task is reviewed, else when it ends; those of failed tasks in `failed/`.
    only_reviewed: bool


class OutboxChangeRequest(TypedDict):
    paused: bool


class PacketRequestDocument(TypedDict, total=False):
    url: Optional[str]
    file_content: Optional[str]
    upload_id: Optional[str]
    filename: Optional[str]


class _PacketRequest(TypedDict):
    # Ids of the templates that the documents in the file may be of.
    templates: List[str]


class PacketRequest(_PacketRequest, total=False):
    # The document, by exactly one of `url`, `file_content` and `upload_id`.
    document: Optional[PacketRequestDocument]
    # URL of the document, instead of `document`.
    document_url: Optional[str]
    # The file as base64 or a `data:` URL, at most 10 MB decoded, instead of `document`.
    file_content: Optional[str]
    # Receives `packet.completed` when the file is cut or could not be, which `status` tells, and the webhook of each part's task when that has ended.
    callback_url: Optional[str]
    # Parts less sure than this are listed in `needs_review`; 0.9 if left out.
    min_confidence: Optional[float]
    # Who reads the parts; the server's default if left out. A model is also asked, once, about parts that are less sure than `min_confidence`.
    provider: Optional[Literal["local", "openai", "anthropic", "gemini", "hybrid"]]
    # False: the file is cut and read without what people set right earlier, and what is set right of it teaches nothing. True if left out, unless a template says otherwise.
    learn: Optional[bool]
    # Your own JSON, at most 10 KB, echoed in the record and in those of the parts' tasks.
    metadata: Optional[Dict[str, Json]]
    # Password of the PDF. It is never logged, and deleted when the task has ended.
    password: Optional[str]
    # Days until document and text are deleted; 0 deletes them when the task has ended.
    retention_days: Optional[int]
    # The packet, and then each of its tasks, fails when it has not ended by then; 900 if left out.
    deadline_seconds: Optional[int]


class PacketPartsPartsItem(TypedDict):
    # Numbers of its pages in the file.
    pages: List[int]
    # One of the account's templates, or null: it is not read.
    template_id: Optional[str]


class _PacketParts(TypedDict):
    parts: List[PacketPartsPartsItem]


class PacketParts(_PacketParts, total=False):
    # Password of the file, where it has one: it was deleted when the packet was cut.
    password: Optional[str]


class _TemplateRequest(TypedDict):
    # The name that people see.
    name: str
    # As in extract-async: fields, or a JSON Schema object.
    extraction_schema: WrittenSchema


class TemplateRequest(_TemplateRequest, total=False):
    # What kind of document it is, in your words.
    document_description: Optional[str]
    # False: reviews of its tasks teach nothing, and no earlier ones are used. True if left out.
    learn: Optional[bool]
    # False: the new version is a draft, which tasks do not use until it is published. True if left out.
    published: Optional[bool]
    # Values less sure than this, 0 to 1, are listed in `needs_review`. If left out, what the reviews of the template say.
    review_below: Optional[float]
    # Share of the finished reviews, 0 to 1, that a second person reads again. 0 if left out.
    second_review_share: Optional[float]
    # What is checked, computed and looked up when a document is read.
    rules: Optional[TemplateRulesInput]


class SchemaValidateRequest(TypedDict):
    extraction_schema: Json


class EvaluationRequest(TypedDict, total=False):
    # Fields to try, instead of a version.
    extraction_schema: Optional[WrittenSchema]
    # The version to try; the published one if left out.
    version: Optional[int]
    # Who reads; the server's default if left out.
    provider: Optional[Literal["local", "openai", "anthropic", "gemini", "hybrid"]]
    # At most so many of the documents that were reviewed last; 100 if left out.
    tasks_max: Optional[int]


class PublishRequest(TypedDict, total=False):
    # True: publish also when values are lost or rules are broken.
    force: Optional[bool]


class AnalyzeJobRequest(TypedDict, total=False):
    # The ad as text. Used instead of the URL when both are sent.
    description: Optional[str]
    # URL of the ad: PDF, DOCX, HTML or TXT.
    description_file_url: Optional[str]
    # Which provider reads the ad; the server's default if left out.
    provider: Optional[Literal["local", "openai", "anthropic", "gemini"]]


class ResumeFile(TypedDict, total=False):
    # Shown to people; the answer names the file by it. With `upload_id` it may be left out.
    filename: Optional[str]
    # A hint only; the type is detected from the content. With `upload_id` it may be left out.
    content_type: Optional[str]
    # The file as base64 or a `data:` URL, at most 10 MB decoded. Exactly one of this and `upload_id`.
    content: Optional[str]
    upload_id: Optional[str]


class _EvaluateRequestJobDetailsRequiredSkillsItem(TypedDict):
    name: str


class EvaluateRequestJobDetailsRequiredSkillsItem(_EvaluateRequestJobDetailsRequiredSkillsItem, total=False):
    type: Optional[str]
    required: Optional[bool]


class _EvaluateRequestJobDetails(TypedDict):
    required_skills: List[EvaluateRequestJobDetailsRequiredSkillsItem]


class EvaluateRequestJobDetails(_EvaluateRequestJobDetails, total=False):
    # The ad. Text that a résumé copies from it does not count.
    description: Optional[str]
    # URL of the ad, read when there is no `description`.
    description_file_url: Optional[str]


class _EvaluateRequest(TypedDict):
    # Your id of the job.
    job_id: str
    # Your id of the application, or the one a batch gave it.
    application_id: str
    job_details: EvaluateRequestJobDetails


class EvaluateRequest(_EvaluateRequest, total=False):
    # URL of the résumé: PDF, DOCX, JPG, PNG or TXT.
    resume_url: Optional[str]
    # The résumé as text, instead of a URL.
    resume_text: Optional[str]
    # The résumé as a file, instead of a URL.
    resume_file: Optional[ResumeFile]
    # Which provider judges the résumé; the server's default if left out.
    provider: Optional[Literal["local", "openai", "anthropic", "gemini"]]


class _PositionRequestRequiredSkillsItem(TypedDict):
    name: str


class PositionRequestRequiredSkillsItem(_PositionRequestRequiredSkillsItem, total=False):
    type: Optional[str]
    required: Optional[bool]


class _PositionRequest(TypedDict):
    title: str
    required_skills: List[PositionRequestRequiredSkillsItem]


class PositionRequest(_PositionRequest, total=False):
    # The ad. Text that a résumé copies from it does not count.
    description: Optional[str]
    # URL of the ad, read when there is no `description`.
    description_file_url: Optional[str]
    # Interview questions, as analyze-job returns them.
    questions: Optional[List[str]]
    # Days after which its applications are deleted, from when their batch was read; null: the service's rule. Left out of a change: as it was.
    retention_days: Optional[int]
    # How a candidate asks for a review by a person or a correction, as the candidate's report prints it. Left out of a change: as it was.
    review_contact: Optional[str]


class ExtractResumesRequest(TypedDict, total=False):
    # Résumés in the request itself. May be sent together with `urls`; 100 in all.
    files: Optional[List[ResumeFile]]
    # URLs of résumé files.
    urls: Optional[List[str]]
    # Which provider reads the résumés; the server's default if left out.
    provider: Optional[Literal["local", "openai", "anthropic", "gemini"]]
    # Receives a signed webhook `resume_job.completed` when all files are done.
    callback_url: Optional[str]


class _GroupsRequest(TypedDict):
    # By id of the application, its group by category, as the applicants said themselves. Up to 5 categories.
    groups: Dict[str, Dict[str, str]]


class GroupsRequest(_GroupsRequest, total=False):
    # Ids of the applications that were selected. Without it the ratios are of scores, or of those who reach a score.
    selected: Optional[List[str]]


class _ResumeSearchRequest(TypedDict):
    # Skills, separated by commas; years after a skill are the least of it: `SQL, three years, logistics`.
    query: str


class ResumeSearchRequest(_ResumeSearchRequest, total=False):
    # Only applications of this position; without it all résumés of the workspace.
    position_id: Optional[str]
    limit: int


class _TemplateRulesChecksItem(TypedDict):
    name: str
    # An expression (CEL) that is true when all is well, such as `near(total.amount, net.amount + vat.amount)`.
    check: str


class TemplateRulesChecksItem(_TemplateRulesChecksItem, total=False):
    # What a person reads when it fails.
    message: Optional[str]
    # JSON Pointers of the fields to look at when it fails; those of the expression if left out.
    fields: Optional[List[str]]


class TemplateRulesComputedItem(TypedDict):
    name: str
    type: Literal["string", "number", "integer", "boolean", "date"]
    # An expression (CEL). Later rules know its value as `computed.name`.
    value: str


class TemplateRulesLookupsItemByItem(TypedDict):
    field: str
    column: str
    how: Literal["exact", "fuzzy"]


class _TemplateRulesLookupsItem(TypedDict):
    name: str
    # Id of a list, `lst_…`.
    list: str
    # Tried in this order. The first that finds rows decides; those after it choose among several rows. With a column of a table, such as `/line_items/sku`, each of its rows is looked up.
    by: List[TemplateRulesLookupsItemByItem]


class TemplateRulesLookupsItem(_TemplateRulesLookupsItem, total=False):
    # Names for columns of the row found. Checks and computed values know them as `lookups.name.key`; for rows of a table, `lookups.name` is the list of them, each with its `row`.
    gives: Optional[Dict[str, str]]


class TemplateRulesDuplicates(TypedDict):
    # JSON Pointers of the values that two documents have in common when they are the same.
    fields: List[str]
    # How many days back documents are compared.
    days: int


class TemplateRules(TypedDict, total=False):
    """What is said about the values that were read. Rules never change a value."""

    checks: Optional[List[TemplateRulesChecksItem]]
    computed: Optional[List[TemplateRulesComputedItem]]
    lookups: Optional[List[TemplateRulesLookupsItem]]
    duplicates: Optional[TemplateRulesDuplicates]


class CheckOutcome(TypedDict):
    name: str
    # Null: not checked, as `message` says.
    passed: Optional[bool]
    message: Optional[str]
    # JSON Pointers of the fields that it is about.
    fields: List[str]


class LookupOutcomeSuggestionsItem(TypedDict):
    row: Dict[str, str]
    likeness: float


class _LookupOutcome(TypedDict):
    name: str
    list_id: str
    # `several`: rows that nothing distinguishes. `not_looked_up`: no field has a value, or the list was deleted.
    status: Literal["found", "no_match", "several", "not_looked_up"]
    # The row found, by its columns.
    row: Optional[Dict[str, str]]
    # Of the value to the row's; 1 when it is equal.
    likeness: Optional[float]
    gives: Dict[str, Optional[str]]
    # Up to three rows that come near.
    suggestions: List[LookupOutcomeSuggestionsItem]
    # JSON Pointers of the fields that were looked up.
    fields: List[str]


class LookupOutcome(_LookupOutcome, total=False):
    # JSON Pointer of the row of a table that was looked up. Absent where the rule looks up no rows of a table.
    at: str
    # That further rows of a table were not looked up. Absent otherwise.
    message: str


class DuplicateTask(TypedDict):
    # The other task; its retention time may be over.
    task_id: str
    created_at: str


class RuleOutcomesStoppedItem(TypedDict):
    name: str
    # Why, and what to do.
    message: str


class _RuleOutcomes(TypedDict):
    checks: List[CheckOutcome]
    computed: Dict[str, Json]
    lookups: List[LookupOutcome]
    # Other tasks of the template with the same values, newest first.
    duplicates: List[DuplicateTask]


class RuleOutcomes(_RuleOutcomes, total=False):
    """What the template's rules say of the values, corrections included."""

    # Checks and computed values that take more than 100 ms on the document, which were stopped. Absent when there are none.
    stopped: List[RuleOutcomesStoppedItem]


class _ValidationIssue(TypedDict):
    loc: List[Union[str, int]]
    msg: str
    type: str


class ValidationIssue(_ValidationIssue, total=False):
    input: Json


class _ErrorError(TypedDict):
    message: str
    type: str


class ErrorError(_ErrorError, total=False):
    retry_after: Optional[int]


class ErrorLossesItem(TypedDict):
    task_id: str
    path: str
    expected: Json
    got: Json


class ErrorBrokenRulesItem(TypedDict):
    name: str
    # What a person reads.
    message: str
    task_id: str


class _Error(TypedDict):
    detail: str
    error_code: str
    error: ErrorError
    request_id: str


class Error(_Error, total=False):
    # Of `loses_values`: each value that is lost.
    losses: List[ErrorLossesItem]
    # Of `breaks_rules` and `loses_values`: each rule that a reviewed document breaks with this version only.
    broken_rules: List[ErrorBrokenRulesItem]


class _ValidationErrorError(TypedDict):
    message: str
    type: str


class ValidationErrorError(_ValidationErrorError, total=False):
    retry_after: Optional[int]


class ValidationError(TypedDict):
    detail: List[ValidationIssue]
    error_code: str
    error: ValidationErrorError
    request_id: str


class _RateLimitErrorError(TypedDict):
    message: str
    type: str


class RateLimitErrorError(_RateLimitErrorError, total=False):
    retry_after: Optional[int]


class RateLimitError(TypedDict):
    detail: str
    retry_after: Optional[int]
    error_code: str
    error: RateLimitErrorError
    request_id: str


class _Field(TypedDict):
    name: str
    type: Literal["string", "number", "integer", "boolean", "date", "datetime", "time", "currency", "percentage", "enum", "multi_enum", "email", "phone", "url", "address", "array", "object", "table", "signature"]


class Field(_Field, total=False):
    description: str
    required: bool
    method: Literal["extract", "generate", "classify"]
    enum: List[str]
    format: str
    pattern: str
    minimum: float
    maximum: float
    examples: List[str]
    fields: List[Field]
    items: Field


class _ExtractionSchema(TypedDict):
    fields: List[Field]


class ExtractionSchema(_ExtractionSchema, total=False):
    document_description: str


class _Evidence(TypedDict):
    page: int
    text: str
    bbox: List[Any]


class Evidence(_Evidence, total=False):
    # Name of the attachment, of the file inside of the document, or of one of its e-invoices. Absent for the document itself.
    part: str
    # Name of the sheet of a spreadsheet.
    sheet: str
    # Name of the first cell, such as `C7`.
    cell: str
    # Path of the element or attribute of an XML file, such as `/Invoice/ID`.
    path: str


class _Warning(TypedDict):
    code: str
    path: Optional[str]
    message: str


class Warning(_Warning, total=False):
    candidates: List[Json]


class ConfidenceFactor(TypedDict):
    factor: Literal["other_print", "letters_differ", "unclear_words", "poor_page", "ambiguous_value", "rivals", "checks", "inferred", "other_engine", "remembered", "stated", "print", "failed_check"]
    effect: float


class _FieldResult(TypedDict):
    value: Json
    raw: Optional[str]
    status: Literal["found", "not_found", "unreadable", "inferred", "invalid"]
    confidence: Optional[float]
    evidence: List[Evidence]
    warnings: List[str]


class FieldResult(_FieldResult, total=False):
    confidence_factors: List[ConfidenceFactor]


class MemoryUsed(TypedDict):
    """The layout that the document was read with, from earlier reviews."""

    layout_id: str
    likeness: float
    examples: int
    # The task that was reviewed last of them; it may be deleted since.
    last_task_id: str
    last_reviewed_at: str


class TaskSummaryDocumentStructured(TypedDict):
    """The kind of e-invoice that the file is or holds. Absent for others."""

    format: str
    profile: Optional[str]


class TaskSummaryDocumentClassified(TypedDict):
    """Of a task with `template_id: auto`, once its document was looked at: the template that was chosen."""

    # Null: the document is like none of the templates, and nothing was read.
    template_id: Optional[str]
    confidence: float
    reasons: List[str]


class _TaskSummaryDocumentPagesItem(TypedDict):
    number: int
    width: float
    height: float
    text_source: Literal["native", "ocr", "mixed"]
    quality: float


class TaskSummaryDocumentPagesItem(_TaskSummaryDocumentPagesItem, total=False):
    # Name of the attachment, of the file inside of the document, or of the one of its e-invoices, that the page is of.
    part: str
    # Name of the sheet that the page shows.
    sheet: str


class _TaskSummaryDocument(TypedDict):
    filename: Optional[str]
    # URL that it was fetched from, with `***` for the values of the query. Null for a file.
    url: Optional[str]
    mime_type: Optional[str]
    size_bytes: Optional[int]
    sha256: Optional[str]
    page_count: Optional[int]
    pages: List[TaskSummaryDocumentPagesItem]


class TaskSummaryDocument(_TaskSummaryDocument, total=False):
    # The kind of e-invoice that the file is or holds. Absent for others.
    structured: TaskSummaryDocumentStructured
    # Of a task with `template_id: auto`, once its document was looked at: the template that was chosen.
    classified: TaskSummaryDocumentClassified


class TaskSummaryTemplate(TypedDict):
    template_id: str
    version: int


class TaskSummaryError(TypedDict):
    code: Literal["document_unreachable", "document_too_large", "unsupported_type", "encrypted_document", "corrupt_document", "empty_document", "too_many_pages", "provider_auth", "provider_rate_limited", "provider_unavailable", "provider_refused", "output_truncated", "deadline_exceeded", "cancelled", "internal"]
    message: str
    retryable: bool
    stage: Literal["queued", "fetching", "reading", "extracting", "checking", "done"]


class TaskSummary(TypedDict):
    task_id: str
    status: TaskStatus
    message: str
    created_at: str
    started_at: Optional[str]
    completed_at: Optional[str]
    attempts: int
    stage: Literal["queued", "fetching", "reading", "extracting", "checking", "done"]
    engine: Optional[str]
    provider: Optional[str]
    model: Optional[str]
    document: TaskSummaryDocument
    template: Optional[TaskSummaryTemplate]
    metadata: Dict[str, Json]
    error: Optional[TaskSummaryError]
    confidence: Optional[float]
    reviewed_at: Optional[str]
    # The batch that it was sent with (`extract-batch`); null of a task of its own.
    batch_id: Optional[str]


class ReviewValuesValuePlace(TypedDict):
    """Where the value stands, if the person said."""

    page: int
    bbox: List[Any]


class _ReviewValuesValue(TypedDict):
    value: Json
    at: str
    by: str


class ReviewValuesValue(_ReviewValuesValue, total=False):
    # Where the value stands, if the person said.
    place: ReviewValuesValuePlace


class Review(TypedDict):
    values: Dict[str, ReviewValuesValue]
    completed_at: Optional[str]
    completed_by: Optional[str]


class TaskDocumentStructured(TypedDict):
    """The kind of e-invoice that the file is or holds. Absent for others."""

    format: str
    profile: Optional[str]


class TaskDocumentClassified(TypedDict):
    """Of a task with `template_id: auto`, once its document was looked at: the template that was chosen."""

    # Null: the document is like none of the templates, and nothing was read.
    template_id: Optional[str]
    confidence: float
    reasons: List[str]


class _TaskDocumentPagesItem(TypedDict):
    number: int
    width: float
    height: float
    text_source: Literal["native", "ocr", "mixed"]
    quality: float


class TaskDocumentPagesItem(_TaskDocumentPagesItem, total=False):
    # Name of the attachment, of the file inside of the document, or of the one of its e-invoices, that the page is of.
    part: str
    # Name of the sheet that the page shows.
    sheet: str


class _TaskDocument(TypedDict):
    filename: Optional[str]
    # URL that it was fetched from, with `***` for the values of the query. Null for a file.
    url: Optional[str]
    mime_type: Optional[str]
    size_bytes: Optional[int]
    sha256: Optional[str]
    page_count: Optional[int]
    pages: List[TaskDocumentPagesItem]


class TaskDocument(_TaskDocument, total=False):
    # The kind of e-invoice that the file is or holds. Absent for others.
    structured: TaskDocumentStructured
    # Of a task with `template_id: auto`, once its document was looked at: the template that was chosen.
    classified: TaskDocumentClassified


class TaskTemplate(TypedDict):
    template_id: str
    version: int


class TaskError(TypedDict):
    code: Literal["document_unreachable", "document_too_large", "unsupported_type", "encrypted_document", "corrupt_document", "empty_document", "too_many_pages", "provider_auth", "provider_rate_limited", "provider_unavailable", "provider_refused", "output_truncated", "deadline_exceeded", "cancelled", "internal"]
    message: str
    retryable: bool
    stage: Literal["queued", "fetching", "reading", "extracting", "checking", "done"]


class TaskCompleteness(TypedDict):
    pages_read: List[int]
    pages_failed: List[int]
    truncated: bool


class TaskUsage(TypedDict):
    pages: int
    input_tokens: int
    output_tokens: int
    cost_usd: Optional[float]


class TaskTiming(TypedDict):
    queue_ms: Optional[int]
    fetch_ms: Optional[int]
    read_ms: Optional[int]
    extract_ms: Optional[int]
    total_ms: Optional[int]


class TaskCache(TypedDict):
    hit: bool


class TaskWebhook(TypedDict):
    status: Literal["pending", "delivered", "failed"]
    attempts: int


class Task(TypedDict):
    task_id: str
    status: TaskStatus
    message: str
    created_at: str
    started_at: Optional[str]
    completed_at: Optional[str]
    attempts: int
    stage: Literal["queued", "fetching", "reading", "extracting", "checking", "done"]
    engine: Optional[str]
    provider: Optional[str]
    model: Optional[str]
    document: TaskDocument
    template: Optional[TaskTemplate]
    metadata: Dict[str, Json]
    error: Optional[TaskError]
    confidence: Optional[float]
    reviewed_at: Optional[str]
    # The batch that it was sent with (`extract-batch`); null of a task of its own.
    batch_id: Optional[str]
    queue_position: Optional[int]
    next_attempt_at: Optional[str]
    deadline_at: str
    data: Optional[Dict[str, Json]]
    fields: Optional[Dict[str, FieldResult]]
    completeness: Optional[TaskCompleteness]
    warnings: List[Warning]
    usage: TaskUsage
    timing: TaskTiming
    cache: TaskCache
    webhook: Optional[TaskWebhook]
    reviewed: Optional[Review]
    # Values less sure than this are to be reviewed.
    review_below: float
    # JSON Pointers of the values in `fields` less sure than `review_below`; empty when reviewed, null without values.
    needs_review: Optional[List[str]]
    # What the template's rules say of the values; null where it has none, or the task is not completed.
    rules: Optional[RuleOutcomes]
    # The layout whose reviews were a reason for the values; null where none was.
    memory: Optional[MemoryUsed]


class _Session(TypedDict):
    # The workspace that the person looks at.
    account_id: str
    person_id: str
    email: str
    name: str
    # Of the server: its owner invites people who get a workspace of their own.
    role: Literal["owner", "member"]
    tier: Literal["free", "pro", "enterprise"]
    workspace_name: str
    # The person's role in the workspace.
    workspace_role: Literal["owner", "admin", "reviewer", "viewer"]


class Session(_Session, total=False):
    # Properties of the request that the service does not know. Absent when there are none.
    warnings: List[Warning]


class _SsoStart(TypedDict):
    # The provider's page for this sign-in.
    url: str


class SsoStart(_SsoStart, total=False):
    # Properties of the request that the service does not know. Absent when there are none.
    warnings: List[Warning]


class _NeedsCode(TypedDict):
    needs_code: bool


class NeedsCode(_NeedsCode, total=False):
    # Properties of the request that the service does not know. Absent when there are none.
    warnings: List[Warning]


class SecondFactor(TypedDict):
    on: bool
    # Whether the person has one here; only then does this server ask for a second factor.
    has_password: bool


class _BackupCodes(TypedDict):
    # Each works once in place of a code of the app. Shown once.
    backup_codes: List[str]


class BackupCodes(_BackupCodes, total=False):
    # Properties of the request that the service does not know. Absent when there are none.
    warnings: List[Warning]


class _NewSecondFactor(TypedDict):
    # For the app, mostly as a QR code. Shown once.
    uri: str
    # Each works once in place of a code of the app. Shown once.
    backup_codes: List[str]


class NewSecondFactor(_NewSecondFactor, total=False):
    # Properties of the request that the service does not know. Absent when there are none.
    warnings: List[Warning]


class SignedOut(TypedDict):
    # Where the browser goes on to, so that the session at the sign-in provider ends too.
    provider_url: str


class ServerProvidersItem(TypedDict):
    name: Literal["local", "openai", "anthropic", "gemini", "hybrid"]
    model: Optional[str]


class Server(TypedDict):
    version: str
    default_provider: Literal["local", "openai", "anthropic", "gemini"]
    providers: List[ServerProvidersItem]


class SetupSso(TypedDict):
    # What the button says after “Sign in with”.
    name: str
    # Whether passwords are for the owner of the server alone.
    only: bool


class Setup(TypedDict):
    owner: bool
    owner_by_link: bool
    sign_up: Literal["invite", "open"]
    # The sign-in provider; null without one.
    sso: Optional[SetupSso]
    session: Optional[Session]


class _Link(TypedDict):
    kind: Literal["owner", "invite", "password", "member"]
    email: Optional[str]
    expires_at: str
    # Name of the workspace that an invitation of the kind `member` is to.
    workspace: Optional[str]
    # Whether the address can sign in already; an invitation is then accepted by doing so.
    has_account: bool


class Link(_Link, total=False):
    # Properties of the request that the service does not know. Absent when there are none.
    warnings: List[Warning]


class _NewInvite(TypedDict):
    email: str
    tier: Literal["free", "pro", "enterprise"]
    expires_at: str
    # Shown once.
    url: str


class NewInvite(_NewInvite, total=False):
    # Properties of the request that the service does not know. Absent when there are none.
    warnings: List[Warning]


class Invite(TypedDict):
    email: str
    tier: Literal["free", "pro", "enterprise"]
    expires_at: str


class InviteList(TypedDict):
    invites: List[Invite]


class ApiKey(TypedDict):
    key_id: str
    name: str
    last_four: str
    status: Literal["active", "revoked"]
    created_at: str
    last_used_at: Optional[str]
    revoked_at: Optional[str]


class _NewApiKey(TypedDict):
    key_id: str
    name: str
    # Shown once.
    key: str
    # The key it replaced, which is refused from now on.
    revoked_key_id: Optional[str]


class NewApiKey(_NewApiKey, total=False):
    # Properties of the request that the service does not know. Absent when there are none.
    warnings: List[Warning]


class ApiKeyList(TypedDict):
    keys: List[ApiKey]


class ActivityLine(TypedDict):
    at: str
    action: str
    subject: str
    actor: str
    person: Optional[str]
    ip: Optional[str]


class Activity(TypedDict):
    lines: List[ActivityLine]
    next_cursor: Optional[str]


class _Workspace(TypedDict):
    account_id: str
    name: str
    # The caller's own.
    role: Literal["owner", "admin", "reviewer", "viewer"]
    tier: Literal["free", "pro", "enterprise"]


class Workspace(_Workspace, total=False):
    # Properties of the request that the service does not know. Absent when there are none.
    warnings: List[Warning]


class WorkspaceListWorkspacesItem(TypedDict):
    account_id: str
    name: str
    # The caller's own.
    role: Literal["owner", "admin", "reviewer", "viewer"]
    tier: Literal["free", "pro", "enterprise"]


class WorkspaceList(TypedDict):
    workspaces: List[WorkspaceListWorkspacesItem]


class _Member(TypedDict):
    person_id: str
    name: str
    email: str
    role: Literal["owner", "admin", "reviewer", "viewer"]
    joined_at: str
    # Whether the role comes from a group of the sign-in provider, which alone changes it.
    from_group: bool


class Member(_Member, total=False):
    # Properties of the request that the service does not know. Absent when there are none.
    warnings: List[Warning]


class MemberListMembersItem(TypedDict):
    person_id: str
    name: str
    email: str
    role: Literal["owner", "admin", "reviewer", "viewer"]
    joined_at: str
    # Whether the role comes from a group of the sign-in provider, which alone changes it.
    from_group: bool


class MemberList(TypedDict):
    members: List[MemberListMembersItem]


class _NewMemberInvite(TypedDict):
    email: str
    role: Literal["owner", "admin", "reviewer", "viewer"]
    expires_at: str
    # Shown once.
    url: str


class NewMemberInvite(_NewMemberInvite, total=False):
    # Properties of the request that the service does not know. Absent when there are none.
    warnings: List[Warning]


class MemberInviteListInvitesItem(TypedDict):
    email: str
    role: Literal["owner", "admin", "reviewer", "viewer"]
    expires_at: str


class MemberInviteList(TypedDict):
    invites: List[MemberInviteListInvitesItem]


class _PasskeyOptions(TypedDict):
    # For the browser's own `parseCreationOptionsFromJSON` or `parseRequestOptionsFromJSON`.
    options: Dict[str, Any]


class PasskeyOptions(_PasskeyOptions, total=False):
    # Properties of the request that the service does not know. Absent when there are none.
    warnings: List[Warning]


class _Passkey(TypedDict):
    passkey_id: str
    name: str
    created_at: str
    last_used_at: Optional[str]


class Passkey(_Passkey, total=False):
    # Properties of the request that the service does not know. Absent when there are none.
    warnings: List[Warning]


class PasskeyListPasskeysItem(TypedDict):
    passkey_id: str
    name: str
    created_at: str
    last_used_at: Optional[str]


class PasskeyList(TypedDict):
    passkeys: List[PasskeyListPasskeysItem]


class PersonRef(TypedDict):
    person_id: str
    email: str


class TaskComment(TypedDict):
    comment_id: str
    # Null: with an API key, or by somebody who is no member any more.
    by: Optional[PersonRef]
    text: str
    created_at: str


class ReadingDifference(TypedDict):
    # JSON Pointer of the value.
    path: str
    first: Json
    second: Json


class SecondReading(TypedDict):
    status: Literal["waiting", "done"]
    # Null: with an API key, or by somebody who is no member any more.
    first_by: Optional[PersonRef]
    second_by: Optional[PersonRef]
    completed_at: Optional[str]
    # Values of which the two say something else; null until both have read.
    differences: Optional[List[ReadingDifference]]


class _TaskWork(TypedDict):
    task_id: str
    assigned_to: Optional[PersonRef]
    # Who has it open for review; nobody else may change its values until they close it, or `open_until`.
    open_by: Optional[PersonRef]
    open_until: Optional[str]
    # Null: its review is not of the sample that another person reads again.
    second_reading: Optional[SecondReading]
    # Oldest first.
    comments: List[TaskComment]


class TaskWork(_TaskWork, total=False):
    # Properties of the request that the service does not know. Absent when there are none.
    warnings: List[Warning]


class _NextReview(TypedDict):
    # Open for the caller now; null: nothing waits.
    task_id: Optional[str]


class NextReview(_NextReview, total=False):
    # Properties of the request that the service does not know. Absent when there are none.
    warnings: List[Warning]


class ReviewReportPeopleItem(TypedDict):
    # Null: with an API key, or by people who are no members any more.
    person: Optional[PersonRef]
    reviewed: int
    corrected_values: int
    seconds_median: Optional[float]
    # Documents of theirs that a second person read in this time.
    read_again: int
    # Values of these documents.
    read_again_values: int
    # Of these values, those that both left alike.
    read_again_same: int


class ReviewReportFieldsItem(TypedDict):
    template_id: Optional[str]
    field: str
    corrected: int


class ReviewReport(TypedDict):
    people: List[ReviewReportPeopleItem]
    # The fields that were corrected most often.
    fields: List[ReviewReportFieldsItem]


class UsageCounts(TypedDict):
    requests: int
    tasks: int
    completed: int
    failed: int
    pages: int
    input_tokens: int
    output_tokens: int
    cost_usd: float
    resumes: int
    evaluations: int


class UsageDay(TypedDict):
    date: str
    requests: int
    tasks: int
    completed: int
    failed: int
    pages: int
    input_tokens: int
    output_tokens: int
    cost_usd: float
    resumes: int
    evaluations: int


class UsageLimits(TypedDict):
    tier: Literal["free", "pro", "enterprise"]
    requests_per_minute: int
    requests_last_minute: int
    tasks_waiting: int
    tasks_waiting_max: int
    monthly_budget_usd: Optional[float]
    spent_this_month_usd: float
    retention_days: int
    document_bytes_max: int
    document_pages_max: int


class UsageReport(TypedDict):
    days: List[UsageDay]
    totals: UsageCounts
    limits: UsageLimits


class DeliveryLogItem(TypedDict):
    number: int
    started_at: str
    duration_ms: int
    response_status: Optional[int]
    error: Optional[str]
    # The first 1,000 characters of the receiver's answer, kept with the delivery.
    response_excerpt: Optional[str]


class _Delivery(TypedDict):
    delivery_id: str
    task_id: Optional[str]
    packet_id: Optional[str]
    batch_id: Optional[str]
    job_id: Optional[str]
    webhook_id: str
    event_type: Literal["extraction.completed", "extraction.failed", "packet.completed", "batch.completed", "resume_job.completed", "webhook.test"]
    url: str
    status: Literal["pending", "delivered", "dead"]
    attempts: int
    next_attempt_at: Optional[str]
    created_at: str
    delivered_at: Optional[str]
    # Why it is dead, when its last attempt does not say so.
    reason: Optional[str]
    log: List[DeliveryLogItem]


class Delivery(_Delivery, total=False):
    # Properties of the request that the service does not know. Absent when there are none.
    warnings: List[Warning]


class DeliveryList(TypedDict):
    deliveries: List[Delivery]


class DeliveryPage(TypedDict):
    deliveries: List[Delivery]
    next_cursor: Optional[str]


class WebhookOrigin(TypedDict):
    # Scheme, host and port of the URL.
    origin: str
    # The URL, with `***` for the values of its query.
    url: str
    # `failing`: deliveries are tried one at a time. `disabled`: it answered 410 and is sent only tests and replays.
    status: Literal["failing", "disabled"]
    since: Optional[str]
    # Consecutive failed attempts.
    failures: int
    last_error: Optional[str]
    pending_deliveries: int


class WebhookOriginList(TypedDict):
    origins: List[WebhookOrigin]


class WebhookSecret(TypedDict):
    secret: str
    created_at: str
    previous_expires_at: Optional[str]


class _Upload(TypedDict):
    upload_id: str
    # `waiting`: the file has not arrived. `ready`: it may be named in requests.
    status: Literal["waiting", "ready"]
    filename: Optional[str]
    # As announced, then as it arrived.
    size_bytes: Optional[int]
    sha256: Optional[str]
    # By its content; null until it has arrived.
    mime_type: Optional[str]
    created_at: str
    # The file is deleted then. Tasks that were made of it keep theirs.
    expires_at: str


class Upload(_Upload, total=False):
    # Properties of the request that the service does not know. Absent when there are none.
    warnings: List[Warning]


class _UploadResponse(TypedDict):
    upload_id: str
    # `waiting`: the file has not arrived. `ready`: it may be named in requests.
    status: Literal["waiting", "ready"]
    filename: Optional[str]
    # As announced, then as it arrived.
    size_bytes: Optional[int]
    sha256: Optional[str]
    # By its content; null until it has arrived.
    mime_type: Optional[str]
    created_at: str
    # The file is deleted then. Tasks that were made of it keep theirs.
    expires_at: str
    # Address to PUT the bytes to. It is signed, so the PUT needs no key, and it allows nothing but this PUT.
    url: str
    # Headers to send with the PUT.
    headers: Dict[str, str]


class UploadResponse(_UploadResponse, total=False):
    # Properties of the request that the service does not know. Absent when there are none.
    warnings: List[Warning]


class _ExtractAsyncResponse(TypedDict):
    task_id: str
    status: TaskStatus
    message: str


class ExtractAsyncResponse(_ExtractAsyncResponse, total=False):
    # Properties of the request that the service does not know. Absent when there are none.
    warnings: List[Warning]


class PreviewResponsePreview(TypedDict):
    page: int
    width_px: int
    height_px: int
    png_base64: str


class _PreviewResponse(TypedDict):
    preview: PreviewResponsePreview


class PreviewResponse(_PreviewResponse, total=False):
    # Properties of the request that the service does not know. Absent when there are none.
    warnings: List[Warning]


class SuggestSchemaResponseSuggestionsItem(TypedDict):
    # JSON Pointer of the field, such as `/line_items/amount` for a column of a table.
    path: str
    # As printed; the field's name in words where the page prints no label.
    label: str
    # What extraction finds for the field, verbatim; null on a blank form and for a whole table.
    sample: Optional[str]
    page: int
    # The value's own box where it has no printed label.
    label_bbox: List[Any]
    sample_bbox: Optional[List[Any]]


class SuggestSchemaResponseDocumentPagesItem(TypedDict):
    number: int
    width: float
    height: float


class SuggestSchemaResponseDocument(TypedDict):
    mime_type: str
    page_count: int
    # The pages that were looked at.
    pages: List[SuggestSchemaResponseDocumentPagesItem]


class SuggestSchemaResponsePreview(TypedDict):
    page: int
    width_px: int
    height_px: int
    png_base64: str


class SuggestSchemaResponse(TypedDict):
    # Can be sent to extract-async or saved as a template as it is. Without fields when nothing was found.
    extraction_schema: ExtractionSchema
    suggestions: List[SuggestSchemaResponseSuggestionsItem]
    document: SuggestSchemaResponseDocument
    warnings: List[Warning]
    preview: SuggestSchemaResponsePreview


class AccountEvent(TypedDict):
    kind: Literal["task", "packet", "extract_batch", "batch", "position", "application", "delivery", "evaluation"]
    # Id of the record, such as `task_…`.
    id: str
    # Of a task `processing`, `retrying`, `completed` or `failed`; of a packet `processing`, `completed` or `failed`; of an `extract_batch` or a `batch` (of résumés) `processing` or `completed`; of an application `evaluating`, `evaluated` or `failed`; of a delivery `pending`, `delivered` or `dead`; of an evaluation of a template `processing` or `completed`; of a position `created` or `changed`; `deleted` of what was deleted.
    status: str
    # The position of a batch or an application; null of what has none.
    position_id: Optional[str]


class _ExtractBatchResponse(TypedDict):
    batch_id: str
    status: ExtractBatchStatus
    total: int


class ExtractBatchResponse(_ExtractBatchResponse, total=False):
    # Properties of the request that the service does not know. Absent when there are none.
    warnings: List[Warning]


class ExtractBatchSummaryCounts(TypedDict):
    """Tasks of the batch by their status now. Deleted ones are in none, so that the sum may be less than `total`."""

    processing: int
    retrying: int
    completed: int
    failed: int


class ExtractBatchSummaryTemplate(TypedDict):
    template_id: str
    version: int


class ExtractBatchSummaryWebhook(TypedDict):
    status: Literal["pending", "delivered", "failed"]
    attempts: int


class ExtractBatchSummary(TypedDict):
    batch_id: str
    status: ExtractBatchStatus
    created_at: str
    completed_at: Optional[str]
    # Documents that were sent.
    total: int
    # Tasks of the batch by their status now. Deleted ones are in none, so that the sum may be less than `total`.
    counts: ExtractBatchSummaryCounts
    template: Optional[ExtractBatchSummaryTemplate]
    metadata: Dict[str, Json]
    webhook: Optional[ExtractBatchSummaryWebhook]


class ExtractBatchTaskDocumentStructured(TypedDict):
    """The kind of e-invoice that the file is or holds. Absent for others."""

    format: str
    profile: Optional[str]


class ExtractBatchTaskDocumentClassified(TypedDict):
    """Of a task with `template_id: auto`, once its document was looked at: the template that was chosen."""

    # Null: the document is like none of the templates, and nothing was read.
    template_id: Optional[str]
    confidence: float
    reasons: List[str]


class _ExtractBatchTaskDocumentPagesItem(TypedDict):
    number: int
    width: float
    height: float
    text_source: Literal["native", "ocr", "mixed"]
    quality: float


class ExtractBatchTaskDocumentPagesItem(_ExtractBatchTaskDocumentPagesItem, total=False):
    # Name of the attachment, of the file inside of the document, or of the one of its e-invoices, that the page is of.
    part: str
    # Name of the sheet that the page shows.
    sheet: str


class _ExtractBatchTaskDocument(TypedDict):
    filename: Optional[str]
    # URL that it was fetched from, with `***` for the values of the query. Null for a file.
    url: Optional[str]
    mime_type: Optional[str]
    size_bytes: Optional[int]
    sha256: Optional[str]
    page_count: Optional[int]
    pages: List[ExtractBatchTaskDocumentPagesItem]


class ExtractBatchTaskDocument(_ExtractBatchTaskDocument, total=False):
    # The kind of e-invoice that the file is or holds. Absent for others.
    structured: ExtractBatchTaskDocumentStructured
    # Of a task with `template_id: auto`, once its document was looked at: the template that was chosen.
    classified: ExtractBatchTaskDocumentClassified


class ExtractBatchTaskTemplate(TypedDict):
    template_id: str
    version: int


class ExtractBatchTaskError(TypedDict):
    code: Literal["document_unreachable", "document_too_large", "unsupported_type", "encrypted_document", "corrupt_document", "empty_document", "too_many_pages", "provider_auth", "provider_rate_limited", "provider_unavailable", "provider_refused", "output_truncated", "deadline_exceeded", "cancelled", "internal"]
    message: str
    retryable: bool
    stage: Literal["queued", "fetching", "reading", "extracting", "checking", "done"]


class ExtractBatchTask(TypedDict):
    task_id: str
    status: TaskStatus
    message: str
    created_at: str
    started_at: Optional[str]
    completed_at: Optional[str]
    attempts: int
    stage: Literal["queued", "fetching", "reading", "extracting", "checking", "done"]
    engine: Optional[str]
    provider: Optional[str]
    model: Optional[str]
    document: ExtractBatchTaskDocument
    template: Optional[ExtractBatchTaskTemplate]
    metadata: Dict[str, Json]
    error: Optional[ExtractBatchTaskError]
    confidence: Optional[float]
    reviewed_at: Optional[str]
    # The batch that it was sent with (`extract-batch`); null of a task of its own.
    batch_id: Optional[str]
    # Its place in the request's `documents`, from 0.
    index: int


class ExtractBatchCounts(TypedDict):
    """Tasks of the batch by their status now. Deleted ones are in none, so that the sum may be less than `total`."""

    processing: int
    retrying: int
    completed: int
    failed: int


class ExtractBatchTemplate(TypedDict):
    template_id: str
    version: int


class ExtractBatchWebhook(TypedDict):
    status: Literal["pending", "delivered", "failed"]
    attempts: int


class ExtractBatch(TypedDict):
    batch_id: str
    status: ExtractBatchStatus
    created_at: str
    completed_at: Optional[str]
    # Documents that were sent.
    total: int
    # Tasks of the batch by their status now. Deleted ones are in none, so that the sum may be less than `total`.
    counts: ExtractBatchCounts
    template: Optional[ExtractBatchTemplate]
    metadata: Dict[str, Json]
    webhook: Optional[ExtractBatchWebhook]
    # In the order of the request.
    tasks: List[ExtractBatchTask]
    next_cursor: Optional[str]


class ExtractBatchPage(TypedDict):
    batches: List[ExtractBatchSummary]
    next_cursor: Optional[str]


class _Inbox(TypedDict):
    inbox_id: str
    name: str
    kind: Literal["folder", "mailbox", "bucket"]
    # The folder's path, the mail user at the server with its folder, or the bucket with its folder and server.
    place: str
    template_id: str
    senders: List[str]
    paused: bool
    # Why nothing can be taken now; it is tried again. Null while something can.
    problem: Optional[str]
    created_at: str


class Inbox(_Inbox, total=False):
    # Properties of the request that the service does not know. Absent when there are none.
    warnings: List[Warning]


class InboxList(TypedDict):
    inboxes: List[Inbox]


class InboxItems(TypedDict):
    items: List[InboxItem]
    next_cursor: Optional[str]


class _List(TypedDict):
    list_id: str
    name: str
    # Raised whenever the rows are replaced.
    version: int
    columns: List[str]
    # At most 200000.
    rows: int
    created_at: str
    updated_at: str


class List(_List, total=False):
    # Properties of the request that the service does not know. Absent when there are none.
    warnings: List[Warning]


class ListOfLists(TypedDict):
    lists: List[List]
    next_cursor: Optional[str]


class _Outbox(TypedDict):
    outbox_id: str
    name: str
    kind: Literal["folder", "bucket"]
    # The folder's path, or the bucket with its folder and server.
    place: str
    template_id: Optional[str]
    only_reviewed: bool
    paused: bool
    # Why nothing can be written now; it is tried again. Null while something can.
    problem: Optional[str]
    # Records that are still to be written, counted up to 10,000.
    waiting: int
    created_at: str


class Outbox(_Outbox, total=False):
    # Properties of the request that the service does not know. Absent when there are none.
    warnings: List[Warning]


class OutboxList(TypedDict):
    outboxes: List[Outbox]


class _PacketResponse(TypedDict):
    packet_id: str
    status: PacketStatus


class PacketResponse(_PacketResponse, total=False):
    # Properties of the request that the service does not know. Absent when there are none.
    warnings: List[Warning]


class PacketPart(TypedDict):
    # Numbers of its pages in the file, ascending. Each page is in exactly one part.
    pages: List[int]
    # Null: of none of the packet's templates.
    template_id: Optional[str]
    # Probability that its pages and its template are right. Null of a part that was set by hand.
    confidence: Optional[float]
    # What spoke for it, in words.
    reasons: List[str]
    # The task that reads it; null of a part without a template.
    task_id: Optional[str]


class PacketNeedsReviewItem(TypedDict):
    # Its place in `parts`, from 0.
    part: int
    # `cut`: where it begins or ends is doubtful. `template`: of which template it is.
    reason: Literal["cut", "template"]


class PacketError(TypedDict):
    code: Literal["document_unreachable", "document_too_large", "unsupported_type", "encrypted_document", "corrupt_document", "empty_document", "too_many_pages", "provider_auth", "provider_rate_limited", "provider_unavailable", "provider_refused", "output_truncated", "deadline_exceeded", "cancelled", "internal"]
    message: str
    retryable: bool
    stage: Literal["queued", "fetching", "reading", "extracting", "checking", "done"]


class _Packet(TypedDict):
    packet_id: str
    status: PacketStatus
    created_at: str
    completed_at: Optional[str]
    filename: Optional[str]
    templates: List[str]
    min_confidence: float
    page_count: Optional[int]
    parts: List[PacketPart]
    # Parts less sure than `min_confidence` that nobody has set by hand.
    needs_review: List[PacketNeedsReviewItem]
    metadata: Dict[str, Json]
    error: Optional[PacketError]


class Packet(_Packet, total=False):
    # Properties of the request that the service does not know. Absent when there are none.
    warnings: List[Warning]


class PacketPage(TypedDict):
    packets: List[Packet]
    next_cursor: Optional[str]


class _Template(TypedDict):
    template_id: str
    name: str
    version: int
    extraction_schema: ExtractionSchema
    document_description: Optional[str]
    learn: bool
    # False: a draft, which tasks do not use.
    published: bool
    review_below: Optional[float]
    second_review_share: float
    rules: Optional[TemplateRules]
    created_at: str
    updated_at: str


class Template(_Template, total=False):
    # Properties of the request that the service does not know. Absent when there are none.
    warnings: List[Warning]


class TemplateList(TypedDict):
    templates: List[Template]
    next_cursor: Optional[str]


class RememberedLayout(TypedDict):
    layout_id: str
    # Reviewed documents that it is remembered from.
    examples: int
    # Pages of packets that it is remembered from, as somebody set their parts to the template by hand.
    pages_set: int
    # Pages of packets of this layout that somebody set to none of the packet's templates: it is not of the template.
    pages_refused: int
    # Documents that were read with it.
    documents_read: int
    # Share of the values of its reviewed documents that needed no correction.
    right_share: Optional[float]
    created_at: str
    last_used_at: Optional[str]


class TemplateMemory(TypedDict):
    layouts: List[RememberedLayout]


class TemplateVersions(TypedDict):
    versions: List[Template]
    # The version that tasks use.
    published_version: int


class SchemaValidateResponseErrorsItem(TypedDict):
    loc: List[Union[str, int]]
    msg: str
    type: str


class SchemaValidateResponseWarningsItem(TypedDict):
    code: str
    path: str
    message: str


class SchemaValidateResponse(TypedDict):
    valid: bool
    errors: List[SchemaValidateResponseErrorsItem]
    warnings: List[SchemaValidateResponseWarningsItem]
    schema: Optional[ExtractionSchema]


class PageWords(TypedDict):
    page: int
    bbox: List[Any]
    # The words whose middle is inside the box, line by line; empty when there are none.
    text: str


class TaskSchema(TypedDict):
    # As the service read it; for a template, the version that the task names.
    extraction_schema: ExtractionSchema


class TaskList(TypedDict):
    tasks: List[TaskSummary]
    next_cursor: Optional[str]


class FiguresFieldsItem(TypedDict):
    # Path in the schema; `*` stands for the rows of a list.
    field: str
    # Values that the documents have: right, wrong and missed.
    values: int
    right: int
    # Another value was read.
    wrong: int
    # None was read.
    missed: int
    # A value was read where the document has none.
    invented: int


class FiguresThresholdsItem(TypedDict):
    review_below: float
    values_share: Optional[float]
    right_share: Optional[float]


class Figures(TypedDict):
    documents: int
    # Documents without a wrong, missed or invented value.
    documents_right: int
    # Values that the documents have: right, wrong and missed.
    values: int
    right: int
    # Another value was read.
    wrong: int
    # None was read.
    missed: int
    # A value was read where the document has none.
    invented: int
    # right ÷ (right + wrong + missed + invented)
    accuracy: Optional[float]
    # right ÷ (right + wrong + invented)
    precision: Optional[float]
    # right ÷ (right + wrong + missed)
    recall: Optional[float]
    fields: List[FiguresFieldsItem]
    # If a person looks at every value less sure than `review_below`: the share of values read that nobody looks at, and the share of those that is right.
    thresholds: List[FiguresThresholdsItem]


class FieldAgreement(TypedDict):
    # Path in the schema; `*` stands for the rows of a list.
    field: str
    values: int
    # Values that both left alike.
    same: int


class AccuracyFieldsItem(TypedDict):
    # Path in the schema; `*` stands for the rows of a list.
    field: str
    # Values that the documents have: right, wrong and missed.
    values: int
    right: int
    # Another value was read.
    wrong: int
    # None was read.
    missed: int
    # A value was read where the document has none.
    invented: int


class AccuracyThresholdsItem(TypedDict):
    review_below: float
    values_share: Optional[float]
    right_share: Optional[float]


class AccuracyWeeksItem(TypedDict):
    # Monday of the week of the reviews, as `2026-01-26`.
    week: str
    documents: int
    documents_right: int
    values: int
    right: int


class AccuracyLayoutsItem(TypedDict):
    # Null: read without memory.
    layout_id: Optional[str]
    documents: int
    documents_right: int
    values: int
    right: int


class AccuracySecondReadings(TypedDict):
    """Documents that two people read: of the latest 1,000 of the last 100 days."""

    documents: int
    # Those with the most differences first.
    fields: List[FieldAgreement]


class Accuracy(TypedDict):
    """What the latest 1,000 reviews of a template say of the values that were read."""

    documents: int
    # Documents without a wrong, missed or invented value.
    documents_right: int
    # Values that the documents have: right, wrong and missed.
    values: int
    right: int
    # Another value was read.
    wrong: int
    # None was read.
    missed: int
    # A value was read where the document has none.
    invented: int
    # right ÷ (right + wrong + missed + invented)
    accuracy: Optional[float]
    # right ÷ (right + wrong + invented)
    precision: Optional[float]
    # right ÷ (right + wrong + missed)
    recall: Optional[float]
    fields: List[AccuracyFieldsItem]
    # If a person looks at every value less sure than `review_below`: the share of values read that nobody looks at, and the share of those that is right.
    thresholds: List[AccuracyThresholdsItem]
    weeks: List[AccuracyWeeksItem]
    layouts: List[AccuracyLayoutsItem]
    # Documents that two people read: of the latest 1,000 of the last 100 days.
    second_readings: AccuracySecondReadings
    # The lowest `review_below` with which 99 of 100 values that nobody looks at are right; null while fewer than 200 values are reviewed.
    measured_below: Optional[float]


class _EvaluationStarted(TypedDict):
    evaluation_id: str
    status: Literal["processing", "completed"]


class EvaluationStarted(_EvaluationStarted, total=False):
    # Properties of the request that the service does not know. Absent when there are none.
    warnings: List[Warning]


class TemplateEvaluationProgress(TypedDict):
    documents: int
    read: int
    failed: int


class TemplateEvaluationRulesBrokenItem(TypedDict):
    name: str
    documents: int
    published_documents: Optional[int]


class TemplateEvaluationRules(TypedDict):
    # Documents that break a rule of the version that was tried.
    documents: int
    # Those that break a rule of the published version; null where that is what was tried.
    published_documents: Optional[int]
    # Each rule that a document breaks, with how many do; those that most break first.
    broken: List[TemplateEvaluationRulesBrokenItem]


class TemplateEvaluationUsage(TypedDict):
    pages: int
    input_tokens: int
    output_tokens: int
    cost_usd: Optional[float]


class TemplateEvaluation(TypedDict):
    evaluation_id: str
    status: Literal["processing", "completed"]
    template_id: str
    # Null for fields that were sent with the request.
    version: Optional[int]
    # The version that it is compared with.
    published_version: int
    provider: str
    model: Optional[str]
    created_at: str
    completed_at: Optional[str]
    progress: TemplateEvaluationProgress
    # Set when completed. Documents that could not be read do not count; `failed` names them.
    figures: Optional[Figures]
    # The same documents by the published version; null where that is what was tried.
    published: Optional[Figures]
    # What the rules of each version say of what it read; duplicates are looked for among the documents of the evaluation. Fields that were sent are checked by the published version's rules. Null before it is completed, and for evaluations made before Winnow did so.
    rules: Optional[TemplateEvaluationRules]
    usage: Optional[TemplateEvaluationUsage]
    # Reading time of all documents together, without that of the published version.
    seconds: Optional[float]


class TemplateEvaluationList(TypedDict):
    evaluations: List[TemplateEvaluation]


class TemplateEvaluationDetailProgress(TypedDict):
    documents: int
    read: int
    failed: int


class TemplateEvaluationDetailRulesBrokenItem(TypedDict):
    name: str
    documents: int
    published_documents: Optional[int]


class TemplateEvaluationDetailRules(TypedDict):
    # Documents that break a rule of the version that was tried.
    documents: int
    # Those that break a rule of the published version; null where that is what was tried.
    published_documents: Optional[int]
    # Each rule that a document breaks, with how many do; those that most break first.
    broken: List[TemplateEvaluationDetailRulesBrokenItem]


class TemplateEvaluationDetailUsage(TypedDict):
    pages: int
    input_tokens: int
    output_tokens: int
    cost_usd: Optional[float]


class TemplateEvaluationDetailChangesItem(TypedDict):
    task_id: str
    # JSON Pointer into the reviewed data, or into what was read where that has no such row.
    path: str
    expected: Json
    before: Json
    after: Json
    better: bool


class TemplateEvaluationDetailBrokenRulesItem(TypedDict):
    name: str
    # What a person reads.
    message: str
    task_id: str
    # Whether the document breaks it with the published version; null where that is what was tried.
    before: Optional[bool]
    # Whether the document breaks it with the version that was tried.
    after: bool


class TemplateEvaluationDetailFailedItem(TypedDict):
    task_id: str
    code: str
    message: str


class TemplateEvaluationDetail(TypedDict):
    evaluation_id: str
    status: Literal["processing", "completed"]
    template_id: str
    # Null for fields that were sent with the request.
    version: Optional[int]
    # The version that it is compared with.
    published_version: int
    provider: str
    model: Optional[str]
    created_at: str
    completed_at: Optional[str]
    progress: TemplateEvaluationDetailProgress
    # Set when completed. Documents that could not be read do not count; `failed` names them.
    figures: Optional[Figures]
    # The same documents by the published version; null where that is what was tried.
    published: Optional[Figures]
    # What the rules of each version say of what it read; duplicates are looked for among the documents of the evaluation. Fields that were sent are checked by the published version's rules. Null before it is completed, and for evaluations made before Winnow did so.
    rules: Optional[TemplateEvaluationDetailRules]
    usage: Optional[TemplateEvaluationDetailUsage]
    # Reading time of all documents together, without that of the published version.
    seconds: Optional[float]
    # Values that are right with one of the two versions only; the worse ones first.
    changes: List[TemplateEvaluationDetailChangesItem]
    # Rules that documents break, by the document; those that only the version tried breaks first.
    broken_rules: List[TemplateEvaluationDetailBrokenRulesItem]
    failed: List[TemplateEvaluationDetailFailedItem]


class ModelUsage(TypedDict):
    input_tokens: int
    output_tokens: int
    # Null: the price is not known.
    cost_usd: Optional[float]


class Skill(TypedDict):
    name: str
    type: str
    required: bool


class _NamedSkill(TypedDict):
    name: str
    type: str
    required: bool


class NamedSkill(_NamedSkill, total=False):
    # The ad's words as printed, where `name` is another form of them.
    evidence: str


class AnalyzeJobResponse(TypedDict):
    name: str
    required_skills: List[NamedSkill]
    interview_questions: List[str]
    # The text that was analysed.
    description: str
    # As sent; empty when none was.
    description_file_url: str
    engine: str
    provider: Optional[str]
    model: Optional[str]
    usage: ModelUsage
    warnings: List[Warning]


class ApplicantProfileSeniority(TypedDict):
    level: Literal["entry", "intermediate", "senior", "lead", "executive"]
    basis: Literal["title", "years"]
    # The title; null when the years of work decide.
    evidence: Optional[Evidence]


class ApplicantProfileQualificationsItem(TypedDict):
    kind: Literal["degree", "certificate"]
    # Words of the ad.
    asked: str
    # What the résumé has of its kind; null when it has none.
    found: Optional[Evidence]
    # Whether what was found is what was asked for, or a higher degree. Fields of study are not compared.
    meets: bool


class ApplicantProfile(TypedDict):
    # Dated work, overlaps counted once; null without dates.
    experience_years: Optional[float]
    seniority: Optional[ApplicantProfileSeniority]
    # What the ad asks for; empty without an ad.
    qualifications: List[ApplicantProfileQualificationsItem]
    # Six months or more between dated entries of any kind.
    gaps: List[Dict[str, Any]]
    # Up to three for this applicant, about skills that the résumé leaves open.
    questions: List[str]


class SkillEvaluation(TypedDict):
    score: int
    # Verbatim text of the résumé, or a plain statement that nothing was found.
    evidence: str
    # How sure the reading is, not how good the candidate.
    confidence: int


class SkillExplanationFactorsItem(TypedDict):
    name: str
    value: float
    weight: float
    points: float
    reason: str


class SkillExplanationCap(TypedDict):
    score: int
    reason: str


class SkillExplanationConfidenceItem(TypedDict):
    name: str
    value: float
    reason: str


class _SkillExplanationCountedItem(TypedDict):
    page: int
    text: str
    bbox: List[Any]
    section: str
    period: Optional[str]
    months: Optional[int]


class SkillExplanationCountedItem(_SkillExplanationCountedItem, total=False):
    # Name of the attachment, of the file inside of the document, or of one of its e-invoices. Absent for the document itself.
    part: str
    # Name of the sheet of a spreadsheet.
    sheet: str
    # Name of the first cell, such as `C7`.
    cell: str
    # Path of the element or attribute of an XML file, such as `/Invoice/ID`.
    path: str


class SkillExplanationNotCountedItem(TypedDict):
    text: str
    reason: Literal["negated", "wish", "copied_from_job", "somebody_else", "ambiguous"]


class SkillExplanationRelatedItem(TypedDict):
    skill: str
    relation: str
    text: str


class _SkillExplanation(TypedDict):
    formula: str
    factors: List[SkillExplanationFactorsItem]
    cap: Optional[SkillExplanationCap]
    confidence: List[SkillExplanationConfidenceItem]
    counted: List[SkillExplanationCountedItem]
    not_counted: List[SkillExplanationNotCountedItem]
    related: List[SkillExplanationRelatedItem]
    would_change: str


class SkillExplanation(_SkillExplanation, total=False):
    # Years of dated practice, overlaps counted once; null without dates.
    years: Optional[float]


class EvaluateResponse(TypedDict):
    skills: Dict[str, SkillEvaluation]
    evaluation_date: str
    evaluation_id: str
    engine: str
    provider: Optional[str]
    model: Optional[str]
    usage: ModelUsage
    rules_version: str
    # Mean of the scores, required skills weighted double.
    overall_score: int
    warnings: List[Warning]
    explanation: Dict[str, SkillExplanation]
    profile: ApplicantProfile


class EvaluationRequiredSkillsItem(TypedDict):
    name: str
    type: str
    required: bool


class _Evaluation(TypedDict):
    skills: Dict[str, SkillEvaluation]
    evaluation_date: str
    evaluation_id: str
    engine: str
    provider: Optional[str]
    model: Optional[str]
    usage: ModelUsage
    rules_version: str
    # Mean of the scores, required skills weighted double.
    overall_score: int
    warnings: List[Warning]
    explanation: Dict[str, SkillExplanation]
    job_id: str
    application_id: str
    resume_url: Optional[str]
    document_sha256: str
    taxonomy_version: str
    required_skills: List[EvaluationRequiredSkillsItem]


class Evaluation(_Evaluation, total=False):
    profile: ApplicantProfile


class JsonResumeBasicsLocation(TypedDict, total=False):
    address: str
    postalCode: str
    city: str
    region: str
    countryCode: str


class JsonResumeBasicsProfilesItem(TypedDict, total=False):
    network: str
    username: str
    url: str


class JsonResumeBasics(TypedDict, total=False):
    name: str
    label: str
    email: str
    phone: str
    url: str
    summary: str
    location: JsonResumeBasicsLocation
    profiles: List[JsonResumeBasicsProfilesItem]


class JsonResumeWorkItem(TypedDict, total=False):
    name: str
    position: str
    location: str
    url: str
    startDate: str
    endDate: str
    summary: str
    highlights: List[str]


class JsonResumeVolunteerItem(TypedDict, total=False):
    organization: str
    position: str
    startDate: str
    endDate: str
    highlights: List[str]


class JsonResumeEducationItem(TypedDict, total=False):
    institution: str
    area: str
    studyType: str
    startDate: str
    endDate: str
    score: str
    courses: List[str]


class JsonResumeAwardsItem(TypedDict, total=False):
    title: str
    date: str
    awarder: str


class JsonResumeCertificatesItem(TypedDict, total=False):
    name: str
    date: str
    issuer: str


class JsonResumePublicationsItem(TypedDict, total=False):
    name: str
    releaseDate: str


class JsonResumeSkillsItem(TypedDict, total=False):
    name: str
    level: str
    keywords: List[str]


class JsonResumeLanguagesItem(TypedDict, total=False):
    language: str
    fluency: str


class JsonResumeInterestsItem(TypedDict, total=False):
    name: str


class JsonResumeReferencesItem(TypedDict, total=False):
    name: str
    reference: str


class JsonResumeProjectsItem(TypedDict, total=False):
    name: str
    startDate: str
    endDate: str
    highlights: List[str]
    url: str


class JsonResume(TypedDict, total=False):
    basics: JsonResumeBasics
    work: List[JsonResumeWorkItem]
    volunteer: List[JsonResumeVolunteerItem]
    education: List[JsonResumeEducationItem]
    awards: List[JsonResumeAwardsItem]
    certificates: List[JsonResumeCertificatesItem]
    publications: List[JsonResumePublicationsItem]
    skills: List[JsonResumeSkillsItem]
    languages: List[JsonResumeLanguagesItem]
    interests: List[JsonResumeInterestsItem]
    references: List[JsonResumeReferencesItem]
    projects: List[JsonResumeProjectsItem]


class PositionApplications(TypedDict):
    total: int
    processing: int
    evaluated: int
    failed: int


class _Position(TypedDict):
    position_id: str
    title: str
    description: Optional[str]
    description_file_url: Optional[str]
    required_skills: List[Skill]
    questions: List[str]
    # Days after which its applications are deleted, from when their batch was read; null: the service's rule.
    retention_days: Optional[int]
    # How a candidate asks for a review by a person or a correction.
    review_contact: Optional[str]
    created_at: str
    updated_at: str
    applications: PositionApplications


class Position(_Position, total=False):
    # Properties of the request that the service does not know. Absent when there are none.
    warnings: List[Warning]


class PositionList(TypedDict):
    positions: List[Position]
    next_cursor: Optional[str]


class ApplicationError(TypedDict):
    code: Literal["document_unreachable", "document_too_large", "unsupported_type", "encrypted_document", "corrupt_document", "empty_document", "too_many_pages", "provider_auth", "provider_rate_limited", "provider_unavailable", "provider_refused", "output_truncated", "deadline_exceeded", "cancelled", "internal"]
    message: str


class Application(TypedDict):
    application_id: str
    # The batch it came with, for extraction-status.
    job_id: str
    # Index among all applications of the position in the order they arrived, from 0.
    index: int
    filename: Optional[str]
    resume_url: str
    status: Literal["processing", "evaluating", "evaluated", "failed"]
    error: Optional[ApplicationError]
    # Empty until the résumé is read, and when it has none.
    name: str
    email: str
    phone: str
    overall_score: Optional[int]
    # Empty until it is evaluated.
    skills: Dict[str, SkillEvaluation]
    evaluation_id: Optional[str]
    evaluated_at: Optional[str]
    warnings: List[Warning]


class ApplicationList(TypedDict):
    # Best score first; those that are not evaluated yet come last, in the order they arrived.
    applications: List[Application]
    # The position's skills in their order.
    skills: List[str]
    next_cursor: Optional[str]


class ApplicationRecordDocumentPagesItem(TypedDict):
    number: int
    width: float
    height: float


class ApplicationRecordDocument(TypedDict):
    page_count: int
    # Pages that can be drawn; empty for a DOCX or TXT.
    pages: List[ApplicationRecordDocumentPagesItem]


class ApplicationRecord(TypedDict):
    application: Application
    resume: Optional[JsonResume]
    # As in the evaluation; empty until there is one.
    explanation: Dict[str, SkillExplanation]
    # As in the evaluation; null until there is one, or where it is of an earlier version.
    profile: Optional[ApplicantProfile]
    document: ApplicationRecordDocument
    # Text and box of the evidence that counted, strongest first; empty for a DOCX or TXT.
    evidence: Dict[str, List[Evidence]]


class ReportedSkillEvidenceItem(TypedDict):
    text: str
    # Null for a file without pages, such as a DOCX.
    page: Optional[int]


class ReportedSkillNotCountedItem(TypedDict):
    text: str
    reason: Literal["negated", "wish", "copied_from_job", "somebody_else", "ambiguous"]


class ReportedSkill(TypedDict):
    name: str
    type: str
    # Required skills count twice in the overall score.
    required: bool
    score: int
    # How sure the reading is, not how good the candidate.
    confidence: int
    # Verbatim words of the résumé that counted, strongest first. `…` stands for words that were hidden before scoring.
    evidence: List[ReportedSkillEvidenceItem]
    not_counted: List[ReportedSkillNotCountedItem]
    # What was found, where no words of the résumé counted; else null.
    statement: Optional[str]
    calculation: str
    # The smallest change of the résumé's facts that would have changed the score.
    would_change: str


class CandidateReport(TypedDict):
    application_id: str
    position_title: str
    # When this report was made.
    created_at: str
    evaluated_at: str
    overall_score: int
    # In the order of the position.
    skills: List[ReportedSkill]
    # What else the scoring found, such as hidden text.
    remarks: List[str]
    # What is removed before scoring, in words for the candidate.
    not_used: List[str]
    # `model_and_rules`: a language model chose lines and levels, and rules computed the scores. `rules`: no answer of a model counted.
    judged_by: Literal["rules", "model_and_rules"]
    # The model, where one judged.
    model: Optional[str]
    provider: Optional[str]
    rules_version: str
    # Of the list of what skills are called.
    taxonomy_version: str
    # Whether a person changed a score. Winnow has no way to do so: always false.
    changed_by_person: bool
    # How to ask for a review or a correction, as the position says.
    review_contact: Optional[str]
    evaluation_id: str
    # The `evaluation_sha256` of this evaluation in the position's audit export.
    evaluation_sha256: str
    # Of the résumé's bytes.
    document_sha256: str


class _ExtractResumesResponse(TypedDict):
    job_id: str
    message: str
    total_documents: int


class ExtractResumesResponse(_ExtractResumesResponse, total=False):
    # Properties of the request that the service does not know. Absent when there are none.
    warnings: List[Warning]


class SuccessfulExtraction(TypedDict):
    application_name: str
    email: str
    phone: str
    resume: JsonResume
    confidence: float
    warnings: List[Warning]
    engine: str
    provider: Optional[str]
    model: Optional[str]
    usage: ModelUsage
    application_id: str
    index: int
    filename: Optional[str]
    resume_url: str
    duplicate_of: Optional[int]


class Resume(TypedDict):
    application_name: str
    email: str
    phone: str
    resume: JsonResume
    confidence: float
    warnings: List[Warning]
    engine: str
    provider: Optional[str]
    model: Optional[str]
    usage: ModelUsage
    application_id: str
    index: int
    filename: Optional[str]
    resume_url: str
    duplicate_of: Optional[int]
    job_id: str
    mime_type: str
    sha256: str
    page_count: int
    fields: Dict[str, FieldResult]


class FailedExtraction(TypedDict):
    index: int
    filename: Optional[str]
    resume_url: str
    usage: ModelUsage
    code: Literal["document_unreachable", "document_too_large", "unsupported_type", "encrypted_document", "corrupt_document", "empty_document", "too_many_pages", "provider_auth", "provider_rate_limited", "provider_unavailable", "provider_refused", "output_truncated", "deadline_exceeded", "cancelled", "internal"]
    message: str


class ExtractionStatusWebhook(TypedDict):
    status: Literal["pending", "delivered", "failed"]
    attempts: int


class ExtractionStatus(TypedDict):
    job_id: str
    status: Literal["processing", "completed"]
    total_documents: int
    total_processed: int
    successful_count: int
    failed_count: int
    created_at: str
    completed_at: Optional[str]
    successful_extractions: List[SuccessfulExtraction]
    failed_extractions: List[FailedExtraction]
    webhook: Optional[ExtractionStatusWebhook]


class _Groups(TypedDict):
    position_id: str
    # Applications whose groups are stored now.
    stored: int
    # Ids that are of no application of the position, and were not stored.
    unknown_ids: List[str]


class Groups(_Groups, total=False):
    # Properties of the request that the service does not know. Absent when there are none.
    warnings: List[Warning]


class ImpactRate(TypedDict):
    # Selected, or with a score above the median of all.
    count: int
    # `count` of the group's applicants.
    rate: float
    # The rate over the highest rate of the category; null when that is 0, or for a group that was left out.
    impact_ratio: Optional[float]
    # Whether the impact ratio is below 0.8.
    below_four_fifths: bool
    # Fisher's exact test against the group of the highest rate, two-sided; null for that group.
    fisher_p: Optional[float]
    # The z-test of two proportions against the same group, for groups that are not small.
    z: Optional[float]
    # Its two-sided probability.
    z_p: Optional[float]


class ImpactCategoryGroupsItem(TypedDict):
    # The group in each of `categories`.
    group: List[str]
    applicants: int
    # Of all with a group in the category.
    share: float
    # Below 2 % of them.
    small: bool
    # Null when nobody was said to be selected.
    selection: Optional[ImpactRate]
    # By scores above the median.
    scoring: Optional[ImpactRate]


class ImpactCategory(TypedDict):
    # One category, or the two of an intersection.
    categories: List[str]
    # Applicants without a group in it, who are not counted.
    unknown: int
    groups: List[ImpactCategoryGroupsItem]


class Impact(TypedDict):
    position_id: str
    # Applications that are evaluated; only these count.
    applicants: int
    not_evaluated: int
    selected: Optional[int]
    # Who counts as selected: who reaches `score_at_least`, or who was named.
    selected_by: Optional[Literal["score", "list"]]
    median_score: Optional[float]
    # Of the rules that the scores are of.
    rules_versions: List[str]
    categories: List[ImpactCategory]


class ResumeSearchReplyTermsItem(TypedDict):
    name: str
    # Asked for; null without.
    years_min: Optional[float]


class ResumeSearchReplyResumesItemTermsItem(TypedDict):
    score: int
    # Verbatim text of the résumé, or a plain statement that nothing was found.
    evidence: str
    # How sure the reading is, not how good the candidate.
    confidence: int
    name: str
    # Years of dated practice; null without dates.
    years: Optional[float]
    # Whether the résumé shows it, for as many years as are asked for.
    met: bool


class ResumeSearchReplyResumesItem(TypedDict):
    application_id: str
    position_id: Optional[str]
    name: str
    filename: Optional[str]
    terms_met: int
    # Mean of the scores of the terms, as in an evaluation.
    overall_score: int
    # In the order of the query, each with the words of the résumé that show it.
    terms: List[ResumeSearchReplyResumesItemTermsItem]


class _ResumeSearchReply(TypedDict):
    # The query as it was understood.
    terms: List[ResumeSearchReplyTermsItem]
    # Those that show at least one term: most terms met first, then the best score, then the newest.
    resumes: List[ResumeSearchReplyResumesItem]
    # How many show at least one term, also beyond `limit`.
    found: int
    searched: int
    # Older ones beyond the newest 1,000 or beyond what 20 s were enough for, and résumés that this version has not read yet: evaluating one reads it.
    not_searched: int


class ResumeSearchReply(_ResumeSearchReply, total=False):
    # Properties of the request that the service does not know. Absent when there are none.
    warnings: List[Warning]
