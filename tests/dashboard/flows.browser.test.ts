/** What people do in the dashboard, in a real browser over a real service. */
import { readFile } from "node:fs/promises";
import type { Page } from "playwright-core";
import { afterAll, beforeAll, expect, test } from "vitest";
import { SAMPLES } from "../../samples/list.ts";
import { describeInBrowser, useBrowser } from "../support/browser.ts";
import { becomeOwner, extractSamples, openAs } from "../support/dashboard.ts";
import { startReceiver } from "../support/receiver.ts";
import { startTestService, type TestService } from "../support/service.ts";
import { type Browser, PASSWORD } from "../support/signed-in.ts";

const TIMEOUT = { timeout: 300_000 };

describeInBrowser("the dashboard", () => {
  const open = useBrowser();
  let service: TestService;
  let owner: Browser;
  let tasks: Map<string, string>;
  beforeAll(async () => {
    service = await startTestService();
    owner = await becomeOwner(service, "owner@example.com");
    tasks = await extractSamples(
      owner,
      SAMPLES.filter(({ file }) => ["invoice-en.pdf", "invoice-de.pdf", "receipt-photo.jpg"].includes(file)),
    );
  });
  afterAll(() => service[Symbol.asyncDispose](), 120_000);
  const as = (person: Browser, path: string) => openAs(open, person, path);

  test("sends whoever is not signed in to the sign-in page, and back to where they wanted to go", TIMEOUT, async () => {
    const page = await open(`${service.url}/templates`);
    await page.getByLabel("E-mail").fill("owner@example.com");
    await page.getByLabel("Password").fill("not the right password");
    await page.getByRole("button", { name: "Sign in" }).click();
    await page.getByRole("alert").getByText("E-mail address or password is wrong.").waitFor();
    await page.getByLabel("Password").fill(PASSWORD);
    await page.getByRole("button", { name: "Sign in" }).click();
    await page.getByRole("heading", { name: "Templates", level: 1 }).waitFor();
    expect(new URL(page.url()).pathname).toBe("/templates");
    await page.getByRole("button", { name: "Sign out" }).click();
    await page.getByRole("heading", { name: "Sign in to Winnow" }).waitFor();
    await page.goto(`${service.url}/keys`);
    await page.getByRole("heading", { name: "Sign in to Winnow" }).waitFor();
  });

  test.each(["//evil.example", "/\\evil.example", "https://evil.example/x", "javascript:alert(1)", "/%5Cevil.example"])(
    "D10: stays on its own site when asked to go on to %s",
    TIMEOUT,
    async (next) => {
      const page = await open(`${service.url}/sign-in?next=${encodeURIComponent(next)}`);
      await page.getByLabel("E-mail").fill("owner@example.com");
      await page.getByLabel("Password").fill(PASSWORD);
      await page.getByRole("button", { name: "Sign in" }).click();
      await page.waitForURL((url) => url.pathname !== "/sign-in");
      expect(new URL(page.url()).origin).toBe(service.url);
    },
  );

  test("invites somebody, whose account is empty and who sees nothing of the owner's", TIMEOUT, async () => {
    const page = await as(owner, "/settings");
    await page.getByLabel("E-mail").fill("guest@example.com");
    await page.getByRole("button", { name: "Invite" }).click();
    const link = await page.getByLabel("Invitation link").innerText();
    await page.getByRole("button", { name: "Done" }).click();
    await page.getByText("guest@example.com", { exact: true }).waitFor();

    const guest = await open(link);
    await guest.getByLabel("Your name").fill("Grace Example");
    expect(await guest.getByLabel("E-mail").inputValue()).toBe("guest@example.com");
    await guest.getByLabel("Password").fill(PASSWORD);
    await guest.getByRole("button", { name: "Create my account" }).click();
    await guest.getByRole("link", { name: "Tasks" }).click();
    await guest.getByText("No tasks yet").waitFor();
    await guest.goto(`${service.url}/tasks/${tasks.get("invoice-en.pdf")}`);
    await guest.getByText("There is no such task in this account.").waitFor();
    await guest.goto(`${service.url}/settings`);
    await guest.getByText("Grace Example, guest@example.com").waitFor();
    expect(await guest.getByText("Invitations").count()).toBe(0);
    // The owner still sees all of theirs beside it.
    await page.getByRole("link", { name: "Tasks" }).click();
    await page.getByRole("link", { name: "invoice-en.pdf" }).waitFor();
  });

  test("finds tasks by state and name, and opens one with its evidence", TIMEOUT, async () => {
    const page = await as(owner, "/tasks");
    await page.getByRole("link", { name: "invoice-en.pdf" }).waitFor();
    await page.getByLabel("Search by file, ID or metadata").fill("receipt");
    await page.getByRole("link", { name: "invoice-en.pdf" }).waitFor({ state: "detached" });
    await page.getByRole("link", { name: "receipt-photo.jpg" }).click();
    await page.getByRole("heading", { name: "receipt-photo.jpg" }).waitFor();
    await page.getByRole("tab", { name: "Record" }).click();
    await page.getByRole("region", { name: "Full record" }).getByText('"status": "completed"').waitFor();
    await page.goto(`${service.url}/tasks?status=failed`);
    await page.getByText("No matching tasks").waitFor();
  });

  test("a task that is opened while a search is being typed is opened", TIMEOUT, async () => {
    const page = await as(owner, "/tasks");
    await page.getByRole("link", { name: "invoice-en.pdf" }).waitFor();
    await page.getByLabel("Search by file, ID or metadata").fill("receipt");
    await page.getByRole("link", { name: "receipt-photo.jpg" }).click();
    await page.getByRole("heading", { name: "receipt-photo.jpg" }).waitFor();
  });

  test("shows what went wrong with a document, retries it and deletes it", TIMEOUT, async () => {
    const broken = Buffer.from("%PDF-1.7\nnothing that could be read\n%%EOF").toString("base64");
    const { json } = await owner.post("/api/extractor/v1/extract-async", {
      document: { file_content: broken, filename: "broken.pdf" },
      extraction_schema: { fields: [{ name: "total" }] },
    });
    const page = await as(owner, `/tasks/${json.task_id}`);
    await page.getByText("The file is damaged and could not be opened.").first().waitFor();
    const ended = async () => (await owner.get(`/api/extractor/v1/tasks/${json.task_id}?wait=20`)).json.completed_at;
    const first = await ended();
    await page.getByRole("button", { name: "Retry" }).click();
    await expect.poll(ended).not.toBe(first);
    await page.getByText("The file is damaged and could not be opened.").first().waitFor();
    await page.getByRole("button", { name: "Delete" }).click();
    await page.getByRole("button", { name: "Delete task and document" }).click();
    await page.getByRole("heading", { name: "Tasks", level: 1 }).waitFor();
    expect((await owner.get(`/api/extractor/v1/tasks/${json.task_id}`)).status).toBe(404);
  });

  test("writes a template by rows and as JSON, keeps its versions and tells what changed", TIMEOUT, async () => {
    const page = await as(owner, "/templates/new");
    await page.getByLabel("Name", { exact: true }).fill("Receipts");
    await page.getByLabel("Name of new field").fill("total");
    await page.getByLabel("Type of total").selectOption("currency");
    await page.getByRole("button", { name: "Add field" }).click();
    await page.getByLabel("Name of new field").fill("items");
    await page.getByLabel("Type of items").selectOption("table");
    await page.getByLabel("Name of new field").fill("price");
    await page.getByRole("button", { name: "Save template" }).click();
    await page.getByText("Version 1", { exact: true }).waitFor();

    await page.getByRole("tab", { name: "JSON" }).click();
    const json = page.getByLabel("Schema as JSON");
    const schema = JSON.parse(await json.inputValue());
    expect(schema.fields).toEqual([
      { name: "total", type: "currency" },
      { name: "items", type: "table", fields: [{ name: "price", type: "string" }] },
    ]);
    await json.fill("{");
    await page.getByText("This is not valid JSON").waitFor();
    await json.fill('{"fields": [{"name": "total", "tpe": "currency"}]}');
    await page.getByRole("status", { name: "Remarks on the schema" }).getByText("Did you mean `type`?").waitFor();
    expect(await page.getByRole("status", { name: "Remarks on the schema" }).innerText()).toContain("tpe");
    schema.fields[0].type = "number";
    schema.fields[1].fields.push({ name: "count", type: "integer" });
    await json.fill(JSON.stringify(schema));
    await page.getByRole("tab", { name: "Rows" }).click();
    expect(await page.getByLabel("Type of count").inputValue()).toBe("integer");
    await page.getByRole("button", { name: "Save as version 2" }).click();
    await page.getByText("items.count (integer)").waitFor();
    await page.getByText("total: currency → number").waitFor();
    await page.getByRole("button", { name: "Restore in the editor (version 1)" }).click();
    expect(await page.getByLabel("Type of total").inputValue()).toBe("currency");
    await page.getByRole("link", { name: "Use in playground" }).click();
    await page.getByRole("button", { name: "Leave without saving" }).click();
    await page.getByRole("heading", { name: "Playground" }).waitFor();
    expect(await page.getByLabel("Type of total").inputValue()).toBe("number");
  });

  test("revokes a key, which is refused from then on", TIMEOUT, async () => {
    const { json } = await owner.post("/api/account/v1/keys", { name: "importer" });
    const page = await as(owner, "/keys");
    await page.getByRole("button", { name: "New key" }).click();
    await page.getByText("This immediately revokes the key “importer”").waitFor();
    await page.keyboard.press("Escape");
    await page.getByRole("button", { name: "Revoke importer" }).click();
    await page.getByRole("button", { name: "Revoke key" }).click();
    await page.getByRole("cell", { name: "Revoked" }).first().waitFor();
    const answer = await fetch(`${service.url}/api/extractor/v1/tasks`, { headers: { authorization: json.key } });
    expect(answer.status).toBe(401);
  });

  test("D03: runs nothing that stands in names, files, metadata or documents", TIMEOUT, async () => {
    const evil = `<img src=x onerror="window.hacked=1"><script>window.hacked=1</script>"'><svg onload=window.hacked=1>`;
    await owner.post("/api/account/v1/keys", { name: evil.slice(0, 100) });
    const template = await owner.post("/api/extractor/v1/templates", {
      name: evil,
      document_description: evil,
      extraction_schema: { fields: [{ name: evil, description: evil }] },
    });
    const { json } = await owner.post("/api/extractor/v1/extract-async", {
      document: { file_content: Buffer.from("%PDF-1.7\n%%EOF").toString("base64"), filename: `${evil.slice(0, 60)}.pdf` },
      extraction_schema: { fields: [{ name: evil }] },
      metadata: { evil },
    });
    await owner.get(`/api/extractor/v1/tasks/${json.task_id}?wait=20`);
    const page = await as(owner, "/playground");
    for (const path of ["/keys", "/templates", `/templates/${template.json.template_id}`, "/tasks", `/tasks/${json.task_id}`]) {
      const answer = await page.goto(service.url + path);
      const policy = answer?.headers()["content-security-policy"] ?? "";
      expect(policy).toContain("script-src 'self';");
      expect(policy).toContain("frame-ancestors 'none'");
      expect(policy).not.toContain("unsafe");
      await page.getByText("<img src=x").filter({ visible: true }).first().waitFor();
      expect(await page.evaluate("window.hacked")).toBeUndefined();
    }
  });

  test("lets the reference page run under a policy, and nobody frame or run what the API answers", TIMEOUT, async () => {
    const page = await open(`${service.url}/docs/`);
    await page.getByRole("heading", { name: "Winnow" }).first().waitFor();
    const answer = await fetch(`${service.url}/api/account/v1/setup`);
    expect(answer.headers.get("content-security-policy")).toBe("default-src 'none'; frame-ancestors 'none'");
    expect(answer.headers.get("x-frame-options")).toBe("DENY");
  });

  test("tells when the server is away, and goes on by itself when it is back", TIMEOUT, async () => {
    await owner.post("/api/extractor/v1/templates", { name: "Kept", extraction_schema: { fields: [{ name: "total" }] } });
    const page = await as(owner, "/tasks");
    await page.getByRole("link", { name: "invoice-en.pdf" }).waitFor();
    await page.context().setOffline(true);
    await page.getByRole("link", { name: "Templates" }).click();
    await page.getByText("The server is not responding. What you see may be out of date").waitFor();
    await page.context().setOffline(false);
    await page.getByText("The server is not responding. What you see may be out of date").waitFor({ state: "detached" });
    await page.getByRole("heading", { name: "Templates", level: 1 }).waitFor();
    await page.getByRole("link", { name: "Kept", exact: true }).waitFor();
  });

  test("suggests fields from the labels of a file of one's own, and adds the one that is clicked on the page", TIMEOUT, async () => {
    const page = await as(owner, "/playground");
    await page.locator("input[type=file]").setInputFiles("samples/invoice-de.pdf");
    await page.getByLabel("Name of invoice_number").waitFor();
    expect(await page.getByLabel("Type of due_date").inputValue()).toBe("date");
    await page.getByRole("button", { name: "Remove invoice_number" }).click();
    await page.getByRole("button", { name: "Add 1 field" }).waitFor();
    // Each suggestion shows what the page has for it.
    await page.getByRole("button", { name: "Add Rechnungsnummer RE-2026-0815" }).waitFor();
    await page.getByRole("button", { name: "Add Rechnungsnummer", exact: true }).click();
    await page.getByRole("button", { name: "Add 1 field" }).waitFor({ state: "detached" });
    await page.getByRole("button", { name: "Extract" }).click();
    await page.getByRole("button", { name: /^invoice_number RE-2026-0815/ }).waitFor();
    await page.getByRole("tab", { name: "Code" }).click();
    await page.getByRole("region", { name: "curl" }).getByText("invoice-de.pdf").waitFor();
  });

  test("says at once when a file cannot be read, and what the server says of one that it refuses", TIMEOUT, async () => {
    const page = await as(owner, "/playground");
    const choose = (name: string, mimeType: string, text: string) =>
      page.locator("input[type=file]").setInputFiles({ name, mimeType, buffer: Buffer.from(text) });
    await choose("song.mp3", "audio/mpeg", "hello");
    await page.getByText("Choose a PDF, PNG, JPEG,").waitFor();
    await choose("lies.pdf", "application/pdf", "\0this is no PDF");
    await page.getByText("The file is not a PDF, PNG, JPEG,").waitFor();
  });

  test("reviews the least sure first: a correction stands beside what was read, and the next one comes", TIMEOUT, async () => {
    const page = await as(owner, "/review");
    const queue = (await owner.get("/api/extractor/v1/tasks?review=needed&order=least_confident&status=completed")).json.tasks;
    await page.getByRole("heading", { name: queue[0].document.filename, level: 1 }).waitFor();
    const first = page.locator("[data-value]").first();
    const pointer = (await first.getAttribute("data-value")) ?? "";
    await first.click();
    await page.getByRole("button", { name: "Correct", exact: true }).click();
    await page.getByLabel("Correct value").fill("Corrected by hand");
    await page.getByRole("button", { name: "Save correction" }).click();
    await page.getByText("(corrected)").first().waitFor({ state: "attached" });
    await first.click();
    await page.getByText("Corrected by hand. Originally read:").waitFor();
    await page.getByRole("button", { name: "Confirm all, next" }).click();
    await page.getByRole("heading", { name: queue[1].document.filename, level: 1 }).waitFor();
    const reviewed = async () => (await owner.get(`/api/extractor/v1/tasks/${queue[0].task_id}`)).json;
    // The page goes on before the server has answered.
    await expect.poll(async () => (await reviewed()).reviewed.completed_by).toBe("owner@example.com");
    const json = await reviewed();
    expect(json.reviewed.values[pointer]).toMatchObject({ value: "Corrected by hand", by: "owner@example.com" });
    expect(json.fields[pointer].value).not.toBe("Corrected by hand");
  });

  test("reads a job ad, ranks the résumés dropped for it, hides names until they are revealed, and exports", TIMEOUT, async () => {
    const page = await as(owner, "/recruiting/new");
    await page.getByRole("button", { name: "Use the sample" }).click();
    await page.getByRole("button", { name: "Read skills and questions" }).click();
    await page.getByLabel("Skill 1", { exact: true }).waitFor();
    await page.getByRole("button", { name: "Add skill" }).click();
    await page.getByLabel("Skill 6", { exact: true }).fill("Power BI");
    await page.getByRole("button", { name: "Create position" }).click();
    await page.getByText("No applications yet").waitFor();
    await page.locator("input[type=file]").setInputFiles(["samples/resume-lena-brandt.pdf", "samples/resume-tomas-ferreira.pdf"]);
    await page.getByText(/^2 applications$/).waitFor();
    expect(await page.content()).not.toContain("Brandt");
    const ranking = page.getByRole("region", { name: "Ranking" });
    expect(await ranking.getByRole("columnheader", { name: "Power BI" }).count()).toBe(1);

    const blind = await exported(page, "CSV");
    expect(blind).not.toContain("Brandt");
    await ranking.getByRole("link").first().click();
    await page.getByText("The page shows the applicant's name.").waitFor();
    await page.getByRole("button", { name: "Reveal name" }).click();
    await page.getByRole("heading", { name: "Lena Brandt", level: 1 }).waitFor();
    await page
      .getByRole("button", { name: /^“Forecast parcel volumes in Python/ })
      .first()
      .click();
    await page.locator("[data-box][data-active]").first().waitFor();
    await page.getByRole("link", { name: "All applications" }).click();
    await ranking.getByRole("link", { name: "Lena Brandt" }).waitFor();
    expect(await exported(page, "CSV")).toContain("Lena Brandt,lena.brandt@example.com");
    expect(JSON.parse(await exported(page, "JSON")).applications[0].name).toBe("Lena Brandt");
  });

  test(
    "W09: sends a test webhook, shows what the receiver answered, sends it again, shows that it is disabled, and enables it; rotates the secret",
    TIMEOUT,
    async () => {
      await using receiver = await startReceiver((_, response, count) => {
        response.statusCode = count === 2 ? 410 : 200;
        response.end(`<b>answer ${count}</b>`);
      });
      const page = await as(owner, "/webhooks");
      await page.getByLabel("URL of your server").fill(`${receiver.url}/hook`);
      await page.getByRole("button", { name: "Send test" }).click();
      await page.getByRole("cell", { name: "Delivered" }).waitFor();
      await page
        .getByRole("button", { name: /^Details of/ })
        .first()
        .click();
      await page.getByText("<b>answer 1</b>").waitFor();
      await page.getByRole("button", { name: "Send again" }).click();
      await page.getByText("<b>answer 2</b>").waitFor();
      await page.getByRole("cell", { name: "Failed" }).waitFor();
      expect(receiver.received.map(({ headers }) => headers["webhook-id"])).toEqual(
        Array(2).fill(receiver.received[0]?.headers["webhook-id"]),
      );
      const trouble = page.getByRole("region", { name: "URLs with problems" });
      await trouble.getByText(receiver.url).waitFor();
      await trouble.getByText("It responded with 410 Gone").waitFor();
      await page.getByRole("button", { name: "Send test" }).click();
      await trouble.waitFor({ state: "detached" });
      await page.getByRole("button", { name: "Show secret" }).click();
      const before = await page.getByRole("status", { name: "Signing secret" }).innerText();
      await page.getByRole("button", { name: "Done" }).click();
      await page.getByRole("button", { name: "Rotate" }).click();
      await page.getByRole("button", { name: "Rotate secret" }).click();
      await page.getByText("The previous secret is valid until").waitFor();
      expect(await page.getByRole("status", { name: "Signing secret" }).innerText()).not.toBe(before);
    },
  );

  test("tells what was used and what may be, and who did what", TIMEOUT, async () => {
    const page = await as(owner, "/usage");
    await page.getByRole("figure", { name: /^Documents: [1-9]/ }).waitFor();
    await page.getByText("of 10,000").first().waitFor();
    await page.goto(`${service.url}/settings`);
    await page.getByText("account signed in").first().waitFor();
  });
});

async function exported(page: Page, kind: "CSV" | "JSON"): Promise<string> {
  const [download] = await Promise.all([page.waitForEvent("download"), page.getByRole("button", { name: kind, exact: true }).click()]);
  return readFile(await download.path(), "utf8");
}
