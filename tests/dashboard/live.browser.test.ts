/** Screens follow the account's event stream: they show changes by themselves, and ask for nothing while nothing changes. */
import type { Page } from "playwright-core";
import { afterAll, beforeAll, expect, test } from "vitest";
import { describeInBrowser, useBrowser } from "../support/browser.ts";
import { openAs } from "../support/dashboard.ts";
import { eventually } from "../support/eventually.ts";
import { startFaultProxy } from "../support/fault-proxy.ts";
import { base64, INVOICE, INVOICE_SCHEMA, pdfOf } from "../support/pdf.ts";
import { fileOf, people, textOf } from "../support/resumes.ts";
import { startTestService, type TestService } from "../support/service.ts";
import { type Person, signedIn } from "../support/signed-in.ts";

const TIMEOUT = { timeout: 300_000 };
/** Several times as long as screens waited between two questions when they polled. */
const WATCHED_MS = 4_000;
/** By then an event that was sent has been gathered, told and read. */
const SETTLED_MS = 1_500;

/** The addresses that the page asked for, without the stream's and the page's own files. */
function askedBy(page: Page): string[] {
  const asked: string[] = [];
  page.on("request", (request) => {
    const { pathname } = new URL(request.url());
    if (pathname.startsWith("/api/") && !pathname.endsWith("/v1/events")) asked.push(pathname);
  });
  return asked;
}

/** How many it asked for while it was watched. */
async function askedWhileWatched(page: Page, asked: readonly string[]): Promise<string[]> {
  const before = asked.length;
  await page.waitForTimeout(WATCHED_MS);
  return asked.slice(before);
}

