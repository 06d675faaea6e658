/** The Python client against the service, as its users write: with the Python of the machine and nothing else. */
import { execFile, execFileSync } from "node:child_process";
import { mkdtemp, readFile, rm } from "node:fs/promises";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { tmpdir } from "node:os";
import path from "node:path";
import { promisify } from "node:util";
import { Webhook } from "standardwebhooks";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { blocksOf } from "../support/guide.ts";
import { startReceiver } from "../support/receiver.ts";
import { type SharedService, sharedService } from "../support/shared-service.ts";

const ROOT = path.resolve(import.meta.dirname, "../..");
const PYTHON = "/usr/bin/python3";
const hasPython = (() => {
  try {
    execFileSync(PYTHON, ["-c", "import sys; sys.exit(sys.version_info < (3, 9))"]);
    return true;
  } catch {
    return false;
  }
})();

const SECRET = `whsec_${Buffer.from("0123456789abcdef0123456789abcdef").toString("base64")}`;
const BEGIN = `
import json, os, sys, time
from winnow import *
import winnow as module
SCHEMA = {"fields": [{"name": "invoice_number", "type": "string"}, {"name": "total", "type": "currency", "description": "Total amount due"}]}
FILE = "samples/invoice-en.pdf"
def client(url=None, **more):
    return Winnow(url or os.environ["WINNOW_URL"], os.environ["WINNOW_API_KEY"], **more)
def raised(work):
    try:
        work()
    except Exception as error:
        return error
winnow = client()
`;

