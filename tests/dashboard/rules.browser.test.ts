/** Rules in the dashboard: a list is dropped, rules are written as JSON, and a task says what they found. */
import { beforeAll, expect, test } from "vitest";
import { describeInBrowser, useBrowser } from "../support/browser.ts";
import { openAs } from "../support/dashboard.ts";
import { base64, pdfOf } from "../support/pdf.ts";
import { type SharedService, sharedService } from "../support/shared-service.ts";
import { signedIn } from "../support/signed-in.ts";

const CSV = "Number,Name,IBAN\nS-001,Example Paper Ltd,DE89370400440532013000\nS-002,Example Steel GmbH,FR7630006000011234567890189\n";
const extraction_schema = {
  fields: [
    { name: "supplier", type: "string", description: "Supplier" },
    { name: "invoice_number", type: "string", description: "Number of the invoice" },
    { name: "net", type: "currency", description: "Net amount" },
    { name: "vat", type: "currency", description: "VAT" },
    { name: "total", type: "currency", description: "Total amount due" },
  ],
};
const drawn = (supplier: string, total: string): Promise<Buffer> =>
  pdfOf([
    [
      { text: `Supplier: ${supplier}`, y: 50 },
      { text: "Invoice number: INV-00042", y: 140 },
      { text: "Net amount: EUR 1,000.00", y: 220 },
      { text: "VAT: EUR 190.00", y: 240 },
      { text: `Total due: EUR ${total}`, y: 260 },
    ],
  ]);
const file = (name: string, text: string) => ({ name, mimeType: "text/csv", buffer: Buffer.from(text) });

