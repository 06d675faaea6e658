/** Contract §8: nothing that a caller can write as `document_url` or `callback_url` leads to a forbidden address. */
import { createServer, type Server } from "node:net";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { INVOICE, INVOICE_SCHEMA, pdfOf } from "../support/pdf.ts";
import { startReceiver } from "../support/receiver.ts";
import { startTestService, type TestService } from "../support/service.ts";
import { sharedService } from "../support/shared-service.ts";
import { FORBIDDEN_HOSTS, FORBIDDEN_URLS } from "../support/ssrf-vectors.ts";

let service: TestService;
let pdf: Buffer;
let canary: Server;
let connections = 0;
let canaryPort: number;
beforeAll(async () => {
  // No host is exempt; a canary listens on every local address.
  service = await startTestService({ env: { WINNOW_ALLOW_HOSTS: "" } });
  pdf = await pdfOf(INVOICE);
  canary = createServer((socket) => {
    connections++;
    socket.destroy();
  });
  await new Promise<void>((resolve) => canary.listen(0, "::", resolve));
  const address = canary.address();
  canaryPort = typeof address === "object" && address !== null ? address.port : 0;
});
afterAll(async () => {
  canary?.close();
  await service?.[Symbol.asyncDispose]();
});

/** 400 or 422 at once, or a task that fails as unreachable: in no case a connection. */
async function expectRefused(body: object): Promise<void> {
  const client = await service.account();
  const answer = await client.post("/v1/extract-async", { extraction_schema: INVOICE_SCHEMA, ...body });
  if (answer.status === 200) {
    const task = await client.wait(answer.json.task_id);
    expect(task, JSON.stringify(body)).toMatchObject({ status: "failed", error: { code: "document_unreachable", retryable: false } });
  } else expect([400, 422], `${JSON.stringify(body)}: ${answer.text}`).toContain(answer.status);
  expect(connections).toBe(0);
}

describe.each(Object.entries(FORBIDDEN_HOSTS))("%s", (_name, hosts) => {
  test.each(hosts)("document_url http://%s/", async (host) => expectRefused({ document_url: `http://${host}:${canaryPort}/a.pdf` }));
  test.each(hosts)("callback_url http://%s/", async (host) =>
    expectRefused({ file_content: "JVBERi0xLjQK", callback_url: `http://${host}:${canaryPort}/hook` }),
  );
});

describe("two readings, other schemes, forbidden ports", () => {
  test.each(FORBIDDEN_URLS)("document_url %s", async (url) => expectRefused({ document_url: url }));
  test.each(FORBIDDEN_URLS)("callback_url %s", async (url) => expectRefused({ file_content: "JVBERi0xLjQK", callback_url: url }));
});

test("every refused address gets the same wording", async () => {
  const client = await service.account();
  const ask = (host: string) =>
    client.post("/v1/extract-async", { extraction_schema: INVOICE_SCHEMA, document_url: `http://${host}/a.pdf` });
  const answers = await Promise.all(["127.0.0.1", "10.0.0.1", "169.254.169.254", "[::1]", "localhost"].map(ask));
  expect(new Set(answers.map(({ json }) => json.detail)).size).toBe(1);
});

test.each(["document_url", "callback_url"])("a refused %s says how whoever runs the server can allow it", async (key) => {
  const client = await service.account();
  const body = {
    extraction_schema: INVOICE_SCHEMA,
    [key]: "http://10.0.0.1:9000/x",
    ...(key === "callback_url" ? { file_content: "JVBERi0xLjQK" } : {}),
  };
  const { json } = await client.post("/v1/extract-async", body);
  expect(json.detail).toMatch(new RegExp(`^\`${key}\`.*WINNOW_ALLOW_HOSTS`));
});

