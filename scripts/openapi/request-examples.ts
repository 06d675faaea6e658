/** A valid example for each request body of the API, by schema name; used by the reference and its curl commands. */

/** A page with the text: Example Paper Ltd, Invoice number: INV-00042, Invoice date: 3 April 2026, Total due: EUR 1,190.00. */
const INVOICE_PDF = [
  "JVBERi0xLjQKMSAwIG9iajw8L1R5cGUvQ2F0YWxvZy9QYWdlcyAyIDAgUj4+ZW5kb2JqCjIgMCBvYmo8PC9UeXBlL1BhZ2VzL0tpZHNbMyAwIFJdL0NvdW50IDE+PmVuZG9iagozIDAg",
  "b2JqPDwvVHlwZS9QYWdlL1BhcmVudCAyIDAgUi9NZWRpYUJveFswIDAgNTk1IDg0Ml0vQ29udGVudHMgNCAwIFIvUmVzb3VyY2VzPDwvRm9udDw8L0Y8PC9UeXBlL0ZvbnQvU3VidHlw",
  "ZS9UeXBlMS9CYXNlRm9udC9IZWx2ZXRpY2E+Pj4+Pj4+PmVuZG9iago0IDAgb2JqPDwvTGVuZ3RoIDE0NT4+c3RyZWFtCkJUL0YgMTIgVGYgNTAgNzkwIFRkIDI0IFRMKEV4YW1wbGUg",
  "UGFwZXIgTHRkKVRqIFQqKEludm9pY2UgbnVtYmVyOiBJTlYtMDAwNDIpVGogVCooSW52b2ljZSBkYXRlOiAzIEFwcmlsIDIwMjYpVGogVCooVG90YWwgZHVlOiBFVVIgMSwxOTAuMDAp",
  "VGogRVQKZW5kc3RyZWFtZW5kb2JqCnhyZWYKMCA1CjAwMDAwMDAwMDAgNjU1MzUgZiAKMDAwMDAwMDAwOSAwMDAwMCBuIAowMDAwMDAwMDUyIDAwMDAwIG4gCjAwMDAwMDAxMDEgMDAw",
  "MDAgbiAKMDAwMDAwMDI1MSAwMDAwMCBuIAp0cmFpbGVyPDwvU2l6ZSA1L1Jvb3QgMSAwIFI+PgpzdGFydHhyZWYKNDQyCiUlRU9GCg==",
].join("");

const SCHEMA = {
  fields: [
    { name: "invoice_number" },
    { name: "invoice_date", type: "date" },
    { name: "total", type: "currency", description: "Total amount due" },
  ],
};

const RULES = {
  checks: [{ name: "Total is positive", check: "total.amount > 0", message: "Is this a credit note?" }],
  computed: [{ name: "year", type: "string", value: "string(invoice_date.getFullYear())" }],
  duplicates: { fields: ["/invoice_number", "/total"], days: 365 },
};

const RESUME = `Ada Example
ada@example.com

EXPERIENCE
Data Engineer, Example Freight, 2019 - 2024
- Wrote pipelines in Python and SQL.
- Ran Airflow for 40 daily jobs.
`;

const AD = `Data Engineer

Requirements:
- 3 years of Python
- Strong SQL
- Experience with Airflow is a plus
`;

const SKILLS = [
  { name: "Python", type: "technical", required: true },
  { name: "SQL", type: "technical", required: true },
  { name: "Airflow", type: "technical", required: false },
];

const PASSWORD = "a long enough sentence";
const TOKEN = "token-of-the-link";

