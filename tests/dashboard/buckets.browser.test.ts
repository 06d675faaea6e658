/** Buckets in the dashboard: documents come from one folder, results go to another. */
import { afterAll, beforeAll, expect, test } from "vitest";
import { describeInBrowser, useBrowser } from "../support/browser.ts";
import { openAs, sharedOwner } from "../support/dashboard.ts";
import { eventually } from "../support/eventually.ts";
import { INVOICE, INVOICE_SCHEMA, pdfOf } from "../support/pdf.ts";
import { S3_CREDENTIALS, type S3Server, startS3Server } from "../support/s3-server.ts";
import { type SharedService, sharedService } from "../support/shared-service.ts";
import { signedIn } from "../support/signed-in.ts";
import { openTestBucket } from "../support/test-bucket.ts";

describeInBrowser("buckets", () => {
  const open = useBrowser();
  let service: SharedService;
  let store: S3Server;
  beforeAll(async () => {
    service = await sharedService();
    await sharedOwner();
    store = await startS3Server();
  });
  afterAll(() => store?.[Symbol.asyncDispose]());

  test("are added in the forms; a wrong one says what is wrong; a document comes and its record goes", async () => {
    const ada = await signedIn(service);
    await ada.client.post("/v1/templates", { name: "Invoices", extraction_schema: INVOICE_SCHEMA });
    const there = openTestBucket(store);
    await there.put(`${ada.accountId}/in/invoice.pdf`, Buffer.from(await pdfOf(INVOICE)));

    const page = await openAs(open, ada.browser, "/inboxes");
    const filled = async (title: string, name: string, folder: string) => {
      await page.getByRole("button", { name: title }).click();
      const dialog = page.getByRole("dialog", { name: title });
      await dialog.getByLabel("Name", { exact: true }).fill(name);
      await dialog.getByLabel("Server").fill(`http://127.0.0.1:${store.port}`);
      await dialog.getByLabel("Bucket", { exact: true }).fill("not-there");
      await dialog.getByLabel("Folder").fill(folder);
      await dialog.getByLabel("Access key ID").fill(S3_CREDENTIALS.AWS_ACCESS_KEY_ID);
      await dialog.getByLabel("Secret access key").fill(S3_CREDENTIALS.AWS_SECRET_ACCESS_KEY);
      await dialog.getByRole("button", { name: "Add" }).click();
      await dialog.getByText("NoSuchBucket").waitFor();
      await dialog.getByLabel("Region").fill("no region");
      await dialog.getByRole("button", { name: "Add" }).click();
      await dialog.getByText("Write a region such as eu-central-1.").waitFor();
      await dialog.getByLabel("Region").fill("eu-central-1");
      await dialog.getByLabel("Bucket", { exact: true }).fill("winnow-documents");
      return dialog;
    };
    const outbox = await filled("Add an outbox", "Books", `${ada.accountId}/out`);
    await outbox.getByLabel("Results of").selectOption({ label: "Invoices" });
    await outbox.getByRole("button", { name: "Add" }).click();
    await page.getByText(`s3://winnow-documents/${ada.accountId}/out/`).waitFor();
    const inbox = await filled("Add a bucket", "Scans", `${ada.accountId}/in`);
    await inbox.getByLabel("Read by").selectOption({ label: "Invoices" });
    await inbox.getByRole("button", { name: "Add" }).click();
    await page.getByRole("link", { name: "invoice.pdf" }).waitFor();

    await eventually(
      () => there.keys(`${ada.accountId}/`),
      (keys) => expect(keys).toEqual(["in/done/invoice.pdf", "out/.winnow", expect.stringMatching(/^out\/task_\w+\.json$/)]),
    );
    await page.getByRole("button", { name: "Pause Books" }).click();
    await page.getByRole("button", { name: "Delete Books" }).click();
    await page.getByRole("button", { name: "Delete outbox" }).click();
    await page.getByText(`s3://winnow-documents/${ada.accountId}/out/`).waitFor({ state: "detached" });
  });
});
