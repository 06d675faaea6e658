/** A person's way from an empty server to a webhook that a small program of their own verifies: how many clicks it takes, and how long they wait. */
import { type ChildProcess, spawn } from "node:child_process";
import { once } from "node:events";
import { mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import path from "node:path";
import { createInterface } from "node:readline";
import { afterAll, beforeAll, expect, test } from "vitest";
import { describeInBrowser, useBrowser } from "../support/browser.ts";
import { figure } from "../support/figure.ts";
import { INVOICE, pdfOf } from "../support/pdf.ts";
import { type Processes, startProcesses } from "../support/processes.ts";
import { PASSWORD } from "../support/signed-in.ts";

/** Asked of us; a machine that runs other tests besides takes a fraction of it. */
const WAITING_MS_MAX = 180_000;
const CLICKS_MAX = 25;

/** What the webhooks guide says, in ten lines without a library. */
const RECEIVER = `import { createHmac } from "node:crypto";
import { createServer } from "node:http";
import { text } from "node:stream/consumers";
const key = Buffer.from(process.env.SECRET.replace("whsec_", ""), "base64");
createServer(async (request, response) => {
  const { headers } = request;
  const body = await text(request);
  const signed = \`v1,\${createHmac("sha256", key).update(\`\${headers["webhook-id"]}.\${headers["webhook-timestamp"]}.\${body}\`).digest("base64")}\`;
  console.log(headers["webhook-signature"].split(" ").includes(signed) ? body : "forged");
  response.end();
}).listen(0, "127.0.0.1", function () { console.log(this.address().port); });
`;

describeInBrowser("the first hour", () => {
  const open = useBrowser();
  let dir: string;
  let service: Processes;
  let receiver: ChildProcess | undefined;
  beforeAll(async () => {
    dir = await mkdtemp(path.join(tmpdir(), "winnow-hour-"));
    service = await startProcesses(path.join(dir, "data"), { WINNOW_ALLOW_HOSTS: "127.0.0.1" });
  }, 120_000);
  afterAll(async () => {
    receiver?.kill();
    await service.stop();
    await rm(dir, { recursive: true, force: true });
  }, 120_000);

  test("owner, key, own PDF, a value corrected, a template, a webhook that is verified", { timeout: WAITING_MS_MAX + 60_000 }, async () => {
    const page = await open(service.url, { permissions: ["clipboard-read", "clipboard-write"] });
    await page.addInitScript(
      "addEventListener('click', ({ isTrusted }) => { if (isTrusted) sessionStorage.clicks = 1 + Number(sessionStorage.clicks ?? 0); }, true)",
    );
    await page.reload();
    const start = performance.now();
    const click = (name: string | RegExp) => page.getByRole("button", { name, exact: typeof name === "string" }).click();
    const copied = () => page.evaluate<string>("navigator.clipboard.readText()");

    await page.getByLabel("Your name").fill("Ada Example");
    await page.getByLabel("E-mail").fill("ada@example.com");
    await page.getByLabel("Password").fill(PASSWORD);
    await click("Become the owner");

    await page.getByRole("link", { name: "API keys" }).click();
    await click("New key");
    await page.getByLabel("Name").fill("importer");
    await click("Create key");
    await click("Copy key");
    await page.getByRole("button", { name: "Copied", exact: true }).waitFor();
    const key = await copied();
    await click("I have copied it");

    await page.getByRole("link", { name: "Playground" }).click();
    await page.locator("input[type=file]").setInputFiles({ name: "own.pdf", mimeType: "application/pdf", buffer: await pdfOf(INVOICE) });
    await page.getByLabel("Name of invoice_number").waitFor();
    await click("Extract");
    await page.locator('[data-value="/invoice_number"]').getByText("INV-00042").waitFor();
    await click("Save as template");
    await page.getByLabel("Name", { exact: true }).fill("Own invoices");
    await click("Save");
    await page.getByText("Saved as “Own invoices”").waitFor();

    await page.getByRole("link", { name: "Tasks" }).click();
    await page.getByRole("link", { name: "own.pdf" }).click();
    await page.locator('[data-value="/invoice_number"]').click();
    await click("Correct");
    await page.getByLabel("Correct value").fill("INV-00043");
    await click("Save correction");
    await page.locator('[data-value="/invoice_number"]').getByText("INV-00043").waitFor();

    await page.getByRole("link", { name: "Webhooks" }).click();
    await click("Show secret");
    await click("Copy secret");
    await page.getByRole("button", { name: "Copied", exact: true }).waitFor();
    const lines = await startReceiving(await copied());
    await click("Done");
    await page.getByLabel("URL of your server").fill(lines.url);
    await click(/^Send/);
    expect(JSON.parse(await lines.next()).type).toBe("webhook.test");

    await page.getByRole("link", { name: "Templates" }).click();
    await page.getByRole("link", { name: "Own invoices", exact: true }).click();
    await page.waitForURL(/\/templates\/tpl_/);
    const templateId = page.url().split("/").at(-1);
    const answer = await fetch(`${service.url}/api/extractor/v1/extract-async`, {
      method: "POST",
      headers: { Authorization: `Bearer ${key}`, "Content-Type": "application/json" },
      body: JSON.stringify({ file_content: (await pdfOf(INVOICE)).toString("base64"), template_id: templateId, callback_url: lines.url }),
    });
    expect(answer.status).toBe(200);
    const event = JSON.parse(await lines.next());
    expect(event).toMatchObject({ type: "extraction.completed", data: { data: { invoice_number: "INV-00042" } } });
    await page.getByRole("link", { name: "Webhooks" }).click();
    await page.getByRole("table").getByText("Delivered").first().waitFor();

    const ms = Math.round(performance.now() - start);
    const clicks = await page.evaluate<number>("Number(sessionStorage.clicks)");
    figure(null, `from an empty server to a verified webhook: ${clicks} clicks, ${(ms / 1000).toFixed(1)} s of waiting, typing left out`);
    expect(clicks).toBeLessThanOrEqual(CLICKS_MAX);
    expect(ms).toBeLessThan(WAITING_MS_MAX);
  });

  async function startReceiving(secret: string): Promise<{ url: string; next(): Promise<string> }> {
    const file = path.join(dir, "receiver.mjs");
    await writeFile(file, RECEIVER);
    receiver = spawn(process.execPath, [file], { env: { SECRET: secret }, stdio: ["ignore", "pipe", "inherit"] });
    if (!receiver.stdout) throw new Error("no output");
    const lines = createInterface(receiver.stdout);
    const read: string[] = [];
    lines.on("line", (line) => read.push(line));
    const next = async () => {
      while (read.length === 0) await once(lines, "line");
      return read.shift() ?? "";
    };
    return { url: `http://127.0.0.1:${await next()}/`, next };
  }
});