describeInBrowser("a screen", () => {
  const open = useBrowser();
  let service: TestService;
  beforeAll(async () => {
    service = await startTestService();
  });
  afterAll(() => service[Symbol.asyncDispose]());

  async function positionOf({ client }: Person): Promise<string> {
    const { json } = await client.post("/recruit/positions", { title: "Data engineer", required_skills: [{ name: "Python" }] });
    return json.position_id;
  }
  const send = (person: Person, positionId: string, count: number) =>
    person.client.post(`/recruit/positions/${positionId}/resumes`, {
      files: people(count).map((each, i) => fileOf(`${i}.txt`, textOf(each))),
    });

  test("of a position ranks what is evaluated without a reload; while nothing changes it asks for nothing", TIMEOUT, async () => {
    const person = await signedIn(service);
    const positionId = await positionOf(person);
    await service.stopWorker();
    const page = await openAs(open, person.browser, `/recruiting/${positionId}`);
    const asked = askedBy(page);
    await page.getByText("No applications yet").waitFor();
    await send(person, positionId, 3);
    await page.getByText("3 applications, 3 in progress").waitFor();
    await page.getByText("Reading").first().waitFor();
    // Whatever its own event brought has been asked for by then.
    await page.waitForTimeout(SETTLED_MS);
    expect(await askedWhileWatched(page, asked)).toEqual([]);
    await service.startWorker();
    await page.getByText(/^3 applications$/).waitFor();
    const ranking = page.getByRole("region", { name: "Ranking" });
    await eventually(
      () => ranking.getByRole("row").count(),
      (rows) => expect(rows).toBe(4),
    );
    const lists = asked.filter((address) => address.endsWith("/applications"));
    // One for each round of changes, of which there is one a second at most.
    expect(lists.length).toBeLessThan(20);
  });

  /** Thirty applications, evaluated, of which 25 are shown. */
  async function shownRanking() {
    const person = await signedIn(service);
    const positionId = await positionOf(person);
    await send(person, positionId, 30);
    const page = await openAs(open, person.browser, `/recruiting/${positionId}`);
    await page.getByText(/^30 applications$/).waitFor();
    const names = page.getByRole("region", { name: "Ranking" }).getByRole("rowheader");
    await expect.poll(() => names.count()).toBe(25);
    // The events of the last evaluations have been read by then.
    await page.waitForTimeout(SETTLED_MS);
    const rename = (title: string) =>
      person.client.put(`/recruit/positions/${positionId}`, { title, required_skills: [{ name: "Python" }] });
    return { page, names, rename, more: page.getByRole("button", { name: "Show more applications" }) };
  }

  test("of a position adds the next applications also while an event has the list read again", TIMEOUT, async () => {
    const { page, names, rename, more } = await shownRanking();
    const isRenamed = (title: string) => page.getByText(title).first().waitFor();
    // The event comes while the next page is on its way.
    await page.route(
      /applications\?.*cursor=/,
      async (route) => {
        await rename("Renamed meanwhile");
        await isRenamed("Renamed meanwhile");
        await route.continue();
      },
      { times: 1 },
    );
    await more.click();
    await expect.poll(() => names.count()).toBe(30);
  });

  test("of a position adds the next applications also while the list is being read again", TIMEOUT, async () => {
    const { page, names, rename, more } = await shownRanking();
    // The click comes while the first page is read for an event.
    const clicked = Promise.withResolvers<void>();
    await page.route(
      /applications\?(?!.*cursor=)/,
      async (route) => {
        await more.click();
        clicked.resolve();
        await page.waitForTimeout(300);
        await route.continue().catch(() => undefined);
      },
      { times: 1 },
    );
    await rename("Renamed before");
    await clicked.promise;
    await expect.poll(() => names.count()).toBe(30);
  });

  test("of a position shows 25 applications, then the next ones", TIMEOUT, async () => {
    const { page, names, more } = await shownRanking();
    await more.click();
    await eventually(
      () => names.count(),
      (count) => expect(count).toBe(30),
    );
    expect(new Set(await names.allInnerTexts()).size).toBe(30);
    expect(await page.getByRole("button", { name: "Show more applications" }).count()).toBe(0);
  });

  test("whose stream is cut opens it again, and shows what changed meanwhile", TIMEOUT, async () => {
    const person = await signedIn(service);
    await using proxy = await startFaultProxy({ host: "127.0.0.1", port: Number(new URL(service.url).port) });
    const page = await open(`http://127.0.0.1:${proxy.port}/tasks`, {}, person.browser.cookies);
    await page.getByText("No tasks yet").waitFor();
    proxy.set({ kind: "reset" });
    const document = { file_content: base64(await pdfOf(INVOICE)), filename: "while-away.pdf" };
    await person.client.extract({ document, extraction_schema: INVOICE_SCHEMA });
    proxy.set({ kind: "none" });
    await page.getByRole("link", { name: "while-away.pdf" }).waitFor();
    await page.getByText("Completed", { exact: true }).last().waitFor();
    // And goes on telling.
    await person.client.extract({ document: { ...document, filename: "afterwards.pdf" }, extraction_schema: INVOICE_SCHEMA });
    await page.getByRole("link", { name: "afterwards.pdf" }).waitFor();
  });

  test("of reviews keeps the document that is being reviewed when one comes that goes before it", TIMEOUT, async () => {
    const person = await signedIn(service);
    const file_content = base64(await pdfOf(INVOICE));
    const extract = (filename: string) =>
      person.client.extract({ document: { file_content, filename }, extraction_schema: INVOICE_SCHEMA });
    await extract("in-work.pdf");
    const page = await openAs(open, person.browser, "/review");
    await page.getByRole("heading", { name: "in-work.pdf", level: 1 }).waitFor();
    // Equally certain and newer, which is shown first to whoever begins.
    await extract("newer.pdf");
    await page.getByText("2 documents to review").waitFor();
    await page.getByRole("heading", { name: "in-work.pdf", level: 1 }).waitFor();
    await page.getByRole("button", { name: "Confirm all, next" }).click();
    await page.getByRole("heading", { name: "newer.pdf", level: 1 }).waitFor();
  });

  test("that is hidden holds no stream, and shows what changed when it is seen again", TIMEOUT, async () => {
    const person = await signedIn(service);
    const page = await openAs(open, person.browser, "/recruiting");
    await page.getByText("No positions yet").waitFor();
    await see(page, "hidden");
    const asked = askedBy(page);
    await positionOf(person);
    await page.waitForTimeout(SETTLED_MS);
    expect(asked).toEqual([]);
    await see(page, "visible");
    await page.getByRole("link", { name: "Data engineer" }).waitFor();
  });
});

/** As the browser says it when a tab is left or chosen. */
const see = (page: Page, state: "visible" | "hidden") =>
  page.evaluate(`Object.defineProperty(document, "visibilityState", { value: "${state}", configurable: true });
    document.dispatchEvent(new Event("visibilitychange"));`);
