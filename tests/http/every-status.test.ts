/** Every operation of openapi.json, one describe per status it can answer. A new endpoint fails here until it has its row. */
import { afterAll, beforeAll, describe, expect, test, vi } from "vitest";
import { insertInbox } from "#extraction/inboxes/inboxes.store.ts";
import { insertOutbox } from "#extraction/outboxes/outboxes.store.ts";
import type { Client } from "../support/client.ts";
import { layoutOf, withoutTables } from "../support/database-state.ts";
import { hasDovecot, type MailServer, PASSWORD, startDovecot } from "../support/dovecot.ts";
import { operations } from "../support/openapi.ts";
import { base64, INVOICE, INVOICE_SCHEMA, pdfOf } from "../support/pdf.ts";
import { startReceiver } from "../support/receiver.ts";
import { S3_CREDENTIALS, type S3Server, startS3Server } from "../support/s3-server.ts";
import { startTestService, type TestService } from "../support/service.ts";
import { type SharedService, sharedService } from "../support/shared-service.ts";
import { bucketAsked } from "../support/test-bucket.ts";

/** What exists in an account: a finished task, a failed one, a running one, a delivery, a template. */
type World = {
  client: Client;
  done: string;
  failed: string;
  running: string;
  delivery: string;
  template: string;
  layout: string;
  /** An evaluation of the template. */
  compared: string;
  list: string;
  packet: string;
  batch: string;
  upload: string;
  inbox: string;
  outbox: string;
  /** Of a server of buckets. */
  storePort: number;
  comment: string;
  /** Of a mail server, where there is one. */
  mailPort: number;
  job: string;
  application: string;
  evaluation: string;
  position: string;
  applied: string;
};
type Row = {
  /** Below the extractor's base; `/recruit/…` below the other. */
  path: (world: World) => string;
  body?: (world: World) => unknown;
  success: 200 | 201 | 204;
  /** It takes something away from the world, or the world's quiet: it gets one of its own. */
  changes?: true;
  /** It succeeds where a mail server is installed only. */
  needsMail?: true;
  /** The same with an id that does not exist. */
  missing?: string;
  /** A request of the wrong shape; null where there is nothing that could have one. */
  wrong: { path?: string; body?: unknown } | null;
  /** Well-formed but unusable; null where nothing can be. */
  unusable: { path?: (world: World) => string; body?: unknown } | null;
};

