/** The database's tables as Kysely sees them; the truth is migrations/. jsonb columns are written as text and read as values. */
import type { ColumnType, Generated } from "kysely";
import type { ProviderName } from "#contract/providers.ts";
import type { EvaluationRecord } from "#contract/recruiting/evaluate.ts";
import type { ResumeResult } from "#contract/recruiting/resume-job.ts";
import type { Skill } from "#contract/recruiting/skill.ts";
import type { Schema } from "#contract/schema/field.ts";
import type {
  Corrections,
  DocumentSummary,
  ExtractionResult,
  FieldResult,
  Stage,
  TaskErrorRecord,
  TaskRecord,
  TaskState,
  Warning,
} from "#contract/task.ts";
import type { TaskErrorCode } from "#contract/task-errors.ts";
import type { Tier } from "#contract/tiers.ts";
import type { DeliveryState, EventType } from "#contract/webhooks.ts";
import type { Sealed } from "./sealed.ts";

type Time = ColumnType<Date, Date | string | undefined, Date | string>;
type MaybeTime = ColumnType<Date | null, Date | string | null | undefined, Date | string | null>;
type Json<T> = ColumnType<T, string, string>;
/** Written through sealed.ts. */
type SealedJson<T> = ColumnType<T, Sealed, Sealed>;
type MaybeSealedJson<T> = ColumnType<T | null, Sealed | null | undefined, Sealed | null>;
type SealedText<T extends string | null> = ColumnType<T, Sealed | Extract<T, null>, Sealed | Extract<T, null>>;
type MaybeJson<T> = ColumnType<T | null, string | null | undefined, string | null>;

/** What a task was asked to do, as kept: everything of the request that is not a column. */
export type TaskRequest = {
  url: string | null;
  schema: Schema;
  documentDescription: string | null;
  provider: ProviderName;
  /** Absent in tasks of earlier versions, whose provider may be null and means the local engine. */
  fallback?: ProviderName[];
  pages: number[] | null;
  cache: "use" | "refresh" | "off";
  retentionDays: number | null;
  deadlineSeconds: number;
  priority: number;
  /** Of what was sent; absent where there are none. */
  warnings?: Warning[];
};

/** A change of a task that its events tell. */
export type TaskChange = {
  /** The revision that the row had from then on. */
  id: number;
  /** ISO 8601. */
  at: string;
  status: TaskState;
  stage: Stage;
  attempts: number;
  error: TaskErrorRecord | null;
};

/** Of work that is tried again: `waits` of the attempts ended because a provider asked to come later, `crashes` with their worker. */
type Attempted = {
  attempts: Generated<number>;
  waits: Generated<number>;
  crashes: Generated<number>;
  running: Generated<boolean>;
  deadline_at: Time;
};

