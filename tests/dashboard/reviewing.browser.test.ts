/** Reviewing by the keyboard, with values taken from the page and rows added and removed, in a real browser. */
import type { Page } from "playwright-core";
import { beforeAll, expect, test } from "vitest";
import type { TaskRecord } from "#contract/task.ts";
import { sealedJson } from "#platform/postgres/sealed.ts";
import { describeInBrowser, useBrowser } from "../support/browser.ts";
import { openAs, sharedOwner } from "../support/dashboard.ts";
import { base64, INVOICE, type Line, pdfOf } from "../support/pdf.ts";
import { type SharedService, sharedService } from "../support/shared-service.ts";
import { type Person, signedIn } from "../support/signed-in.ts";

const TIMEOUT = { timeout: 300_000 };
const PAGES: Line[][] = [
  [
    ...(INVOICE[0] ?? []),
    { text: "Description", x: 50, y: 240 },
    { text: "Amount", x: 400, y: 240 },
    { text: "Blue paper", x: 50, y: 260 },
    { text: "100.00", x: 400, y: 260 },
    { text: "Red paper", x: 50, y: 280 },
    { text: "200.50", x: 400, y: 280 },
  ],
  ...Array.from({ length: 8 }, (_, i) => [{ text: `Annex, page ${i + 2}`, y: 50 }]),
];
const SCHEMA = {
  fields: [
    { name: "invoice_number", type: "string", description: "Number of the invoice" },
    { name: "invoice_date", type: "date" },
    { name: "total", type: "currency", description: "Total amount due" },
    { name: "line_items", type: "table", fields: [{ name: "description" }, { name: "amount", type: "number" }] },
  ],
};

