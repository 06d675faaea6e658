/** The list of tasks: what it tells of each, and what can be done with several at once. */
import { readFile } from "node:fs/promises";
import { beforeAll, expect, test } from "vitest";
import { describeInBrowser, useBrowser } from "../support/browser.ts";
import { openAs, sharedOwner } from "../support/dashboard.ts";
import { base64, INVOICE, INVOICE_SCHEMA, pdfOf } from "../support/pdf.ts";
import { type SharedService, sharedService } from "../support/shared-service.ts";
import { type Person, signedIn } from "../support/signed-in.ts";

const TIMEOUT = { timeout: 300_000 };

describeInBrowser("the list of tasks", () => {
  const open = useBrowser();
  let service: SharedService;
  beforeAll(async () => {
    service = await sharedService();
    await sharedOwner();
  });

  async function personWith(documents: Record<string, Buffer>, more: object = { extraction_schema: INVOICE_SCHEMA }): Promise<Person> {
    const person = await signedIn(service);
    for (const [filename, bytes] of Object.entries(documents)) {
      const { json } = await person.client.post("/v1/extract-async", { document: { file_content: base64(bytes), filename }, ...more });
      await person.client.wait(json.task_id);
    }
    return person;
  }
  const tasksOf = async (person: Person) => (await person.client.get("/v1/tasks")).json.tasks;
  const broken = Buffer.from("%PDF-1.7\nnothing that could be read\n%%EOF");

  test("tells the confidence and the template of each", TIMEOUT, async () => {
    const person = await signedIn(service);
    const { json: template } = await person.client.post("/v1/templates", { name: "Supplier invoices", extraction_schema: INVOICE_SCHEMA });
    await person.client.extract({ file_content: base64(await pdfOf(INVOICE)), template_id: template.template_id });
    const [task] = await tasksOf(person);
    await person.client.extract({ file_content: base64(await pdfOf(INVOICE)), extraction_schema: INVOICE_SCHEMA });
    const page = await openAs(open, person.browser, "/tasks");
    await page.getByRole("row").nth(2).waitFor();
    await page.getByLabel("Template").selectOption({ label: "Supplier invoices" });
    await page.getByRole("row").nth(2).waitFor({ state: "detached" });
    const row = page.getByRole("row").nth(1);
    await row.getByRole("link", { name: "Supplier invoices" }).waitFor();
    await row.getByRole("cell", { name: `${Math.round(task.confidence * 100)} %` }).waitFor();
    await row.getByRole("link", { name: "Supplier invoices" }).click();
    await page.getByRole("heading", { name: "Supplier invoices", level: 1 }).waitFor();
  });

  test("marks, retries and deletes the selected ones, each where it can be done", TIMEOUT, async () => {
    const invoice = await pdfOf(INVOICE);
    const person = await personWith({ "a.pdf": invoice, "b.pdf": invoice, "broken.pdf": broken });
    const page = await openAs(open, person.browser, "/tasks");
    await page.getByLabel("Select all tasks shown").check();
    const bar = page.getByRole("region", { name: "Selected tasks" });
    await bar.getByText("3 tasks selected").waitFor();
    await bar.getByRole("button", { name: "Mark as reviewed" }).click();
    await expect.poll(async () => (await tasksOf(person)).filter((task: { reviewed_at: unknown }) => task.reviewed_at).length).toBe(2);
    await bar.waitFor({ state: "detached" });
    await page.getByText("Reviewed", { exact: true }).first().waitFor();

    const [failed] = await tasksOf(person);
    await page.getByLabel("Select broken.pdf").check();
    await bar.getByText("1 task selected").waitFor();
    await bar.getByRole("button", { name: "Retry" }).click();
    await expect.poll(async () => (await tasksOf(person))[0].completed_at).not.toBe(failed.completed_at);

    await page.getByLabel("Select a.pdf").check();
    await page.getByLabel("Select broken.pdf").check();
    await bar.getByRole("button", { name: "Delete" }).click();
    await page.getByRole("dialog").getByRole("button", { name: "Delete 2 tasks" }).click();
    await page.getByRole("link", { name: "a.pdf" }).waitFor({ state: "detached" });
    expect((await tasksOf(person)).map((task: { document: { filename: string } }) => task.document.filename)).toEqual(["b.pdf"]);
  });

  test("saves the values of the selected ones as CSV, corrected, and safe for spreadsheets", TIMEOUT, async () => {
    const invoice = await pdfOf(INVOICE);
    const person = await personWith({ "=a.pdf": invoice, "b.pdf": invoice });
    const [second] = await tasksOf(person);
    await person.client.post(`/v1/tasks/${second.task_id}/review`, { corrections: { "/invoice_number": 'INV "7", new' } });
    const page = await openAs(open, person.browser, "/tasks");
    await page.getByLabel("Select all tasks shown").check();
    const [download] = await Promise.all([page.waitForEvent("download"), page.getByRole("button", { name: "Values as CSV" }).click()]);
    const [heads, one, two] = (await readFile(await download.path(), "utf8")).replace(/^\ufeff/, "").split("\r\n");
    expect(heads).toBe("task_id,file,created_at,confidence,reviewed_at,invoice_number,invoice_date,total");
    expect(one).toMatch(/,b\.pdf,.*,"INV ""7"", new",2026-04-03,1190 EUR$/);
    expect(two).toMatch(/,'=a\.pdf,.*,INV-00042,2026-04-03,1190 EUR$/);
  });
});
