/** Two people, one workspace, in the browser: invited, joined, what a role shows, and the way to another workspace. */
import type { Page } from "playwright-core";
import { beforeAll, expect, test } from "vitest";
import { describeInBrowser, useBrowser } from "../support/browser.ts";
import { colleague } from "../support/colleague.ts";
import { openAs, sharedOwner } from "../support/dashboard.ts";
import { base64, INVOICE, INVOICE_SCHEMA, pdfOf } from "../support/pdf.ts";
import { type SharedService, sharedService } from "../support/shared-service.ts";
import { PASSWORD, signedIn } from "../support/signed-in.ts";

const TIMEOUT = { timeout: 300_000 };

describeInBrowser("members", () => {
  const open = useBrowser();
  let service: SharedService;
  beforeAll(async () => {
    service = await sharedService();
    await sharedOwner();
  });
  const heading = (page: Page, name: string) => page.getByRole("heading", { name, level: 1 }).waitFor();
  const menu = (page: Page) => page.getByRole("navigation", { name: "Main" });

  test("somebody new is invited, joins by the link, and sees what the role allows", TIMEOUT, async () => {
    const ada = await signedIn(service);
    const email = `new-${ada.email}`;
    const page = await openAs(open, ada.browser, "/members");
    await page.getByLabel("E-mail").fill(email);
    await page.getByLabel("Role", { exact: true }).selectOption("reviewer");
    await page.getByRole("button", { name: "Invite" }).click();
    const link = await page.getByLabel("Invitation link").innerText();
    await page.getByRole("button", { name: "Done" }).click();
    await page.getByRole("button", { name: `Withdraw the invitation of ${email}` }).waitFor();

    const guest = await open(link);
    await heading(guest, `Join ${ada.email}`);
    expect(await guest.getByLabel("E-mail").inputValue()).toBe(email);
    await guest.getByLabel("Your name").fill("Ben Example");
    await guest.getByLabel("Password").fill(PASSWORD);
    await guest.getByRole("button", { name: "Create my account" }).click();
    await heading(guest, "Playground");
    expect(await menu(guest).getByRole("link", { name: "API keys" }).count()).toBe(0);
    await menu(guest).getByRole("link", { name: "Members" }).click();
    await guest.getByRole("list", { name: "Members" }).getByText("Reviewer").waitFor();
    expect(await guest.getByRole("heading", { name: "Invite" }).count()).toBe(0);
    await menu(guest).getByRole("link", { name: "Templates" }).click();
    await guest.getByRole("heading", { name: "No templates yet" }).waitFor();
    expect(await guest.getByRole("link", { name: "New template" }).count()).toBe(0);

    // A changed role shows at the next look.
    await page.reload();
    const isStored = page.waitForResponse((response) => response.request().method() === "PUT" && response.ok());
    await page.getByLabel(`Role of ${email}`).selectOption("admin");
    await isStored;
    await guest.reload();
    await menu(guest).getByRole("link", { name: "API keys" }).waitFor();
    await page.getByRole("button", { name: `Remove ${email}` }).click();
    await page.getByRole("dialog").getByRole("button", { name: "Remove" }).click();
    await page.getByLabel(`Role of ${email}`).waitFor({ state: "detached" });
    await guest.reload();
    await heading(guest, "Sign in to Winnow");
  });

  test("somebody of two workspaces changes between them, in all tabs", TIMEOUT, async () => {
    const ada = await signedIn(service);
    const ben = await colleague(service, ada, "admin");
    await ada.client.post("/v1/templates", { name: "Ada's invoices", extraction_schema: { fields: [{ name: "total" }] } });
    const page = await openAs(open, ben.browser, "/templates");
    const tab = await page.context().newPage();
    await tab.goto(`${service.url}/templates`);
    for (const each of [page, tab]) await each.getByRole("link", { name: "Ada's invoices", exact: true }).waitFor();
    await page.getByLabel("Workspace").selectOption({ label: ben.email });
    for (const each of [page, tab]) await each.getByRole("heading", { name: "No templates yet" }).waitFor();
    await page.getByLabel("Workspace").selectOption({ label: ada.email });
    for (const each of [page, tab]) await each.getByRole("link", { name: "Ada's invoices", exact: true }).waitFor();
  });

  test("two people at one queue never have the same document; a comment and an assignment reach the other", TIMEOUT, async () => {
    const ada = await signedIn(service);
    const ben = await colleague(service, ada, "reviewer");
    const file_content = base64(await pdfOf(INVOICE));
    const ids = new Map<string, string>();
    for (const filename of ["one.pdf", "two.pdf", "three.pdf"]) {
      const document = { file_content, filename };
      ids.set(filename, (await ada.client.extract({ document, extraction_schema: INVOICE_SCHEMA, cache: "off" })).task_id);
    }
    // The values are shown of a document that is open for this person.
    const shown = async (page: Page) => {
      await page.getByRole("region", { name: "Pages of the document" }).waitFor();
      await page.waitForLoadState("networkidle");
      return page.getByRole("heading", { level: 1 }).innerText();
    };
    // She has hers open before he comes: otherwise her page may pass on what his has, and not come back to it.
    const hers = await openAs(open, ada.browser, "/review");
    const first = await shown(hers);
    const his = await openAs(open, ben.browser, "/review");
    await expect.poll(() => shown(his)).not.toBe(first);
    const second = await shown(his);
    // He hands his to her, and says why.
    await his.getByRole("button", { name: /^Comments/ }).click();
    await his.getByRole("textbox", { name: "Comment" }).fill("Whose invoice is this?");
    await his.getByRole("button", { name: "Say it" }).click();
    await his.getByText("Whose invoice is this?").waitFor();
    await his.getByLabel("To be reviewed by").selectOption({ label: ada.email });
    // His page passes on by itself what is hers to review, and then tells the service that it has closed it.
    await expect.poll(() => shown(his)).not.toBe(second);
    const work = async () => (await ada.browser.get(`/api/extractor/v1/tasks/${ids.get(second)}/work`)).json;
    await expect.poll(work).toMatchObject({ task_id: ids.get(second), open_by: null });
    await hers.getByRole("button", { name: "Confirm all, next" }).click();
    await expect.poll(() => shown(hers)).toBe(second);
    await hers.getByRole("button", { name: "Comments (1)" }).click();
    await hers.getByText("Whose invoice is this?").waitFor();
  });
});
