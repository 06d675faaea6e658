/** What people do in the dashboard, in a real browser over a real service. */
import { afterAll, beforeAll, expect, test } from "vitest";
import { describeInBrowser, useBrowser } from "../support/browser.ts";
import { extractSamples, openAs, signedIn } from "../support/dashboard.ts";
import { startTestService, type TestService } from "../support/service.ts";
import { type Browser, PASSWORD } from "../support/signed-in.ts";

const TIMEOUT = { timeout: 90_000 };

describeInBrowser("the dashboard", () => {
  const open = useBrowser();
  let service: TestService;
  let owner: Browser;
  let tasks: Map<string, string>;
  beforeAll(async () => {
    service = await startTestService();
    owner = await signedIn(service, "owner@example.com");
    tasks = await extractSamples(owner);
  });
  afterAll(() => service[Symbol.asyncDispose]());
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
    "stays on its own site when asked to go on to %s (D10)",
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
    await guest.getByRole("button", { name: "Make my account" }).click();
    await guest.getByRole("link", { name: "Tasks" }).click();
    await guest.getByText("No task yet").waitFor();
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
    await page.getByLabel("Search by file, id or metadata").fill("receipt");
    await page.getByRole("link", { name: "invoice-en.pdf" }).waitFor({ state: "detached" });
    await page.getByRole("link", { name: "receipt-photo.jpg" }).click();
    await page.getByRole("heading", { name: "receipt-photo.jpg" }).waitFor();
    await page.getByRole("tab", { name: "Record" }).click();
    await page.getByRole("region", { name: "The whole record" }).getByText('"status": "completed"').waitFor();
    await page.goto(`${service.url}/tasks?status=failed`);
    await page.getByText("No task fits").waitFor();
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
    await page.getByText("This is no JSON yet").waitFor();
    schema.fields[0].type = "number";
    schema.fields[1].fields.push({ name: "count", type: "integer" });
    await json.fill(JSON.stringify(schema));
    await page.getByRole("tab", { name: "Rows" }).click();
    expect(await page.getByLabel("Type of count").inputValue()).toBe("integer");
    await page.getByRole("button", { name: "Save as version 2" }).click();
    await page.getByText("items.count (integer)").waitFor();
    await page.getByText("total: currency → number").waitFor();
    await page.getByRole("button", { name: "Put into the editor (version 1)" }).click();
    expect(await page.getByLabel("Type of total").inputValue()).toBe("currency");
    await page.getByRole("link", { name: "Use in playground" }).click();
    await page.getByRole("heading", { name: "Playground" }).waitFor();
    expect(await page.getByLabel("Type of total").inputValue()).toBe("number");
  });

  test("revokes a key, which is refused from then on", TIMEOUT, async () => {
    const { json } = await owner.post("/api/account/v1/keys", { name: "importer" });
    const page = await as(owner, "/keys");
    await page.getByRole("button", { name: "New key" }).click();
    await page.getByText("This revokes the key “importer”").waitFor();
    await page.keyboard.press("Escape");
    await page.getByRole("button", { name: "Revoke importer" }).click();
    await page.getByRole("button", { name: "Revoke key" }).click();
    await page.getByRole("cell", { name: "Revoked" }).first().waitFor();
    const answer = await fetch(`${service.url}/api/extractor/v1/tasks`, { headers: { authorization: json.key } });
    expect(answer.status).toBe(401);
  });

  test("runs nothing that stands in names, files, metadata or documents (D03)", TIMEOUT, async () => {
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
      await page.getByText("<img src=x").first().waitFor();
      expect(await page.evaluate("window.hacked")).toBeUndefined();
    }
  });

  test("tells when the server is away, and goes on by itself when it is back", TIMEOUT, async () => {
    await owner.post("/api/extractor/v1/templates", { name: "Kept", extraction_schema: { fields: [{ name: "total" }] } });
    const page = await as(owner, "/tasks");
    await page.getByRole("link", { name: "invoice-en.pdf" }).waitFor();
    await page.context().setOffline(true);
    await page.getByRole("link", { name: "Templates" }).click();
    await page.getByText("The server does not answer. What you see may be old").waitFor();
    await page.context().setOffline(false);
    await page.getByText("The server does not answer. What you see may be old").waitFor({ state: "detached" });
    await page.getByRole("heading", { name: "Templates", level: 1 }).waitFor();
    await page.getByRole("link", { name: "Kept", exact: true }).waitFor();
  });
});
