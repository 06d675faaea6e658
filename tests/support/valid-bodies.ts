/** For each body that openapi.json names, one that is taken. */
import { base64, INVOICE, INVOICE_SCHEMA, pdfOf } from "./pdf.ts";
import { fileOf, RESUME_TEXT } from "./resumes.ts";
import { PASSWORD } from "./signed-in.ts";

const required_skills = [{ name: "Python", type: "technical", required: true }];

/** By the name of the body's schema. */
export async function validBodies(): Promise<Record<string, Record<string, unknown>>> {
  const file_content = base64(await pdfOf(INVOICE));
  return {
    ExtractAsyncRequest: { file_content, extraction_schema: INVOICE_SCHEMA },
    SuggestSchemaRequest: { file_content },
    TemplateRequest: { name: "Invoices", extraction_schema: INVOICE_SCHEMA },
    ExtractBatchRequest: { documents: [{ file_content }], extraction_schema: INVOICE_SCHEMA },
    UploadRequest: { filename: "invoice.pdf" },
    PacketRequest: { file_content, templates: ["tpl_none"] },
    PacketParts: { parts: [{ pages: [1], template_id: null }] },
    ListRequest: { name: "Suppliers", csv: "Number,Name\n1,Example Paper Ltd\n" },
    SchemaValidateRequest: { extraction_schema: INVOICE_SCHEMA },
    EvaluationRequest: { tasks_max: 1 },
    PublishRequest: { force: true },
    ReviewRequest: { done: true },
    WebhookTestRequest: { url: "http://127.0.0.1:9/" },
    EvaluateRequest: { job_id: "job-1", application_id: "application-1", resume_text: RESUME_TEXT, job_details: { required_skills } },
    AnalyzeJobRequest: { description: "Data Engineer\n\nRequirements:\n- 3 years of Python and SQL\n- Experience with Airflow\n" },
    PositionRequest: { title: "Engineer", required_skills },
    GroupsRequest: { groups: {} },
    ExtractResumesRequest: { files: [fileOf("mia.txt", RESUME_TEXT)] },
    KeyRequest: { name: "laptop" },
    InboxRequest: {
      name: "Mail",
      template_id: "auto",
      mailbox: { host: "127.0.0.1", port: 9, security: "none", user: "invoices", password: "secret" },
      senders: ["@example.com"],
    },
    InboxChangeRequest: { paused: true },
    OutboxRequest: {
      name: "Books",
      bucket: {
        endpoint: "http://127.0.0.1:9",
        region: "eu-central-1",
        bucket: "books",
        access_key_id: "key",
        secret_access_key: "secret",
      },
    },
    OutboxChangeRequest: { paused: true },
    AssignmentRequest: { person_id: null },
    CommentRequest: { text: "The total is without VAT." },
    NextReviewRequest: {},
    WorkspaceRequest: { name: "Shop" },
    MemberRequest: { role: "viewer" },
    MemberInviteRequest: { email: "friend@example.com", role: "viewer" },
    InviteRequest: { email: "friend@example.com" },
    LinkRequest: { token: "no link has this token" },
    PasswordRequest: { current_password: PASSWORD, new_password: PASSWORD },
    PasswordByLinkRequest: { token: "no link has this token", new_password: PASSWORD },
    SignInRequest: { email: "nobody@example.com", password: PASSWORD },
    SignInCodeRequest: { code: "123456" },
    SecondFactorRequest: { password: "a wrong password of nobody" },
    CodeRequest: { code: "123456" },
    PasskeyRequest: {
      name: "Laptop",
      response: { id: "q83v", rawId: "q83v", type: "public-key", response: { clientDataJSON: "e30", attestationObject: "oA" } },
    },
    PasskeySignInRequest: {
      response: {
        id: "q83v",
        rawId: "q83v",
        type: "public-key",
        response: { clientDataJSON: "e30", authenticatorData: "oA", signature: "oA" },
      },
    },
    ResumeSearchRequest: { query: "SQL" },
    SsoRequest: {},
    SignUpRequest: { name: "Nobody", email: "nobody@example.com", password: PASSWORD, token: "no link has this token" },
  };
}