describe("redirects of an allowed host", () => {
  async function failing(location: (own: string) => string, status = 302): Promise<string | undefined> {
    const open = await sharedService();
    const server = await startReceiver(
      (request, response) => void response.writeHead(status, { location: location(server.url) + request.path }).end(),
    );
    const client = await open.account();
    const task = await client.extract({ document_url: `${server.url}/a.pdf`, extraction_schema: INVOICE_SCHEMA });
    await server[Symbol.asyncDispose]();
    expect(task).toMatchObject({ status: "failed", error: { code: "document_unreachable" } });
    return task.error?.message;
  }

  test.each([
    ["a private address", () => "http://10.0.0.1"],
    ["an embedded private address", () => "http://[::ffff:a00:1]"],
    ["another scheme", () => "file:///etc/passwd#"],
  ])("to %s is not followed", async (_name, location) => {
    await failing(location);
    expect(connections).toBe(0);
  });

  test.each([301, 303, 307, 308])("with status %i to a private address, over https, is not followed", async (status) => {
    await failing(() => "https://10.0.0.1", status);
    expect(connections).toBe(0);
  });

  test("a loop ends after three", async () => {
    expect(await failing((own) => own)).toContain("more than 3 times");
  });
});

test("the exemption opens exactly the named host: a document and a callback of it work", async () => {
  await using open = await startTestService({ env: { WINNOW_ALLOW_HOSTS: "127.0.0.1/32" } });
  await using server = await startReceiver((request, response) => void response.end(request.method === "GET" ? pdf : ""));
  const client = await open.account();
  const task = await client.extract({
    document_url: `${server.url}/a.pdf`,
    extraction_schema: INVOICE_SCHEMA,
    callback_url: `${server.url}/hook`,
  });
  expect(task.status).toBe("completed");
  expect(task.document.filename).toBe("a.pdf");
  await expect.poll(() => server.received.filter(({ method }) => method === "POST").length).toBe(1);
  expect(
    (await client.post("/v1/extract-async", { document_url: "http://127.0.0.2/a.pdf", extraction_schema: INVOICE_SCHEMA })).status,
  ).toBe(400);
});

describe("what a server may do", () => {
  test.each([
    [
      "more than 10 MB ends the fetch",
      "document_too_large",
      (response: import("node:http").ServerResponse) => void response.end(Buffer.alloc(10 * 1024 * 1024 + 1, "%PDF-1.4 ")),
    ],
    [
      "a program under a PDF's name is refused by its bytes",
      "unsupported_type",
      (response: import("node:http").ServerResponse) =>
        void response.writeHead(200, { "content-type": "application/pdf" }).end("\x7fELF\0"),
    ],
    ["an answer without a byte is told", "empty_document", (response: import("node:http").ServerResponse) => void response.end()],
    ["404 is told", "document_unreachable", (response: import("node:http").ServerResponse) => void response.writeHead(404).end()],
  ])("%s", async (_name, code, answer) => {
    const open = await sharedService();
    await using server = await startReceiver((_request, response) => answer(response));
    const client = await open.account();
    const task = await client.extract({ document_url: `${server.url}/a.pdf`, extraction_schema: INVOICE_SCHEMA });
    expect(task).toMatchObject({ status: "failed", error: { code } });
  });

  test("the task names the URL that failed, without what its query may keep secret", async () => {
    const open = await sharedService();
    await using server = await startReceiver((_request, response) => void response.writeHead(404).end());
    const client = await open.account();
    const document_url = `${server.url}/invoices/a.pdf?sig=hush&v`;
    const task = await client.extract({ document_url, extraction_schema: INVOICE_SCHEMA });
    const shown = `${server.url}/invoices/a.pdf?sig=***&v`;
    expect(task.document).toMatchObject({ filename: "a.pdf", url: shown });
    expect(task.error?.message).toBe(`The URL answered 404. (${shown})`);
    expect(JSON.stringify(task)).not.toContain("hush");
  });
});

test("our own address is refused even where it is exempt", async () => {
  const open = await sharedService();
  const client = await open.account();
  const task = await client.extract({ document_url: `${open.url}/openapi.json`, extraction_schema: INVOICE_SCHEMA });
  expect(task).toMatchObject({ status: "failed", error: { code: "document_unreachable", retryable: false } });
});