export type Tables = {
  accounts: {
    id: string;
    email: string;
    name: Generated<string>;
    role: Generated<"owner" | "member">;
    tier: Tier;
    rate_per_minute: number;
    monthly_budget_usd: string | null;
    email_verified: Generated<boolean>;
    image: string | null;
    created_at: Time;
    updated_at: Time;
  };
  api_keys: {
    id: string;
    account_id: string;
    name: string;
    hash: Buffer;
    last_four: string;
    created_at: Time;
    last_used_at: MaybeTime;
    revoked_at: MaybeTime;
  };
  templates: { id: string; account_id: string; version: number; created_at: Time; updated_at: Time; deleted_at: MaybeTime };
  template_versions: {
    template_id: string;
    version: number;
    name: string;
    extraction_schema: Json<Schema>;
    document_description: string | null;
    created_at: Time;
  };
  tasks: Attempted & {
    id: string;
    account_id: string;
    state: TaskState;
    stage: Stage;
    revision: Generated<number>;
    history: Generated<TaskChange[]>;
    created_at: Time;
    started_at: MaybeTime;
    finished_at: MaybeTime;
    next_attempt_at: MaybeTime;
    request: SealedJson<TaskRequest>;
    retention_days: number | null;
    deadline_seconds: number | null;
    callback_url: string | null;
    sealed_password: string | null;
    blob_key: string | null;
    template_id: string | null;
    template_version: number | null;
    metadata: SealedJson<TaskRecord["metadata"]>;
    document: SealedJson<DocumentSummary>;
    cache_key: string | null;
    engine: string | null;
    provider: string | null;
    model: string | null;
    result: MaybeSealedJson<ExtractionResult>;
    error: MaybeJson<TaskErrorRecord>;
    usage: MaybeJson<TaskRecord["usage"]>;
    timing: MaybeJson<TaskRecord["timing"]>;
    cache_hit: Generated<boolean>;
    expires_at: MaybeTime;
    confidence: number | null;
    corrections: MaybeSealedJson<Corrections>;
    reviewed_at: MaybeTime;
    reviewed_by: string | null;
  };
  resume_jobs: {
    id: string;
    account_id: string;
    callback_url: string | null;
    provider: Generated<ProviderName>;
    position_id: string | null;
    total_documents: number;
    successful_count: Generated<number>;
    failed_count: Generated<number>;
    created_at: Time;
    completed_at: MaybeTime;
    expires_at: MaybeTime;
  };
  resume_entries: Attempted & {
    id: string;
    job_id: string;
    account_id: string;
    index: number;
    filename: SealedText<string | null>;
    url: SealedText<string | null>;
    blob_key: string | null;
    state: Generated<"processing" | "succeeded" | "failed">;
    mime_type: string | null;
    sha256: string | null;
    page_count: number | null;
    result: MaybeSealedJson<ResumeResult>;
    fields: MaybeSealedJson<Record<string, FieldResult>>;
    usage: MaybeJson<TaskRecord["usage"]>;
    error_code: TaskErrorCode | null;
    error_message: string | null;
  };
  positions: {
    id: string;
    account_id: string;
    title: string;
    description: SealedText<string | null>;
    description_file_url: string | null;
    required_skills: Json<Skill[]>;
    questions: Json<string[]>;
    round: Generated<number>;
    created_at: Time;
    updated_at: Time;
  };
  application_evaluations: Attempted & {
    application_id: string;
    position_id: string;
    account_id: string;
    round: number;
    state: Generated<"evaluating" | "evaluated" | "failed">;
    evaluation_id: string | null;
    evaluated_at: MaybeTime;
    overall_score: number | null;
    skills: MaybeSealedJson<EvaluationRecord["skills"]>;
    warnings: MaybeSealedJson<EvaluationRecord["warnings"]>;
    error_code: TaskErrorCode | null;
    error_message: string | null;
  };
  stored_resumes: { account_id: string; application_id: string; blob_key: string; url: SealedText<string | null>; expires_at: Time };
  evaluations: {
    id: string;
    account_id: string;
    created_at: Time;
    job_id: string;
    application_id: string;
    rules_version: string;
    engine: string;
    document_sha256: string;
    record: SealedJson<EvaluationRecord>;
    usage: MaybeJson<EvaluationRecord["usage"]>;
    expires_at: Time;
  };
  webhook_secrets: {
    account_id: string;
    sealed_secret: string;
    created_at: Time;
    sealed_previous: string | null;
    previous_expires_at: MaybeTime;
  };
  deliveries: {
    id: string;
    account_id: string;
    task_id: string | null;
    resume_job_id: string | null;
    webhook_id: string;
    event_type: EventType;
    url: string;
    state: DeliveryState;
    body: SealedText<string>;
    attempts: Generated<number>;
    failures: Generated<number>;
    next_attempt_at: MaybeTime;
    created_at: Time;
    delivered_at: MaybeTime;
    origin: string | null;
    receiver: string | null;
    replayed_at: MaybeTime;
    reason: string | null;
  };
  webhook_urls: {
    account_id: string;
    receiver: string;
    origin: string;
    url: string;
    failures: Generated<number>;
    failing_since: MaybeTime;
    last_error: string | null;
    answered_at: MaybeTime;
    probed_by: string | null;
    probed_until: MaybeTime;
    disabled_at: MaybeTime;
    changed_at: Time;
  };
  delivery_attempts: {
    delivery_id: string;
    number: number;
    started_at: Date;
    duration_ms: number;
    response_status: number | null;
    error: string | null;
    response_excerpt: SealedText<string | null>;
  };
  idempotency_keys: {
    account_id: string;
    key: string;
    request_hash: Buffer;
    status: number | null;
    body: string | null;
    holder: string | null;
    run: string | null;
    created_at: Time;
  };
  audit_lines: {
    id: Generated<number>;
    account_id: string | null;
    at: Time;
    action: string;
    subject: string;
    actor: Generated<string>;
    ip: string | null;
    /** Place in the chain and its hash; given by the database when the line is committed. */
    seq: Generated<number | null>;
    hash: Generated<Buffer | null>;
  };
  credentials: {
    id: string;
    account_id: string;
    provider_id: string;
    provider_account_id: string;
    password: string;
    created_at: Time;
    updated_at: Time;
  };
  sessions: {
    id: string;
    account_id: string;
    token: string;
    expires_at: Time;
    ip: string | null;
    user_agent: string | null;
    created_at: Time;
    updated_at: Time;
  };
  account_links: {
    token_hash: Buffer;
    kind: "owner" | "invite" | "password";
    email: string | null;
    tier: Tier | null;
    created_by: string | null;
    created_at: Time;
    expires_at: Time;
  };
  sign_in_failures: { email_hash: Buffer; failures: number; blocked_until: Time };
};