export const REQUEST_EXAMPLES: Record<string, object> = {
  ExtractAsyncRequest: { file_content: INVOICE_PDF, extraction_schema: SCHEMA },
  SuggestSchemaRequest: { file_content: INVOICE_PDF },
  SchemaValidateRequest: { extraction_schema: SCHEMA },
  TemplateRequest: { name: "Invoices", extraction_schema: SCHEMA, rules: RULES },
  ListRequest: {
    name: "Suppliers",
    csv: "Number,Name,IBAN\nS-001,Example Paper Ltd,GB33BUKB20201555555555\nS-002,Example Steel GmbH,DE89370400440532013000\n",
  },
  UploadRequest: { filename: "invoice.pdf", size_bytes: 81_234, content_type: "application/pdf" },
  ExtractBatchRequest: { documents: [{ file_content: INVOICE_PDF, filename: "invoice.pdf" }], extraction_schema: SCHEMA },
  PacketRequest: {
    document: { file_content: INVOICE_PDF, filename: "stack.pdf" },
    templates: ["tpl_01m84hda5hz2v3yq9c0n7k6e8f4r1t5w2x3b"],
    min_confidence: 0.9,
  },
  PacketParts: { parts: [{ pages: [1], template_id: null }] },
  EvaluationRequest: { version: 1, tasks_max: 50 },
  PublishRequest: { force: false },
  ReviewRequest: { corrections: { "/total": "1190.50 EUR" }, done: true },
  WebhookTestRequest: { url: "https://example.com/webhooks" },
  EvaluateRequest: { job_id: "job-42", application_id: "application-7", resume_text: RESUME, job_details: { required_skills: SKILLS } },
  AnalyzeJobRequest: { description: AD },
  ExtractResumesRequest: {
    files: [{ filename: "ada.txt", content_type: "text/plain", content: Buffer.from(RESUME).toString("base64") }],
  },
  PositionRequest: {
    title: "Data Engineer",
    description: AD,
    required_skills: SKILLS,
    retention_days: 200,
    review_contact: "review@example.com",
  },
  GroupsRequest: {
    groups: { app_01m84hdctc8br0hbqp4njw0k9qz3dfqfebwh: { sex: "female", race_ethnicity: "Asian" } },
    selected: ["app_01m84hdctc8br0hbqp4njw0k9qz3dfqfebwh"],
  },
  SignInCodeRequest: { code: "123456", trust_device: true },
  SecondFactorRequest: { password: PASSWORD },
  CodeRequest: { code: "123456" },
  PasskeyRequest: {
    name: "Laptop",
    response: {
      id: "q83vEjRWeJA",
      rawId: "q83vEjRWeJA",
      type: "public-key",
      response: { clientDataJSON: "eyJ0eXBlIjoid2ViYXV0aG4uY3JlYXRlIn0", attestationObject: "o2NmbXRkbm9uZQ" },
      clientExtensionResults: {},
    },
  },
  PasskeySignInRequest: {
    response: {
      id: "q83vEjRWeJA",
      rawId: "q83vEjRWeJA",
      type: "public-key",
      response: { clientDataJSON: "eyJ0eXBlIjoid2ViYXV0aG4uZ2V0In0", authenticatorData: "SZYN5YgOjGh0NBcP", signature: "MEUCIQ" },
      clientExtensionResults: {},
    },
  },
  ResumeSearchRequest: { query: "SQL, three years, logistics", limit: 20 },
  SsoRequest: { token: TOKEN, next: "/review" },
  SignUpRequest: { name: "Ada Example", email: "ada@example.com", password: PASSWORD, token: TOKEN },
  SignInRequest: { email: "ada@example.com", password: PASSWORD },
  PasswordRequest: { current_password: PASSWORD, new_password: "another long enough sentence" },
  PasswordByLinkRequest: { token: TOKEN, new_password: PASSWORD },
  LinkRequest: { token: TOKEN },
  InboxRequest: {
    name: "Invoices",
    template_id: "auto",
    mailbox: { host: "imap.example.com", user: "invoices@example.com", password: "a password of the mail account" },
    senders: ["@example.com"],
  },
  OutboxRequest: {
    name: "Invoices",
    only_reviewed: true,
    bucket: { region: "eu-central-1", bucket: "accounting", prefix: "invoices/", access_key_id: "AKIA…", secret_access_key: "its secret" },
  },
  OutboxChangeRequest: { paused: true },
  InboxChangeRequest: { paused: true },
  AssignmentRequest: { person_id: null },
  CommentRequest: { text: "The total is without VAT: see the footnote." },
  NextReviewRequest: { confidence_below: 0.8 },
  WorkspaceRequest: { name: "Accounting" },
  MemberRequest: { role: "owner" },
  MemberInviteRequest: { email: "ben@example.com", role: "reviewer" },
  InviteRequest: { email: "ben@example.com", tier: "free" },
  KeyRequest: { name: "laptop" },
};