const SCHEMA_BODY = { name: "a", extraction_schema: INVOICE_SCHEMA };
const LIST = { name: "Suppliers", csv: "Number,Name\n1,Example Paper Ltd\n" };
const AD = "Data Engineer\n\nRequirements:\n- 3 years of Python and SQL\n- Experience with Airflow\n";
const RESUME = "Mia Muster\nmia@example.com\n\nEXPERIENCE\nData Engineer, Example Freight, 2019 - 2024\n- Wrote pipelines in Python.\n";
const EVALUATION = {
  job_id: "job-1",
  application_id: "application-1",
  resume_text: RESUME,
  job_details: { required_skills: [{ name: "Python", type: "technical", required: true }] },
};
const BATCH = { files: [{ filename: "mia.txt", content_type: "text/plain", content: base64(Buffer.from(RESUME)) }] };
const POSITION = { title: "Data engineer", required_skills: EVALUATION.job_details.required_skills };
const mailbox = (port: number) => ({
  name: "Mail",
  template_id: "auto",
  mailbox: { host: "127.0.0.1", port, security: "none", user: "invoices", password: PASSWORD },
  senders: ["@example.com"],
});
const outboxBody = (port: number) => ({ name: "Books", bucket: bucketAsked({ port, credentials: S3_CREDENTIALS }, "books/") });
let pdf: string;
const ROWS: Record<string, Row> = {
  "POST /extract-async": {
    path: () => "/extract-async",
    body: () => ({ file_content: pdf, extraction_schema: INVOICE_SCHEMA }),
    success: 200,
    wrong: { body: { extraction_schema: INVOICE_SCHEMA } },
    unusable: { body: { file_content: "%%", extraction_schema: INVOICE_SCHEMA } },
  },
  "POST /schemas/validate": {
    path: () => "/schemas/validate",
    body: () => ({ extraction_schema: {} }),
    success: 200,
    wrong: { body: {} },
    unusable: { body: "{" },
  },
  "POST /schemas/suggest": {
    path: () => "/schemas/suggest",
    body: () => ({ file_content: pdf }),
    success: 200,
    wrong: { body: {} },
    unusable: { body: { file_content: "%%" } },
  },
  "POST /documents/preview": {
    path: () => "/documents/preview",
    body: () => ({ file_content: pdf }),
    success: 200,
    wrong: { body: {} },
    unusable: { body: { file_content: "%%" } },
  },
  "GET /tasks": { path: () => "/tasks", success: 200, wrong: { path: "/tasks?limit=0" }, unusable: null },
  "GET /tasks/{task_id}": {
    path: ({ done }) => `/tasks/${done}`,
    success: 200,
    missing: "/tasks/none",
    wrong: { path: "/tasks/none?wait=61" },
    unusable: null,
  },
  "DELETE /tasks/{task_id}": {
    path: ({ done }) => `/tasks/${done}`,
    success: 204,
    changes: true,
    missing: "/tasks/none",
    wrong: null,
    unusable: null,
  },
  "POST /tasks/{task_id}/cancel": {
    path: ({ running }) => `/tasks/${running}/cancel`,
    success: 200,
    changes: true,
    missing: "/tasks/none/cancel",
    wrong: null,
    unusable: { path: ({ done }) => `/tasks/${done}/cancel` },
  },
  "POST /tasks/{task_id}/retry": {
    path: ({ failed }) => `/tasks/${failed}/retry`,
    success: 200,
    changes: true,
    missing: "/tasks/none/retry",
    wrong: null,
    unusable: { path: ({ done }) => `/tasks/${done}/retry` },
  },
  "GET /tasks/{task_id}/events": {
    path: ({ done }) => `/tasks/${done}/events`,
    success: 200,
    missing: "/tasks/none/events",
    wrong: null,
    unusable: null,
  },
  "GET /events": {
    path: () => "/events?seconds=1",
    success: 200,
    wrong: { path: "/events?seconds=0" },
    unusable: null,
  },
  "GET /tasks/{task_id}/document": {
    path: ({ done }) => `/tasks/${done}/document`,
    success: 200,
    missing: "/tasks/none/document",
    wrong: null,
    unusable: null,
  },
  "GET /tasks/{task_id}/pages/{n}.png": {
    path: ({ done }) => `/tasks/${done}/pages/1.png?width=60`,
    success: 200,
    missing: "/tasks/none/pages/1.png",
    wrong: { path: "/tasks/none/pages/1.png?width=9" },
    unusable: null,
  },
  "GET /tasks/{task_id}/pages/{n}/words": {
    path: ({ done }) => `/tasks/${done}/pages/1/words?bbox=0,0,1,0.5`,
    success: 200,
    missing: "/tasks/none/pages/1/words",
    wrong: { path: "/tasks/none/pages/1/words?bbox=9" },
    unusable: null,
  },
  "GET /tasks/{task_id}/schema": {
    path: ({ done }) => `/tasks/${done}/schema`,
    success: 200,
    missing: "/tasks/none/schema",
    wrong: null,
    unusable: null,
  },
  "GET /tasks/{task_id}/deliveries": {
    path: ({ done }) => `/tasks/${done}/deliveries`,
    success: 200,
    missing: "/tasks/none/deliveries",
    wrong: null,
    unusable: null,
  },
  "POST /tasks/{task_id}/review": {
    path: ({ done }) => `/tasks/${done}/review`,
    body: () => ({ done: true }),
    success: 200,
    missing: "/tasks/none/review",
    wrong: { body: { done: "yes" } },
    unusable: { path: ({ failed }) => `/tasks/${failed}/review`, body: { done: true } },
  },
  "GET /deliveries": { path: () => "/deliveries", success: 200, wrong: { path: "/deliveries?limit=0" }, unusable: null },
  "POST /webhook-test": {
    path: () => "/webhook-test",
    body: () => ({ url: "http://127.0.0.1:9/" }),
    success: 201,
    wrong: { body: { url: "here" } },
    unusable: { body: { url: "http://10.0.0.1/" } },
  },
  "POST /deliveries/{delivery_id}/replay": {
    path: ({ delivery }) => `/deliveries/${delivery}/replay`,
    success: 200,
    missing: "/deliveries/none/replay",
    wrong: null,
    unusable: null,
  },
  "POST /templates": {
    path: () => "/templates",
    body: () => SCHEMA_BODY,
    success: 201,
    wrong: { body: { name: "a" } },
    unusable: { body: "{" },
  },
  "GET /templates": { path: () => "/templates", success: 200, wrong: { path: "/templates?limit=101" }, unusable: null },
  "GET /templates/{template_id}": {
    path: ({ template }) => `/templates/${template}`,
    success: 200,
    missing: "/templates/none",
    wrong: null,
    unusable: null,
  },
  "PUT /templates/{template_id}": {
    path: ({ template }) => `/templates/${template}`,
    body: () => SCHEMA_BODY,
    success: 200,
    missing: "/templates/none",
    wrong: { body: { ...SCHEMA_BODY, name: 5 } },
    unusable: { body: "{" },
  },
  "DELETE /templates/{template_id}": {
    path: ({ template }) => `/templates/${template}`,
    success: 204,
    changes: true,
    missing: "/templates/none",
    wrong: null,
    unusable: null,
  },
  "GET /templates/{template_id}/versions": {
    path: ({ template }) => `/templates/${template}/versions`,
    success: 200,
    missing: "/templates/none/versions",
    wrong: null,
    unusable: null,
  },
  "POST /templates/{template_id}/versions/{version}/publish": {
    path: ({ template }) => `/templates/${template}/versions/1/publish`,
    body: () => ({}),
    success: 200,
    missing: "/templates/none/versions/1/publish",
    wrong: { path: "/templates/none/versions/0/publish", body: {} },
    unusable: { body: "{" },
  },
  "GET /templates/{template_id}/results": {
    path: ({ template }) => `/templates/${template}/results`,
    success: 200,
    missing: "/templates/none/results",
    wrong: { path: "/templates/none/results?format=ods" },
    unusable: null,
  },
  "GET /templates/{template_id}/accuracy": {
    path: ({ template }) => `/templates/${template}/accuracy`,
    success: 200,
    missing: "/templates/none/accuracy",
    wrong: null,
    unusable: null,
  },
  "POST /templates/{template_id}/evaluations": {
    path: ({ template }) => `/templates/${template}/evaluations`,
    body: () => ({ tasks_max: 1 }),
    success: 200,
    changes: true,
    missing: "/templates/none/evaluations",
    wrong: { body: { tasks_max: 0 } },
    unusable: { body: "{" },
  },
  "GET /templates/{template_id}/evaluations": {
    path: ({ template }) => `/templates/${template}/evaluations`,
    success: 200,
    missing: "/templates/none/evaluations",
    wrong: null,
    unusable: null,
  },
  "GET /templates/{template_id}/evaluations/{template_evaluation_id}": {
    path: ({ template, compared }) => `/templates/${template}/evaluations/${compared}`,
    success: 200,
    missing: "/templates/none/evaluations/none",
    wrong: { path: "/templates/none/evaluations/none?wait=61" },
    unusable: null,
  },
  "GET /templates/{template_id}/memory": {
    path: ({ template }) => `/templates/${template}/memory`,
    success: 200,
    missing: "/templates/none/memory",
    wrong: null,
    unusable: null,
  },
  "DELETE /templates/{template_id}/memory": {
    path: ({ template }) => `/templates/${template}/memory`,
    success: 204,
    changes: true,
    missing: "/templates/none/memory",
    wrong: null,
    unusable: null,
  },
  "DELETE /templates/{template_id}/memory/{layout_id}": {
    path: ({ template, layout }) => `/templates/${template}/memory/${layout}`,
    success: 204,
    changes: true,
    missing: "/templates/none/memory/none",
    wrong: null,
    unusable: null,
  },
  "GET /webhook-origins": { path: () => "/webhook-origins", success: 200, wrong: null, unusable: null },
  "GET /webhook-secret": { path: () => "/webhook-secret", success: 200, wrong: null, unusable: null },
  "POST /recruit/evaluate": {
    path: () => "/recruit/evaluate",
    body: () => EVALUATION,
    success: 200,
    wrong: { body: { ...EVALUATION, job_details: { required_skills: [] } } },
    unusable: { body: { ...EVALUATION, application_id: "unknown", resume_text: null } },
  },
  "GET /recruit/evaluations/{evaluation_id}": {
    path: ({ evaluation }) => `/recruit/evaluations/${evaluation}`,
    success: 200,
    missing: "/recruit/evaluations/none",
    wrong: null,
    unusable: null,
  },
  "POST /recruit/analyze-job": {
    path: () => "/recruit/analyze-job",
    body: () => ({ description: AD }),
    success: 200,
    wrong: { body: {} },
    unusable: { body: { description: "Cook" } },
  },
  "POST /recruit/extract-resumes": {
    path: () => "/recruit/extract-resumes",
    body: () => BATCH,
    success: 200,
    wrong: { body: { files: [] } },
    unusable: { body: { ...BATCH, callback_url: "http://10.0.0.1/" } },
  },
  "GET /recruit/extraction-status/{job_id}": {
    path: ({ job }) => `/recruit/extraction-status/${job}`,
    success: 200,
    missing: "/recruit/extraction-status/none",
    wrong: { path: "/recruit/extraction-status/none?wait=61" },
    unusable: null,
  },
  "GET /recruit/extraction-status/{job_id}/deliveries": {
    path: ({ job }) => `/recruit/extraction-status/${job}/deliveries`,
    success: 200,
    missing: "/recruit/extraction-status/none/deliveries",
    wrong: null,
    unusable: null,
  },
  "GET /recruit/resumes/{application_id}": {
    path: ({ application }) => `/recruit/resumes/${application}`,
    success: 200,
    missing: "/recruit/resumes/none",
    wrong: null,
    unusable: null,
  },
  "GET /recruit/resumes/{application_id}/file": {
    path: ({ application }) => `/recruit/resumes/${application}/file`,
    success: 200,
    missing: "/recruit/resumes/none/file",
    wrong: null,
    unusable: null,
  },
  "GET /recruit/resumes/{application_id}/redacted.pdf": {
    path: ({ application }) => `/recruit/resumes/${application}/redacted.pdf`,
    success: 200,
    missing: "/recruit/resumes/none/redacted.pdf",
    wrong: null,
    unusable: null,
  },
  "POST /recruit/resumes/search": {
    path: () => "/recruit/resumes/search",
    body: () => ({ query: "SQL" }),
    success: 200,
    wrong: { body: { query: " " } },
    unusable: { body: { query: "three years" } },
  },
  "POST /recruit/positions": {
    path: () => "/recruit/positions",
    body: () => POSITION,
    success: 201,
    wrong: { body: { ...POSITION, required_skills: [] } },
    unusable: { body: { ...POSITION, description_file_url: "http://10.0.0.1/" } },
  },
  "GET /recruit/positions": {
    path: () => "/recruit/positions",
    success: 200,
    wrong: { path: "/recruit/positions?limit=0" },
    unusable: null,
  },
  "GET /recruit/positions/{position_id}": {
    path: ({ position }) => `/recruit/positions/${position}`,
    success: 200,
    missing: "/recruit/positions/none",
    wrong: null,
    unusable: null,
  },
  "PUT /recruit/positions/{position_id}": {
    path: ({ position }) => `/recruit/positions/${position}`,
    body: () => POSITION,
    success: 200,
    missing: "/recruit/positions/none",
    wrong: { body: { ...POSITION, title: "" } },
    unusable: { body: { ...POSITION, description_file_url: "http://10.0.0.1/" } },
  },
  "DELETE /recruit/positions/{position_id}": {
    path: ({ position }) => `/recruit/positions/${position}`,
    success: 204,
    changes: true,
    missing: "/recruit/positions/none",
    wrong: null,
    unusable: null,
  },
  "PUT /recruit/positions/{position_id}/groups": {
    path: ({ position }) => `/recruit/positions/${position}/groups`,
    body: () => ({ groups: { none: { sex: "female" } } }),
    success: 200,
    missing: "/recruit/positions/none/groups",
    wrong: { body: { groups: { none: { sex: "" } } } },
    unusable: null,
  },
  "DELETE /recruit/positions/{position_id}/groups": {
    path: ({ position }) => `/recruit/positions/${position}/groups`,
    success: 204,
    changes: true,
    missing: "/recruit/positions/none/groups",
    wrong: null,
    unusable: null,
  },
  "GET /recruit/positions/{position_id}/impact": {
    path: ({ position }) => `/recruit/positions/${position}/impact?score_at_least=50`,
    success: 200,
    missing: "/recruit/positions/none/impact",
    wrong: { path: "/recruit/positions/none/impact?score_at_least=101" },
    unusable: null,
  },
  "GET /recruit/positions/{position_id}/audit-export": {
    path: ({ position }) => `/recruit/positions/${position}/audit-export`,
    success: 200,
    missing: "/recruit/positions/none/audit-export",
    wrong: null,
    unusable: null,
  },
  "POST /recruit/positions/{position_id}/resumes": {
    path: ({ position }) => `/recruit/positions/${position}/resumes`,
    body: () => BATCH,
    success: 200,
    missing: "/recruit/positions/none/resumes",
    wrong: { body: { files: [] } },
    unusable: { body: { ...BATCH, callback_url: "http://10.0.0.1/" } },
  },
  "GET /recruit/positions/{position_id}/applications": {
    path: ({ position }) => `/recruit/positions/${position}/applications`,
    success: 200,
    missing: "/recruit/positions/none/applications",
    wrong: { path: "/recruit/positions/none/applications?limit=0" },
    unusable: null,
  },
  "GET /recruit/applications/{application_id}": {
    path: ({ applied }) => `/recruit/applications/${applied}`,
    success: 200,
    missing: "/recruit/applications/none",
    wrong: null,
    unusable: null,
  },
  "GET /recruit/applications/{application_id}/report": {
    path: ({ applied }) => `/recruit/applications/${applied}/report`,
    success: 200,
    missing: "/recruit/applications/none/report",
    wrong: { path: "/recruit/applications/none/report?format=pdf" },
    unusable: null,
  },
  "GET /recruit/applications/{application_id}/pages/{n}.png": {
    path: ({ applied }) => `/recruit/applications/${applied}/pages/1.png?width=60`,
    success: 200,
    missing: "/recruit/applications/none/pages/1.png",
    wrong: { path: "/recruit/applications/none/pages/1.png?width=9" },
    unusable: null,
  },
  "POST /extract-batch": {
    path: () => "/extract-batch",
    body: ({ template }) => ({ documents: [{ file_content: pdf }], template_id: template }),
    success: 200,
    wrong: { body: { documents: [], template_id: "none" } },
    unusable: { body: { documents: [{ file_content: "AAAA" }], template_id: "none" } },
  },
  "GET /extract-batch": { path: () => "/extract-batch", success: 200, wrong: { path: "/extract-batch?limit=0" }, unusable: null },
  "GET /extract-batch/{batch_id}": {
    path: ({ batch }) => `/extract-batch/${batch}`,
    success: 200,
    missing: "/extract-batch/none",
    wrong: { path: "/extract-batch/none?wait=61" },
    unusable: null,
  },
  "GET /extract-batch/{batch_id}/results": {
    path: ({ batch }) => `/extract-batch/${batch}/results`,
    success: 200,
    missing: "/extract-batch/none/results",
    wrong: null,
    unusable: null,
  },
  "DELETE /extract-batch/{batch_id}": {
    path: ({ batch }) => `/extract-batch/${batch}`,
    success: 204,
    changes: true,
    missing: "/extract-batch/none",
    wrong: null,
    unusable: null,
  },
  "POST /uploads": {
    path: () => "/uploads",
    body: () => ({ filename: "invoice.pdf" }),
    success: 201,
    wrong: { body: { size_bytes: 0 } },
    unusable: { body: { size_bytes: 10 * 1024 * 1024 + 1 } },
  },
  "GET /uploads/{upload_id}": {
    path: ({ upload }) => `/uploads/${upload}`,
    success: 200,
    missing: "/uploads/none",
    wrong: null,
    unusable: null,
  },
  "PUT /uploads/{upload_id}": {
    path: ({ upload }) => `/uploads/${upload}`,
    body: () => ({ any: "text" }),
    success: 200,
    missing: "/uploads/none",
    wrong: { path: `/uploads/none?signature=${"s".repeat(101)}` },
    unusable: {},
  },
  "DELETE /uploads/{upload_id}": {
    path: ({ upload }) => `/uploads/${upload}`,
    success: 204,
    changes: true,
    missing: "/uploads/none",
    wrong: null,
    unusable: null,
  },
  "POST /inboxes": {
    path: () => "/inboxes",
    body: ({ mailPort }) => mailbox(mailPort),
    success: 201,
    needsMail: true,
    wrong: { body: { ...mailbox(9), senders: [] } },
    unusable: { body: mailbox(9) },
  },
  "GET /inboxes": { path: () => "/inboxes", success: 200, wrong: null, unusable: null },
  "GET /inboxes/{inbox_id}": {
    path: ({ inbox }) => `/inboxes/${inbox}`,
    success: 200,
    missing: "/inboxes/none",
    wrong: null,
    unusable: null,
  },
  "PUT /inboxes/{inbox_id}": {
    path: ({ inbox }) => `/inboxes/${inbox}`,
    body: () => ({ paused: true }),
    success: 200,
    missing: "/inboxes/none",
    wrong: { body: {} },
    unusable: null,
  },
  "DELETE /inboxes/{inbox_id}": {
    path: ({ inbox }) => `/inboxes/${inbox}`,
    success: 204,
    changes: true,
    missing: "/inboxes/none",
    wrong: null,
    unusable: null,
  },
  "GET /inboxes/{inbox_id}/items": {
    path: ({ inbox }) => `/inboxes/${inbox}/items`,
    success: 200,
    missing: "/inboxes/none/items",
    wrong: { path: "/inboxes/none/items?limit=0" },
    unusable: null,
  },
  "POST /outboxes": {
    path: () => "/outboxes",
    body: ({ storePort }) => outboxBody(storePort),
    success: 201,
    wrong: { body: { ...outboxBody(9), name: " " } },
    unusable: { body: outboxBody(9) },
  },
  "GET /outboxes": { path: () => "/outboxes", success: 200, wrong: null, unusable: null },
  "GET /outboxes/{outbox_id}": {
    path: ({ outbox }) => `/outboxes/${outbox}`,
    success: 200,
    missing: "/outboxes/none",
    wrong: null,
    unusable: null,
  },
  "PUT /outboxes/{outbox_id}": {
    path: ({ outbox }) => `/outboxes/${outbox}`,
    body: () => ({ paused: true }),
    success: 200,
    missing: "/outboxes/none",
    wrong: { body: {} },
    unusable: null,
  },
  "DELETE /outboxes/{outbox_id}": {
    path: ({ outbox }) => `/outboxes/${outbox}`,
    success: 204,
    changes: true,
    missing: "/outboxes/none",
    wrong: null,
    unusable: null,
  },
  "GET /tasks/{task_id}/work": {
    path: ({ done }) => `/tasks/${done}/work`,
    success: 200,
    missing: "/tasks/none/work",
    wrong: null,
    unusable: null,
  },
  "PUT /tasks/{task_id}/assignment": {
    path: ({ done }) => `/tasks/${done}/assignment`,
    body: () => ({ person_id: null }),
    success: 200,
    missing: "/tasks/none/assignment",
    wrong: { body: {} },
    unusable: { body: { person_id: "nobody" } },
  },
  "POST /tasks/{task_id}/comments": {
    path: ({ done }) => `/tasks/${done}/comments`,
    body: () => ({ text: "Checked." }),
    success: 200,
    missing: "/tasks/none/comments",
    wrong: { body: { text: " " } },
    unusable: null,
  },
  "DELETE /tasks/{task_id}/comments/{comment_id}": {
    path: ({ done, comment }) => `/tasks/${done}/comments/${comment}`,
    success: 200,
    changes: true,
    missing: "/tasks/none/comments/none",
    wrong: null,
    unusable: null,
  },
  "GET /reviews/people": { path: () => "/reviews/people", success: 200, wrong: { path: "/reviews/people?days=0" }, unusable: null },
  "POST /packets": {
    path: () => "/packets",
    body: ({ template }) => ({ file_content: pdf, templates: [template] }),
    success: 200,
    wrong: { body: { file_content: "AAAA" } },
    unusable: { body: { file_content: "%%", templates: ["none"] } },
  },
  "GET /packets": { path: () => "/packets", success: 200, wrong: { path: "/packets?limit=0" }, unusable: null },
  "GET /packets/{packet_id}": {
    path: ({ packet }) => `/packets/${packet}`,
    success: 200,
    missing: "/packets/none",
    wrong: { path: "/packets/none?wait=61" },
    unusable: null,
  },
  "GET /packets/{packet_id}/pages/{n}.png": {
    path: ({ packet }) => `/packets/${packet}/pages/1.png?width=60`,
    success: 200,
    missing: "/packets/none/pages/1.png",
    wrong: { path: "/packets/none/pages/1.png?width=9" },
    unusable: null,
  },
  "PUT /packets/{packet_id}/parts": {
    path: ({ packet }) => `/packets/${packet}/parts`,
    body: () => ({ parts: [{ pages: [1], template_id: null }] }),
    success: 200,
    missing: "/packets/none/parts",
    wrong: { body: { parts: [] } },
    unusable: null,
  },
  "DELETE /packets/{packet_id}": {
    path: ({ packet }) => `/packets/${packet}`,
    success: 204,
    changes: true,
    missing: "/packets/none",
    wrong: null,
    unusable: null,
  },
  "POST /lists": {
    path: () => "/lists",
    body: () => LIST,
    success: 201,
    wrong: { body: { name: "Suppliers" } },
    unusable: { body: { name: "Suppliers", csv: "Number,Name\n1\n" } },
  },
  "GET /lists": { path: () => "/lists", success: 200, wrong: { path: "/lists?limit=0" }, unusable: null },
  "GET /lists/{list_id}": {
    path: ({ list }) => `/lists/${list}`,
    success: 200,
    missing: "/lists/none",
    wrong: null,
    unusable: null,
  },
  "PUT /lists/{list_id}": {
    path: ({ list }) => `/lists/${list}`,
    body: () => LIST,
    success: 200,
    missing: "/lists/none",
    wrong: { body: { ...LIST, file_content: "TnVtYmVyCjEK" } },
    unusable: { body: { name: "Suppliers", file_content: "%%" } },
  },
  "DELETE /lists/{list_id}": {
    path: ({ list }) => `/lists/${list}`,
    success: 204,
    changes: true,
    missing: "/lists/none",
    wrong: null,
    unusable: null,
  },
  "POST /webhook-secret/rotate": { path: () => "/webhook-secret/rotate", success: 200, wrong: null, unusable: null },
};
const rows = Object.entries(ROWS).map(([name, row]) => ({ name, method: name.split(" ")[0] ?? "", ...row }));

