/** Batches in the dashboard: files are dropped, their progress is followed, failed ones are retried, results are taken home. */
import { readFile } from "node:fs/promises";
import { beforeAll, expect, test } from "vitest";
import { describeInBrowser, useBrowser } from "../support/browser.ts";
import { openAs } from "../support/dashboard.ts";
import { INVOICE, INVOICE_SCHEMA, pdfOf } from "../support/pdf.ts";
import { type Receiver, startReceiver } from "../support/receiver.ts";
import { type SharedService, sharedService } from "../support/shared-service.ts";
import { type Person, signedIn } from "../support/signed-in.ts";

describeInBrowser("batches", () => {
  const open = useBrowser();
  let service: SharedService;
  let buffer: Buffer;
  beforeAll(async () => {
    service = await sharedService();
    buffer = await pdfOf(INVOICE);
  });

  const withTemplates = async (): Promise<Person & { invoice: string }> => {
    const person = await signedIn(service);
    const make = async (name: string) =>
      (await person.client.post("/v1/templates", { name, extraction_schema: INVOICE_SCHEMA })).json.template_id;
    await make("Slips");
    return { ...person, invoice: await make("Invoices") };
  };
  const file = (name: string, bytes = buffer) => ({ name, mimeType: "application/pdf", buffer: bytes });

  test("files are dropped and read by a template; what is wrong with one is said before it is sent", async () => {
    const { browser, client, invoice } = await withTemplates();
    const page = await openAs(open, browser, "/batches");
    await page.getByText("No batches yet").waitFor();
    await page.getByLabel("Read by").selectOption({ label: "Invoices" });
    const area = page.getByLabel("Drop up to 1,000 documents here, or choose them");
    await area.setInputFiles([file("a.pdf"), file("empty.pdf", Buffer.alloc(0)), file("no-document.bin", Buffer.from([0, 1, 2]))]);
    await page.getByRole("alert").getByText("empty.pdf (empty)").waitFor();
    await page.getByLabel("Drop more documents here, or choose them").setInputFiles([file("b.pdf")]);
    await page.getByText("3 documents").waitFor();
    await page.getByRole("button", { name: "Start the batch" }).click();
    await page.getByRole("heading", { level: 1, name: "3 documents" }).waitFor();
    await page.getByText("All documents are done").waitFor({ timeout: 300_000 });
    await page.getByText("3 of 3, 1 failed").waitFor();
    const { json } = await client.get("/v1/extract-batch");
    expect(json.batches).toMatchObject([{ template: { template_id: invoice }, counts: { completed: 2, failed: 1 } }]);

    await page.getByRole("link", { name: "Failed 1" }).click();
    await page.getByRole("rowheader", { name: "no-document.bin" }).waitFor();
    await expect.poll(() => page.getByRole("rowheader").count()).toBe(1);
    expect(new URL(page.url()).search).toBe("?status=failed");
    await page.getByRole("link", { name: "All 3" }).click();
    await page.getByRole("link", { name: "a.pdf" }).click();
    await page.getByRole("heading", { level: 1, name: "a.pdf" }).waitFor();
    await page.goBack();
    await page.getByRole("link", { name: "Batches", exact: true }).click();
    await page
      .getByRole("row", { name: /3 documents/ })
      .getByText("Done, some failed")
      .waitFor();
    if (process.env.LOOK) await page.screenshot({ path: `${process.env.LOOK}/batches.png` });
  });

  test("progress is followed live; failed documents are retried, results are taken home, and all is deleted", {
    timeout: 300_000,
  }, async () => {
    const { browser, client, invoice } = await withTemplates();
    const gate = Promise.withResolvers<void>();
    let answers = 0;
    await using slow: Receiver = await startReceiver(async (_request, response) => {
      answers++;
      if (answers > 1) await gate.promise;
      response.statusCode = answers > 1 ? 200 : 404;
      response.end(buffer);
    });
    const documents = [{ file_content: buffer.toString("base64"), filename: "first.pdf" }, { url: `${slow.url}/gone.pdf` }];
    const { json } = await client.post("/v1/extract-batch", { documents, template_id: invoice });
    await client.get(`/v1/extract-batch/${json.batch_id}?wait=60`);
    const page = await openAs(open, browser, `/batches/${json.batch_id}`);
    await page.getByText("2 of 2, 1 failed").waitFor();
    await page.getByRole("button", { name: "Retry 1 failed document" }).click();
    await page.getByText("1 of 2").waitFor();
    await page.getByRole("progressbar", { name: "Progress of the batch" }).waitFor();
    if (process.env.LOOK) await page.screenshot({ path: `${process.env.LOOK}/batch.png`, fullPage: true });
    gate.resolve();
    await page.getByText("2 of 2").waitFor({ timeout: 300_000 });
    await page.getByText("All documents are done").waitFor();

    const saved = async (name: string, role: "button" | "link") => {
      const waiting = page.waitForEvent("download");
      await page.getByRole(role, { name }).click();
      return readFile(await (await waiting).path(), "utf8");
    };
    const lines = (await saved("Results as JSON Lines", "link")).trimEnd().split("\n");
    expect(lines.map((line) => JSON.parse(line).status)).toEqual(["completed", "completed"]);
    const csv = await saved("Values as CSV", "button");
    expect(csv.trimEnd().split("\r\n")).toHaveLength(3);
    expect(csv).toContain("INV-00042");

    await page.getByRole("button", { name: "Delete", exact: true }).click();
    await page.getByRole("button", { name: "Delete the batch" }).click();
    await page.getByText("No batches yet").waitFor();
    expect((await client.get("/v1/tasks")).json.tasks).toEqual([]);
  });

  test("without a template it says what to do first, and an unknown batch is a problem with words", async () => {
    const { browser } = await signedIn(service);
    const page = await openAs(open, browser, "/batches");
    await page.getByRole("link", { name: "Make a template" }).waitFor();
    await page.goto(`${service.url}/batches/bat_none`);
    await page.getByRole("alert").getByText("No batch with this id exists").waitFor();
  });
});
