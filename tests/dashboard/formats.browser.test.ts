/** A file of each type that is read: its pages are drawn, and the place of a value is shown on them. */
import { beforeAll, expect, test } from "vitest";
import { FILE_TYPES, MIME_TYPES, type MimeType } from "#contract/file-types.ts";
import { INVOICE, oneOfEach } from "#documents/testing/one-of-each.ts";
import { describeInBrowser, useBrowser } from "../support/browser.ts";
import { openAs, sharedOwner } from "../support/dashboard.ts";
import type { Browser } from "../support/signed-in.ts";

const TIMEOUT = { timeout: 300_000 };
const schema = { fields: [{ name: "invoice_number", type: "string", description: "Invoice number" }] };

describeInBrowser("a file of each type", () => {
  const open = useBrowser();
  let owner: Browser;
  const tasks = new Map<MimeType, string>();
  beforeAll(async () => {
    owner = await sharedOwner();
    for (const [type, bytes] of Object.entries(await oneOfEach()) as [MimeType, Buffer][]) {
      const document = { file_content: bytes.toString("base64"), filename: `invoice.${FILE_TYPES[type].endings[0]}` };
      const { json } = await owner.post("/api/extractor/v1/extract-async", { document, extraction_schema: schema });
      tasks.set(type, json.task_id);
    }
    for (const id of tasks.values()) await owner.get(`/api/extractor/v1/tasks/${id}?wait=60`);
  }, 300_000);

  test("shows its pages, and on them where the value stands", TIMEOUT, async () => {
    const page = await openAs(open, owner, "/tasks");
    for (const type of MIME_TYPES) {
      await page.goto(`${owner.url}/tasks/${tasks.get(type)}`);
      const value = page.locator('[data-value="/invoice_number"]');
      await value.getByText(INVOICE.number).waitFor();
      await value.click();
      const box = page.locator('[data-box="/invoice_number"]').first();
      await box.waitFor();
      const image = page.locator("figure[data-page] img").first();
      await image.waitFor();
      await expect
        .poll(() => image.evaluate((each) => (each as unknown as { naturalWidth: number }).naturalWidth), { message: type })
        .toBeGreaterThan(0);
      const { x = 0, width = 0 } = (await box.boundingBox()) ?? {};
      expect(width, type).toBeGreaterThan(10);
      expect(x, type).toBeGreaterThan(0);
    }
    const details = page.getByRole("region", { name: /Details of/ });
    await page.goto(`${owner.url}/tasks/${tasks.get("application/vnd.openxmlformats-officedocument.spreadsheetml.sheet")}`);
    await page.locator('[data-value="/invoice_number"]').click();
    await details.getByText("page 1, sheet March, cell B1").waitFor();
    await page.goto(`${owner.url}/tasks/${tasks.get("application/xml")}`);
    await page.locator('[data-value="/invoice_number"]').click();
    await details.getByText("page 1, /Bill/InvoiceNumber").waitFor();
  });
});