let service: SharedService;
let broken: TestService;
let shared: World & AsyncDisposable;
let mail: MailServer | undefined;
let store: S3Server;
beforeAll(async () => {
  pdf = base64(await pdfOf(INVOICE));
  service = await sharedService();
  if (hasDovecot) mail = await startDovecot();
  store = await startS3Server();
  shared = await makeWorld();
  broken = await startTestService({ worker: false });
});
afterAll(async () => {
  await shared?.[Symbol.asyncDispose]();
  await broken?.[Symbol.asyncDispose]();
  await mail?.[Symbol.asyncDispose]();
  await store?.[Symbol.asyncDispose]();
});

async function makeWorld(): Promise<World & AsyncDisposable> {
  const client = await service.account();
  const silent = await startReceiver((request, response) => void (request.method === "POST" ? response.end() : undefined));
  const body = { extraction_schema: INVOICE_SCHEMA, callback_url: `${silent.url}/hook` };
  const { task_id: done } = await client.extract({ ...body, file_content: pdf });
  const { task_id: failed } = await client.extract({ ...body, file_content: base64(Buffer.from("%PDF-1.4\nbroken")) });
  const running = await client.submit({ ...body, document_url: `${silent.url}/a.pdf` });
  const { json } = await client.get(`/v1/tasks/${done}/deliveries`);
  const template = (await client.post("/v1/templates", SCHEMA_BODY)).json.template_id;
  const layout = await layoutOf(service.db, template);
  const confirmed = await client.extract({ template_id: template, file_content: pdf });
  await client.post(`/v1/tasks/${confirmed.task_id}/review`, { done: true });
  const { json: compared } = await client.post(`/v1/templates/${template}/evaluations`, {});
  const list = (await client.post("/v1/lists", LIST)).json.list_id;
  const packet = (await client.post("/v1/packets", { file_content: pdf, templates: [template] })).json.packet_id;
  await client.get(`/v1/packets/${packet}?wait=30`);
  const documents = [{ file_content: pdf }];
  const batch = (await client.post("/v1/extract-batch", { documents, template_id: template })).json.batch_id;
  await client.get(`/v1/extract-batch/${batch}?wait=30`);
  const upload = (await client.post("/v1/uploads", {})).json.upload_id;
  const folder = { kind: "folder" as const, path: "/nowhere/at/all" };
  const inbox = await insertInbox(service.db, {
    accountId: client.accountId,
    name: "Scans",
    settings: folder,
    senders: [],
    templateId: template,
  });
  const outbox = await insertOutbox(service.db, {
    accountId: client.accountId,
    name: "Books",
    settings: folder,
    templateId: template,
    onlyReviewed: false,
  });
  const said = await client.post(`/v1/tasks/${done}/comments`, { text: "Checked." });
  const job = (await client.post("/recruit/extract-resumes", BATCH)).json.job_id;
  const status = await client.get(`/recruit/extraction-status/${job}?wait=30`);
  const position = (await client.post("/recruit/positions", POSITION)).json.position_id;
  const sent = { files: [{ filename: "mia.pdf", content_type: "application/pdf", content: pdf }] };
  const applying = (await client.post(`/recruit/positions/${position}/resumes`, sent)).json.job_id;
  const applied = await client.get(`/recruit/extraction-status/${applying}?wait=30`);
  const evaluated = await client.post("/recruit/evaluate", EVALUATION);
  const applications = async () => (await client.get(`/recruit/positions/${position}/applications`)).json.applications;
  await vi.waitFor(async () => expect((await applications())[0]?.status).toBe("evaluated"), { timeout: 150_000, interval: 200 });
  return {
    client,
    done,
    failed,
    running,
    delivery: json.deliveries[0].delivery_id,
    template,
    layout,
    compared: compared.evaluation_id,
    list,
    packet,
    batch,
    upload,
    inbox,
    outbox,
    storePort: store.port,
    comment: said.json.comments[0].comment_id,
    mailPort: mail?.port ?? 9,
    job,
    application: status.json.successful_extractions[0].application_id,
    evaluation: evaluated.json.evaluation_id,
    position,
    applied: applied.json.successful_extractions[0].application_id,
    [Symbol.asyncDispose]: () => silent[Symbol.asyncDispose](),
  };
}