describeInBrowser("reviewing", () => {
  const open = useBrowser();
  let service: SharedService;
  let pdf: string;
  beforeAll(async () => {
    service = await sharedService();
    await sharedOwner();
    pdf = base64(await pdfOf(PAGES));
  });

  /** Somebody with these documents to review; the values of each as sure as given, the others 0.95. */
  async function personWith(...confidence: Record<string, number>[]): Promise<Person & { ids: string[] }> {
    const person = await signedIn(service);
    const ids: string[] = [];
    for (const [i, known] of confidence.entries()) {
      const { json } = await person.client.post("/v1/extract-async", {
        document: { file_content: pdf, filename: `document-${i}.pdf` },
        extraction_schema: SCHEMA,
      });
      await person.client.wait(json.task_id);
      ids.push(json.task_id);
      await setConfidence(json.task_id, known);
    }
    return Object.assign(person, { ids });
  }
  async function setConfidence(id: string, known: Record<string, number>): Promise<void> {
    const row = await service.db.selectFrom("tasks").select("result").where("id", "=", id).executeTakeFirstOrThrow();
    const result = row.result;
    if (!result) throw new Error("the task has no result");
    for (const [pointer, field] of Object.entries(result.fields)) if (field.confidence !== null) field.confidence = known[pointer] ?? 0.95;
    const confidence = Math.min(0.95, ...Object.values(known));
    await service.db
      .updateTable("tasks")
      .set({ result: sealedJson(result), confidence })
      .where("id", "=", id)
      .execute();
  }
  const recordOf = async (person: Person, id = ""): Promise<TaskRecord> => (await person.client.get(`/v1/tasks/${id}`)).json;
  const heading = (page: Page, name: string) => page.getByRole("heading", { name, level: 1 }).waitFor();
  const chosen = (page: Page) => page.locator('[data-value][aria-pressed="true"]').getAttribute("data-value");

  test("opens at the least sure value, and Enter goes on to the next one and to the next document", TIMEOUT, async () => {
    const person = await personWith({ "/total": 0.6, "/line_items/1/amount": 0.3 }, { "/invoice_date": 0.5 });
    const page = await openAs(open, person.browser, "/review");
    await heading(page, "document-0.pdf");
    await page.getByText("2 of 2 values left to check.").waitFor();
    expect(await chosen(page)).toBe("/line_items/1/amount");
    await page.keyboard.press("Enter");
    await page.getByRole("region", { name: "Details of total" }).waitFor();
    await page.keyboard.press("Shift+Enter");
    await page.getByRole("region", { name: "Details of line_items 2 amount" }).waitFor();
    await page.keyboard.press("Enter");
    await page.getByRole("region", { name: "Details of total" }).waitFor();
    await page.keyboard.press("Enter");
    await heading(page, "document-1.pdf");
    await page.getByRole("region", { name: "Details of invoice_date" }).waitFor();
    await expect.poll(async () => (await recordOf(person, person.ids[0])).reviewed_at).not.toBeNull();
    await page.keyboard.press("s");
    await page.getByText("That was the last document").waitFor();
    expect((await recordOf(person, person.ids[1])).reviewed_at).toBeNull();
  });

  test("says that all is reviewed only when the server has it", TIMEOUT, async () => {
    const person = await personWith({ "/total": 0.6 });
    const page = await openAs(open, person.browser, "/review");
    await page.getByRole("region", { name: "Details of total" }).waitFor();
    const held = Promise.withResolvers<void>();
    await page.route("**/review", (route) => held.promise.then(() => route.continue()));
    await page.keyboard.press("Enter");
    await page.getByLabel("Saving what was reviewed").waitFor();
    expect(await page.getByText("That was the last document").count()).toBe(0);
    held.resolve();
    await page.getByText("That was the last document").waitFor();
    expect((await recordOf(person, person.ids[0])).reviewed_at).not.toBeNull();
  });

  test("shows only documents below the limit, which stays in the address", TIMEOUT, async () => {
    const person = await personWith({ "/total": 0.7 }, { "/total": 0.92 });
    const page = await openAs(open, person.browser, "/review");
    await page.getByText("2 documents to review.").waitFor();
    await page.getByLabel("Documents to review").selectOption("80");
    await page.getByText("1 document to review.").waitFor();
    expect(new URL(page.url()).search).toBe("?below=80");
    await page.reload();
    await page.getByText("1 document to review.").waitFor();
    const listed = async (below: string) => (await person.client.get(`/v1/tasks?confidence_below=${below}`)).json.tasks?.length;
    expect([await listed("0.7"), await listed("0.8"), await listed("1")]).toEqual([0, 1, 2]);
    for (const wrong of ["", "2", "-1", "x"]) expect((await person.client.get(`/v1/tasks?confidence_below=${wrong}`)).status).toBe(422);
  });

  test("keys correct a value, tell what to enter, undo it, and are told in a panel", TIMEOUT, async () => {
    const person = await personWith({ "/total": 0.6 });
    const page = await openAs(open, person.browser, "/review");
    await page.getByRole("region", { name: "Details of total" }).waitFor();
    await page.keyboard.press("e");
    await page.getByLabel("Correct value").fill("a lot");
    await page.keyboard.press("Enter");
    await page
      .getByRole("alert")
      .filter({ hasText: /^Enter an amount such as 1190\.50 EUR\.$/ })
      .waitFor();
    await page.getByLabel("Correct value").fill("1.290,00");
    await page.keyboard.press("Enter");
    // It was the only value to check: the document is done.
    await page.getByText("That was the last document").waitFor();
    const { reviewed } = await recordOf(person, person.ids[0]);
    expect(reviewed?.values["/total"]?.value).toEqual({ amount: 1290, currency: "EUR" });

    await page.goto(`${service.url}/tasks/${person.ids[0]}`);
    await page.locator('[data-value="/total"]').click();
    await page.getByRole("button", { name: "Undo correction" }).click();
    await page.getByRole("button", { name: "Undo correction" }).waitFor({ state: "detached" });
    expect((await recordOf(person, person.ids[0])).reviewed?.values).toEqual({});

    await person.browser.post(`/api/extractor/v1/tasks/${person.ids[0]}/review`, { done: false });
    await page.goto(`${service.url}/review`);
    await page.getByRole("region", { name: "Details of total" }).waitFor();
    await page.keyboard.press("?");
    await page.getByRole("dialog", { name: "Keys" }).getByText("Shift + Enter").waitFor();
    await page.keyboard.press("Escape");
  });

  test("takes a value from the page by a box drawn around its words", TIMEOUT, async () => {
    const person = await personWith({ "/invoice_number": 0.5 });
    const page = await openAs(open, person.browser, "/review");
    await page.getByRole("region", { name: "Details of invoice_number" }).waitFor();
    await page.keyboard.press("d");
    const sheet = page.getByRole("img", { name: "Draw a box on page 1" });
    const { x, y, width, height } = (await sheet.boundingBox()) ?? { x: 0, y: 0, width: 0, height: 0 };
    const at = (left: number, top: number) => [x + (left / 595) * width, y + (top / 842) * height] as const;
    await page.mouse.move(...at(40, 155));
    await page.mouse.down();
    await page.mouse.move(...at(300, 176), { steps: 4 });
    await page.mouse.up();
    await expect.poll(() => page.getByLabel("Correct value").inputValue()).toBe("Invoice date: 3 April 2026");
    await page.keyboard.press("Enter");
    await page.getByText("That was the last document").waitFor();
    expect((await recordOf(person, person.ids[0])).reviewed?.values["/invoice_number"]?.value).toBe("Invoice date: 3 April 2026");
  });

  test("adds a row, corrects it, removes and restores rows", TIMEOUT, async () => {
    const person = await personWith({});
    const id = person.ids[0] ?? "";
    const page = await openAs(open, person.browser, `/tasks/${id}`);
    await page.getByRole("button", { name: "Add row to line_items" }).click();
    const dialog = page.getByRole("dialog", { name: "Add to line_items" });
    await dialog.getByLabel("description").fill("Green paper");
    await dialog.getByLabel("amount").fill("dear");
    await dialog.getByRole("button", { name: "Add row" }).click();
    await dialog.getByText("amount: Enter a number such as 1190.50.").waitFor();
    await dialog.getByLabel("amount").fill("300.25");
    await dialog.getByRole("button", { name: "Add row" }).click();
    await dialog.waitFor({ state: "hidden" });
    const corrections = async () => {
      const { reviewed } = await recordOf(person, id);
      return Object.fromEntries(Object.entries(reviewed?.values ?? {}).map(([pointer, { value }]) => [pointer, value]));
    };
    expect(await corrections()).toEqual({ "/line_items/2": { description: "Green paper", amount: 300.25 } });
    await page.locator('[data-value="/line_items/2/amount"]').click();
    await page.getByRole("button", { name: "Correct", exact: true }).click();
    await page.getByLabel("Correct value").fill("301");
    await page.getByRole("button", { name: "Save correction" }).click();
    await expect.poll(corrections).toEqual({ "/line_items/2": { description: "Green paper", amount: 301 } });
    await page.getByRole("button", { name: "Remove row 1" }).click();
    await page.getByRole("button", { name: "Restore row 1" }).waitFor();
    expect(await corrections()).toMatchObject({ "/line_items/0": null });
    await page.getByRole("button", { name: "Restore row 1" }).click();
    await page.getByRole("button", { name: "Remove row 3" }).click();
    await expect.poll(corrections).toEqual({});
    expect((await recordOf(person, id)).data?.line_items).toHaveLength(2);
    expect(await page.getByRole("button", { name: "Move row 1 up" }).isDisabled()).toBe(true);
    await page.getByRole("button", { name: "Move row 2 up" }).click();
    await expect.poll(corrections).toEqual({
      "/line_items/0/description": "Red paper",
      "/line_items/0/amount": 200.5,
      "/line_items/1/description": "Blue paper",
      "/line_items/1/amount": 100,
    });
    await page.locator('[data-value="/line_items/1/amount"]').click();

    // The same by keys, while reviewing.
    await page.goto(`${service.url}/review`);
    await page.locator('[data-value="/line_items/0/amount"]').click();
    await page.keyboard.press("Alt+ArrowDown");
    await expect.poll(corrections).toEqual({});
    await page.keyboard.press("a");
    await page.getByRole("dialog", { name: "Add to line_items" }).getByLabel("amount").waitFor();
    await page.keyboard.press("Escape");
    await page.keyboard.press("x");
    await page.getByRole("button", { name: "Restore row 1" }).waitFor();
    await page.getByRole("region", { name: "Details of line_items 2 description" }).waitFor();
  });

  test("a page is jumped to by its number, and the chosen place comes to the middle", TIMEOUT, async () => {
    const person = await personWith({});
    const page = await openAs(open, person.browser, `/tasks/${person.ids[0]}`);
    const number = page.getByLabel("Page number");
    await number.fill("7");
    await number.press("Enter");
    await expect.poll(() => page.locator('[data-page="7"] img').count()).toBe(1);
    // Only pages near the view have pictures.
    expect(await page.locator('[data-page="1"] img').count()).toBe(0);
    await page.getByRole("button", { name: "Next page" }).click();
    await expect.poll(() => number.inputValue()).toBe("8");
    await page.locator('[data-value="/line_items/1/amount"]').click();
    const view = page.getByRole("region", { name: "Pages of the document" });
    const middle = async (selector: string) => {
      const box = await view.locator(selector).boundingBox();
      const frame = await view.boundingBox();
      return box && frame ? (box.y + box.height / 2 - frame.y) / frame.height : Number.NaN;
    };
    await expect.poll(() => number.inputValue()).toBe("1");
    const pictures = () => view.locator("img").count();
    await expect
      .poll(() =>
        view.locator('[data-page="1"] img').evaluateAll((all) => all.some((each) => "complete" in each && each.complete === true)),
      )
      .toBe(true);
    await page.getByRole("button", { name: "Zoom in" }).click();
    // The old picture stays until the larger one has come, and pages away from the view have none.
    expect(await pictures()).toBeGreaterThan(0);
    expect(await pictures()).toBeLessThan(5);
    await page.locator('[data-value="/total"]').click();
    await expect.poll(() => middle('[data-box="/total"]')).toBeGreaterThan(0.3);
    await expect.poll(() => middle('[data-box="/total"]')).toBeLessThan(0.7);
  });
});