describe.skipIf(!hasPython)("the Python client (skipped where /usr/bin/python3 is missing or older than 3.9)", () => {
  let service: SharedService;
  let env: NodeJS.ProcessEnv;
  let folder: string;
  beforeAll(async () => {
    service = await sharedService();
    const client = await service.account();
    folder = await mkdtemp(path.join(tmpdir(), "winnow-python-"));
    env = {
      PATH: "/usr/bin:/bin",
      PYTHONPATH: path.join(ROOT, "clients/python"),
      PYTHONDONTWRITEBYTECODE: "1",
      WINNOW_URL: service.url,
      WINNOW_API_KEY: client.key,
      FOLDER: folder,
    };
  });
  afterAll(() => rm(folder, { recursive: true, force: true }));

  /** Runs a program that prints JSON. */
  async function run(program: string, more: Record<string, string> = {}): Promise<unknown> {
    const options = { cwd: ROOT, env: { ...env, ...more } };
    const { stdout } = await promisify(execFile)(PYTHON, ["-W", "error", "-c", BEGIN + program], options);
    return JSON.parse(stdout);
  }

  test("a path, bytes, a URL and an upload give the same values with evidence; names are those of the files", async () => {
    const bytes = await readFile(path.join(ROOT, "samples/invoice-en.pdf"));
    await using served = await startReceiver((_request, response) => void response.end(bytes));
    const program = `
content = open(FILE, "rb").read()
tasks = [winnow.extract(each, schema=SCHEMA, metadata={"of": "März"}) for each in (FILE, content, os.environ["SERVED"], winnow.upload(FILE, filename="ü.pdf"))]
print(json.dumps({
  "data": [task["data"] for task in tasks], "names": [task["document"]["filename"] for task in tasks],
  "metadata": tasks[0]["metadata"], "evidence": tasks[0]["fields"]["/total"]["evidence"][0]["page"],
}))`;
    const data = { invoice_number: "MF-20418", total: expect.objectContaining({ currency: expect.any(String) }) };
    expect(await run(program, { SERVED: `${served.url}/b.pdf` })).toEqual({
      data: [data, data, data, data],
      names: ["invoice-en.pdf", null, "b.pdf", "ü.pdf"],
      metadata: { of: "März" },
      evidence: expect.any(Number),
    });
  });

  test("tasks and templates are listed over pages, and results come with the corrections", async () => {
    const program = `
made = [winnow.request("POST", "/api/extractor/v1/templates", body={"name": f"T{i}", "extraction_schema": SCHEMA}) for i in range(3)]
template = made[0]["template_id"]
ids = [winnow.submit(FILE, template=template) for _ in range(3)]
for each in ids: winnow.wait(each, timeout=30)
winnow.request("POST", f"/api/extractor/v1/tasks/{ids[0]}/review", body={"corrections": {"/invoice_number": "X-1"}, "done": True})
out = os.path.join(os.environ["FOLDER"], "results.xlsx")
winnow.download_results(template, out)
print(json.dumps({
  "listed": [task["task_id"] for task in winnow.tasks(template_id=template, limit=2)] == ids[::-1],
  "templates": {each["template_id"] for each in made} <= {each["template_id"] for each in winnow.templates()},
  "results": [line["final_data"]["invoice_number"] for line in winnow.results(template)],
  "xlsx": open(out, "rb").read(2).decode(), "left": os.listdir(os.environ["FOLDER"]),
}))`;
    expect(await run(program)).toEqual({
      listed: true,
      templates: true,
      results: ["X-1", "MF-20418", "MF-20418"],
      xlsx: "PK",
      left: ["results.xlsx"],
    });
  });

  test("what is refused or fails raises errors with the service's codes", async () => {
    const program = `
refused = raised(lambda: winnow.extract(FILE, schema=SCHEMA, page="1"))
unknown = raised(lambda: winnow.task("task_none"))
key = raised(lambda: list(Winnow(os.environ["WINNOW_URL"], "wnw_wrong").templates()))
failed = raised(lambda: winnow.extract(b"%PDF-1.4\\nbroken", schema=SCHEMA))
late = raised(lambda: winnow.wait(winnow.submit("http://127.0.0.1:9/never.pdf", schema=SCHEMA), timeout=0.1))
both = raised(lambda: winnow.submit(FILE, schema=SCHEMA, template="tpl_x"))
path = raised(lambda: winnow.task("../templates"))
print(json.dumps([
  [refused.status, refused.error_code, "pages" in refused.issues[0]["msg"]], [unknown.status, unknown.error_code], [key.status, key.error_code],
  [type(failed).__name__, failed.error_code, failed.task["status"]], type(late).__name__, type(both).__name__, type(path).__name__,
]))`;
    expect(await run(program)).toEqual([
      [422, "validation_error", true],
      [404, "not_found"],
      [401, "unauthorized"],
      ["TaskFailedError", "corrupt_document", "failed"],
      expect.stringMatching(/^(WaitTimeout|TaskFailedError)$/),
      "ValueError",
      "ValueError",
    ]);
  });

  test("passing failures are tried again with the same key, after the pause that was asked for; others and redirects are not", async () => {
    const seen: { key: string | undefined; path: string | undefined; at: number }[] = [];
    const faulty = createServer((request, response) => {
      seen.push({ key: request.headers["idempotency-key"] as string | undefined, path: request.url, at: performance.now() });
      const body = { error: { message: "Wait." }, error_code: "rate_limited", retry_after: 1 };
      if (request.url?.includes("elsewhere")) return void response.writeHead(302, { location: `${service.url}/stolen` }).end();
      if (request.url?.includes("long")) return void response.writeHead(429).end(JSON.stringify({ ...body, retry_after: 3600 }));
      if (seen.length === 1) return void request.socket.destroy();
      if (seen.length === 2) return void response.writeHead(429).end(JSON.stringify(body));
      response.end(JSON.stringify({ task_id: "task_1" }));
    });
    await new Promise<void>((done) => void faulty.listen(0, "127.0.0.1", done));
    const program = `
other = client(os.environ["FAULTY"])
print(json.dumps([
  other.submit(b"x", schema=SCHEMA), raised(lambda: other.request("GET", "/elsewhere")).status, raised(lambda: other.request("GET", "/long")).retry_after,
]))`;
    expect(await run(program, { FAULTY: `http://127.0.0.1:${(faulty.address() as AddressInfo).port}` })).toEqual(["task_1", 302, 3600]);
    faulty.close();
    expect(seen).toHaveLength(5);
    expect(new Set(seen.slice(0, 3).map(({ key }) => key)).size).toBe(1);
    expect(seen[0]?.key).toMatch(/^[0-9a-f-]{36}$/);
    expect((seen[2]?.at ?? 0) - (seen[1]?.at ?? 0)).toBeGreaterThanOrEqual(990);
  });

  test("a résumé is scored, given as a file or as text", async () => {
    const program = `
by_file = winnow.evaluate("samples/resume-tomas-ferreira.pdf", required_skills=["SQL", {"name": "Falconry"}], job_id="j", application_id="a")
by_text = winnow.evaluate(resume_text="I have written SQL for five years.", required_skills=["SQL"], job_id="j", application_id="b")
print(json.dumps([sorted(by_file["skills"]), sorted(by_text["skills"])]))`;
    expect(await run(program)).toEqual([["Falconry", "SQL"], ["SQL"]]);
  });

  test("webhooks are verified as the stock library signs them", async () => {
    const body = JSON.stringify({ type: "webhook.test", timestamp: new Date().toISOString(), data: { message: "grüße" } });
    const now = new Date();
    const headers = {
      "Webhook-Id": "msg_1",
      "webhook-timestamp": String(Math.floor(now.getTime() / 1000)),
      "webhook-signature": `v1,AAAA ${new Webhook(SECRET).sign("msg_1", now, body)}`,
    };
    const program = `
headers, body, secret = json.loads(os.environ["HEADERS"]), os.environ["BODY"], os.environ["SECRET"]
def refused(**more):
    given = {"headers": headers, "body": body, "secret": secret, **more}
    return type(raised(lambda: verify_webhook(given["headers"], given["body"], given["secret"], given.get("now")))).__name__
print(json.dumps([
  verify_webhook(headers, body.encode(), secret)["data"]["message"],
  refused(body=body + " "), refused(secret="whsec_" + "A" * 43 + "="), refused(secret="whsec_%"), refused(now=time.time() + 301),
  refused(headers={**headers, "webhook-timestamp": "NaN"}), refused(headers={}),
]))`;
    const refused = Array.from({ length: 6 }, () => "WebhookVerificationError");
    expect(await run(program, { HEADERS: JSON.stringify(headers), BODY: body, SECRET })).toEqual(["grüße", ...refused]);
  });

  test("the README's code runs as it stands", async () => {
    const [first, second] = blocksOf(await readFile(path.join(ROOT, "clients/python/README.md"), "utf8")).filter(
      ({ language }) => language === "python",
    );
    const code = (first?.code ?? "").replaceAll("http://127.0.0.1:8080", service.url);
    const { stdout } = await promisify(execFile)(PYTHON, ["-c", `${code}\n${second?.code}\nprint(receive({}, b""))`], {
      cwd: ROOT,
      env: { ...env, WINNOW_WEBHOOK_SECRET: SECRET },
    });
    expect(stdout).toMatch(/^\d+\.\d+ \S.*\n400\n$/s);
  });

  test("its types are those of every record, and can all be resolved", async () => {
    const program = `
import typing
from winnow import types
records = [each for each in vars(types).values() if isinstance(each, type)]
for each in records: typing.get_type_hints(each)
print(json.dumps([len(records) > 100, typing.get_type_hints(types.Task)["task_id"].__name__]))`;
    expect(await run(program)).toEqual([true, "str"]);
  });
});