const NOBODY: World = {
  client: null as never,
  done: "a",
  failed: "a",
  running: "a",
  delivery: "a",
  template: "a",
  layout: "a",
  compared: "a",
  list: "a",
  packet: "a",
  batch: "a",
  upload: "a",
  inbox: "a",
  outbox: "a",
  storePort: 9,
  comment: "a",
  mailPort: 9,
  job: "a",
  application: "a",
  evaluation: "a",
  position: "a",
  applied: "a",
};
const call = (client: Client, method: string, path: string, body?: unknown) => client.call(method, addressOf(path), body);
const addressOf = (path: string) => (path.startsWith("/recruit/") ? path : `/v1${path}`);

/** Those of people who are signed in are below /api/account: tests/dashboard. */
test("every operation that needs a key has its row", () => {
  const described = operations
    .filter(({ path }) => path.startsWith("/api/") && !path.startsWith("/api/account/"))
    .map(({ name }) => name.replace("/api/extractor/v1", "").replace("/api/recruit/v1", "/recruit"));
  expect(rows.map(({ name }) => name).sort()).toEqual(described.sort());
});

describe("success: 200, 201 or 204", () => {
  test.each(rows.filter(({ needsMail }) => !needsMail || hasDovecot))(
    "$name: $success",
    async ({ method, path, body, success, changes }) => {
      await using own = changes ? await makeWorld() : null;
      const world = own ?? shared;
      const answer = await call(world.client, method, path(world), body?.(world));
      expect(answer.status).toBe(success);
      if (success === 204) expect(answer.text).toBe("");
    },
  );
});