describeInBrowser("rules", () => {
  const open = useBrowser();
  let service: SharedService;
  beforeAll(async () => {
    service = await sharedService();
  });

  test("a list is dropped, replaced and deleted", async () => {
    const { browser } = await signedIn(service);
    const page = await openAs(open, browser, "/lists");
    await page.getByText("No lists yet").waitFor();
    await page.getByLabel("Drop a CSV file here, or choose one").setInputFiles(file("Suppliers.csv", CSV));
    const row = page.getByRole("row", { name: /Suppliers/ });
    await row.getByRole("cell", { name: "Number, Name, IBAN" }).waitFor();
    await page.getByLabel("Drop a CSV file here, or choose one").setInputFiles(file("Broken.csv", "a,b\n1\n"));
    await page.getByText("Line 2 has more or fewer cells than the first.").waitFor();
    await page.getByLabel(/Replace the rows of Suppliers/).setInputFiles(file("New.csv", `${CSV}S-003,Example Glass Ltd,\n`));
    await row.getByText("version 2").waitFor();
    await row.getByRole("cell", { name: "3", exact: true }).waitFor();
    if (process.env.LOOK) await page.screenshot({ path: `${process.env.LOOK}/lists.png` });
    await row.getByRole("button", { name: "Delete Suppliers" }).click();
    await page.getByRole("button", { name: "Delete list" }).click();
    await page.getByText("No lists yet").waitFor();
  });

  test("rules are written in a template, and what does not fit is told by its place", async () => {
    const { browser, client } = await signedIn(service);
    const { json } = await client.post("/v1/templates", { name: "Invoices", extraction_schema });
    const page = await openAs(open, browser, `/templates/${json.template_id}`);
    const rules = page.getByLabel("Rules as JSON");
    await rules.fill('{"checks": [');
    await page.getByText(/This is not valid JSON/).waitFor();
    await page.getByRole("button", { name: "Save as version 2" }).click();
    await rules.fill('{"checks": [{"name": "Sum", "check": "totl.amount > 0"}]}');
    await page.getByRole("button", { name: "Save as version 2" }).click();
    await page.getByText("There is no field `totl`. Did you mean `total`?").waitFor();
    if (process.env.LOOK) await page.screenshot({ path: `${process.env.LOOK}/template.png`, fullPage: true });
    expect((await client.get(`/v1/templates/${json.template_id}`)).json.version).toBe(1);
    await rules.fill('{"checks": [{"name": "Sum", "check": "total.amount > 0"}]}');
    await page.getByRole("button", { name: "Save as version 2" }).click();
    await page.getByRole("button", { name: "Save as version 3" }).waitFor();
    expect(await page.getByLabel("Rules as JSON").inputValue()).toContain('"total.amount > 0"');
    expect((await client.get(`/v1/templates/${json.template_id}`)).json.rules.checks).toMatchObject([{ name: "Sum" }]);
  });

  test("a version that is restored in the editor brings its rules, fields and settings", async () => {
    const { browser, client } = await signedIn(service);
    const rules = { checks: [{ name: "Sum", check: "total.amount == net.amount + vat.amount" }] };
    const first = { extraction_schema, rules, document_description: "An invoice of a supplier", learn: false, second_review_share: 0.25 };
    const { json } = await client.post("/v1/templates", { name: "Invoices", ...first, review_below: 0.7 });
    const other = {
      extraction_schema: { fields: extraction_schema.fields.slice(0, 1) },
      rules: { checks: [{ name: "None", check: "true" }] },
    };
    await client.put(`/v1/templates/${json.template_id}`, { name: "Bills", ...other });
    const page = await openAs(open, browser, `/templates/${json.template_id}`);
    const area = page.getByLabel("Rules as JSON");
    await area.fill('{"checks": [');
    for (const _ of [1, 2]) {
      await page.getByRole("button", { name: "Restore in the editor (version 1)" }).click();
      await expect.poll(() => area.inputValue()).toContain('"name": "Sum"');
      expect(await page.getByLabel("Document description").inputValue()).toBe("An invoice of a supplier");
      await area.fill("");
    }
    await page.getByRole("button", { name: "Restore in the editor (version 1)" }).click();
    await page.getByRole("button", { name: "Save as version 3" }).click();
    await page.getByRole("button", { name: "Save as version 4" }).waitFor();
    const { json: saved } = await client.get(`/v1/templates/${json.template_id}`);
    expect(saved).toMatchObject({ name: "Bills", version: 3, review_below: 0.7, ...first });
  });

  test("a task says what failed, which rows come near, and where the same document was read", async () => {
    const { browser, client } = await signedIn(service);
    const { json: list } = await client.post("/v1/lists", { name: "Suppliers", csv: CSV });
    const by = [{ field: "/supplier", column: "Name", how: "fuzzy" }];
    const rules = {
      checks: [
        { name: "Sum", check: "total.amount == net.amount + vat.amount", message: "Net and VAT do not add up." },
        { name: "Number", check: 'invoice_number.startsWith("INV")' },
      ],
      computed: [{ name: "rate", type: "number", value: "round(vat.amount / net.amount * 100)" }],
      lookups: [{ name: "supplier", list: list.list_id, by, gives: { number: "Number" } }],
      duplicates: { fields: ["/invoice_number"], days: 30 },
    };
    const { json } = await client.post("/v1/templates", { name: "Invoices", extraction_schema, rules });
    const ask = async (supplier: string, total: string) => {
      const body = { template_id: json.template_id, file_content: base64(await drawn(supplier, total)), provider: "local" };
      return client.extract(body);
    };
    const first = await ask("Example Paper Ltd", "1,190.00");
    const second = await ask("Example Glass GmbH", "1,290.00");
    const page = await openAs(open, browser, `/tasks/${second.task_id}`);
    const panel = page.getByRole("region", { name: "Checks" });
    await panel.getByText("Failed: Sum").waitFor();
    await panel.getByText("Net and VAT do not add up.").waitFor();
    await panel.getByText("Passed: Number").waitFor();
    await panel.getByText("No row of the list has this value.").waitFor();
    await panel.getByText("S-002, Example Steel GmbH").waitFor();
    expect(await panel.getByText("rate", { exact: true }).locator("xpath=following-sibling::dd").innerText()).toBe("19");
    expect(await panel.getByRole("link").getAttribute("href")).toBe(`/tasks/${first.task_id}`);
    await panel.getByRole("button", { name: "total" }).click();
    await page.getByRole("region", { name: "Chosen value" }).getByText("A rule of the template speaks against it").waitFor();
    await page.getByRole("region", { name: "Chosen value" }).getByText("No other words on the page come near").waitFor();
    if (process.env.LOOK) await page.screenshot({ path: `${process.env.LOOK}/task.png`, fullPage: true });
    await page.goto(`${service.url}/tasks/${first.task_id}`);
    await panel.getByText("Passed: supplier").waitFor();
    await panel.getByText("S-001").waitFor();
    if (process.env.LOOK) await page.screenshot({ path: `${process.env.LOOK}/task-good.png`, fullPage: true });
  });

  test("a task says which rows of a table the list does not have, and points at them", async () => {
    const { browser, client } = await signedIn(service);
    const { json: list } = await client.post("/v1/lists", { name: "Articles", csv: "Article,Name\nA-100,Copy paper\nA-200,Envelope\n" });
    const by = [{ field: "/items/article", column: "Article", how: "exact" }];
    const columns = [
      { name: "article", type: "string" },
      { name: "quantity", type: "integer" },
    ];
    const { json } = await client.post("/v1/templates", {
      name: "Deliveries",
      extraction_schema: { fields: [{ name: "items", type: "table", fields: columns }] },
      rules: { lookups: [{ name: "stock", list: list.list_id, by }] },
    });
    const rows = [
      ["Article", "Quantity"],
      ["A-100", "3"],
      ["A-201", "10"],
    ];
    const words = rows.flatMap((cells, row) => cells.map((text, i) => ({ text, x: 50 + 150 * i, y: 140 + 22 * row })));
    const task = await client.extract({ template_id: json.template_id, file_content: base64(await pdfOf([words])), provider: "local" });
    const page = await openAs(open, browser, `/tasks/${task.task_id}`);
    const panel = page.getByRole("region", { name: "Checks" });
    await panel.getByText("Failed: stock, row 2").waitFor();
    await panel.getByText("A-200, Envelope").waitFor();
    expect(await panel.getByText("stock, row 1").isVisible()).toBe(false);
    await panel.getByText("stock: 1 row found").click();
    await panel.getByText("Passed: stock, row 1").waitFor();
    await panel.getByRole("button", { name: "article" }).click();
    await page.getByRole("region", { name: "Chosen value" }).getByText("A-201").first().waitFor();
    if (process.env.LOOK) await page.screenshot({ path: `${process.env.LOOK}/rows.png`, fullPage: true });
  });
});