describe("400", () => {
  test.each(rows.filter(({ unusable }) => unusable))("$name", async ({ method, path, unusable }) => {
    const answer = await call(shared.client, method, (unusable?.path ?? path)(shared), unusable?.body);
    expect(answer).toMatchObject({ status: 400, json: { detail: expect.any(String), error: { type: "invalid_request_error" } } });
  });
});

describe("401", () => {
  test.each(rows)("$name", async ({ method, path, body }) => {
    const { client } = { client: await service.account() };
    const answer = await client.call(method, addressOf(path(NOBODY)), body?.(NOBODY), { authorization: "wnw_wrong" });
    expect(answer).toMatchObject({
      status: 401,
      json: { detail: expect.any(String), error_code: "unauthorized", error: { type: "authentication_error" } },
    });
  });
});

describe("404", () => {
  test.each(rows.filter(({ missing }) => missing))("$name", async ({ method, missing, body }) => {
    const answer = await call(await service.account(), method, missing ?? "", body?.(NOBODY));
    expect(answer).toMatchObject({
      status: 404,
      json: { detail: expect.any(String), error_code: "not_found", error: { type: "not_found_error" } },
    });
  });
});

describe("422", () => {
  test.each(rows.filter(({ wrong }) => wrong))("$name", async ({ method, path, body, wrong }) => {
    const answer = await call(await service.account(), method, wrong?.path ?? path(NOBODY), wrong?.body ?? body?.(NOBODY));
    expect(answer).toMatchObject({
      status: 422,
      json: { detail: [{ loc: expect.any(Array), msg: expect.any(String), type: expect.any(String) }] },
    });
  });

  test.each(rows.filter(({ method }) => method === "POST"))(
    "$name with an Idempotency-Key of 256 characters",
    async ({ method, path, body }) => {
      const client = await service.account();
      const answer = await client.call(method, addressOf(path(NOBODY)), body?.(NOBODY), { "idempotency-key": "k".repeat(256) });
      expect(answer).toMatchObject({ status: 422, json: { detail: [{ loc: ["header", "idempotency-key"] }] } });
    },
  );
});

describe("429", () => {
  test.each(rows)("$name", async ({ method, path, body }) => {
    const client = await service.account({ ratePerMinute: 1 });
    await client.get("/v1/tasks/none");
    const answer = await call(client, method, path(NOBODY), body?.(NOBODY));
    expect(answer).toMatchObject({
      status: 429,
      json: { detail: expect.any(String), retry_after: expect.any(Number), error: { type: "rate_limit_error" } },
    });
  });
});

describe("500: something of ours is broken, and the answer tells the request id and nothing else", () => {
  const WITHOUT_TABLES = [
    "POST /schemas/validate",
    "POST /schemas/suggest",
    "POST /documents/preview",
    "POST /recruit/analyze-job",
    "GET /events",
  ];
  const NEEDS_TABLES = rows.filter(({ name }) => !WITHOUT_TABLES.includes(name));
  beforeAll(async () => {
    const inUse = [
      "tasks",
      "deliveries",
      "templates",
      "memory_layouts",
      "template_evaluations",
      "lists",
      "packets",
      "extract_batches",
      "uploads",
      "inboxes",
      "outboxes",
      "review_log",
      "webhook_secrets",
      "batches",
      "batch_entries",
      "stored_resumes",
      "evaluations",
      "positions",
    ] as const;
    await withoutTables(broken.db, ...inUse);
  });
  test.each(NEEDS_TABLES)("$name", async ({ method, path, body }) => {
    const answer = await call(await broken.account(), method, path(NOBODY), body?.(NOBODY));
    expect(answer).toMatchObject({
      status: 500,
      json: { error_code: "internal", error: { type: "api_error" }, request_id: expect.stringMatching(/^req_/) },
    });
    expect(answer.text).not.toMatch(/relation|sql|\.ts/i);
  });

  test.each(rows.filter(({ name }) => WITHOUT_TABLES.includes(name)))(
    "$name, which needs accounts only",
    async ({ method, path, body }) => {
      const client = await broken.account();
      const away = await withoutTables(broken.db, "accounts");
      const answer = await call(client, method, path(NOBODY), body?.(NOBODY));
      await away[Symbol.asyncDispose]();
      expect(answer).toMatchObject({ status: 500, json: { error_code: "internal" } });
    },
  );
});
