/** Every page: usable by keyboard and screen reader (axe finds nothing serious), in light and dark, as wide as the screen and no wider, and no longer than what is on it. */
import path from "node:path";
import axe from "axe-core";
import type { BrowserContextOptions, Page } from "playwright-core";
import sharp from "sharp";
import { beforeAll, describe, expect, test } from "vitest";
import { insertInbox, insertItem, setPaused } from "#extraction/inboxes/inboxes.store.ts";
import { RESUMES, SAMPLES, type Sample } from "../../samples/list.ts";
import { describeInBrowser, useBrowser } from "../support/browser.ts";
import { extractSamples, fillPosition, openAs, sharedOwner } from "../support/dashboard.ts";
import { type SharedService, sharedService } from "../support/shared-service.ts";
import type { Browser } from "../support/signed-in.ts";

const PAGES = [
  "playground",
  "playground-result",
  "tasks",
  "task",
  "review",
  "templates",
  "template",
  "lists",
  "inboxes",
  "members",
  "batches",
  "batch",
  "recruiting",
  "position-new",
  "position",
  "application",
  "webhooks",
  "usage",
  "keys",
  "settings",
];
const LOOKS: [string, BrowserContextOptions][] = [
  ["light", { colorScheme: "light" }],
  ["dark", { colorScheme: "dark" }],
  ["phone", { viewport: { width: 375, height: 740 }, hasTouch: true, isMobile: true, colorScheme: "light" }],
];

const EVERY = process.env.STORM !== undefined || process.env.SCREENSHOTS !== undefined;
/** The dark colours are a few, which two pages have all of; on a phone these are laid out in another way. All: `npm run drills`. */
const FEW: Record<string, readonly string[]> = {
  dark: ["task", "settings"],
  phone: ["playground", "task", "batch", "members", "inboxes", "position", "application"],
};
const pagesOf = (look: string) => (EVERY ? PAGES : (FEW[look] ?? PAGES));
/** Pictures show scans as well, whose reading takes seconds. */
const quick = <S extends Sample>(all: readonly S[]) => all.filter(({ file }) => process.env.SCREENSHOTS || /pdf$|docx$/.test(file));
/** They show pages of documents; that of an applicant is covered until somebody reveals the name. */
const WITH_PICTURES = ["task", "review", "playground-result"];
/** Their panels scroll; on a wide screen the page itself does not, however long the result is. */
const FILL_THE_WINDOW = WITH_PICTURES;
/** How far the page can be scrolled, how high the window is, and how high what the page shows is. */
const HEIGHTS = "[document.documentElement.scrollHeight, innerHeight, document.getElementById('root').firstElementChild.offsetHeight]";
/** Pictures that are seen; those further down are loaded when somebody scrolls to them. */
const SEEN =
  "[...document.images].filter((each) => { const { top, bottom } = each.getBoundingClientRect(); return bottom > 0 && top < innerHeight; })";
/** What an unfinished page has: the browser's own select boxes and triangles, scrollbars on tabs, heads out of line, wrong plurals. */
const FAULTS = `(() => {
  const all = (selector) => [...document.querySelectorAll(selector)];
  const style = (element) => getComputedStyle(element);
  const heads = Object.values(Object.groupBy(all("section > header"), (head) => Math.round(head.getBoundingClientRect().top)));
  return [
    ...all("select").filter((box) => !["base-select", "none"].includes(style(box).appearance)).map(() => "a select box of the browser"),
    ...all("summary").filter((line) => style(line).display === "list-item").map(() => "a triangle of the browser"),
    ...all("[role=tablist]").filter((bar) => bar.scrollHeight > bar.clientHeight || bar.offsetHeight - bar.clientHeight > 2).map(() => "tabs with a scrollbar"),
    ...heads.filter((row) => new Set(row.map(({ offsetHeight }) => offsetHeight)).size > 1).map(() => "heads of different heights"),
    ...(document.body.innerText.match(/(?<![\\d.,])1 (?:[a-z]+ )?(?:fields|values|tasks|documents|pages|applications|questions|attempts|columns|rows)\\b/g) ?? []),
  ];
})()`;
const PICTURES_SEEN = `${SEEN}.length`;
const PICTURES_TO_COME = `${SEEN}.filter((each) => !each.complete || each.naturalWidth === 0).length`;

describeInBrowser("every page", () => {
  const open = useBrowser();
  let service: SharedService;
  let owner: Browser;
  const places = new Map<string, string>();
  beforeAll(async () => {
    service = await sharedService();
    owner = await sharedOwner();
    const tasks = await extractSamples(owner, quick(SAMPLES));
    const template = await owner.post("/api/extractor/v1/templates", {
      name: "Invoices",
      extraction_schema: {
        fields: [
          { name: "total", type: "currency" },
          { name: "kind", type: "enum", enum: ["invoice", "receipt"] },
        ],
      },
    });
    await owner.post("/api/account/v1/keys", { name: "importer" });
    await owner.post("/api/account/v1/invites", { email: "colleague@example.com" });
    places.set("playground", "/playground");
    places.set("playground-result", `/playground?task=${tasks.get("invoice-en.pdf")}`);
    places.set("tasks", "/tasks");
    places.set("task", `/tasks/${tasks.get("invoice-en.pdf")}`);
    await owner.post("/api/extractor/v1/lists", { name: "Suppliers", csv: "Number,Name\nS-001,Example Paper Ltd\n" });
    places.set("lists", "/lists");
    const { account_id: accountId } = (await owner.get("/api/account/v1/session")).json;
    const settings = { kind: "folder" as const, path: "/srv/scans" };
    const inbox = { accountId, name: "Scans", settings, senders: [], templateId: template.json.template_id };
    const inboxId = await insertInbox(service.db, inbox);
    await setPaused(service.db, accountId, inboxId, true);
    const came = { filename: "holiday.exe", from: "stranger@example.com" };
    const refused = { key: Buffer.from("1"), came, taskId: null, reason: "The file is no document." };
    await insertItem(service.db, { id: inboxId, accountId }, refused);
    places.set("inboxes", "/inboxes");
    await owner.post("/api/account/v1/member-invites", { email: "reviewer@example.com", role: "reviewer" });
    places.set("members", "/members");
    const slips = ["Total: 10.00 EUR", "Total: 12.50 EUR"].map((text, i) => ({
      file_content: Buffer.from(text).toString("base64"),
      filename: `slip-${i + 1}.txt`,
    }));
    const documents = [...slips, { url: "http://10.0.0.1/slip.pdf" }];
    const { json: batch } = await owner.post("/api/extractor/v1/extract-batch", { documents, template_id: template.json.template_id });
    await owner.get(`/api/extractor/v1/extract-batch/${batch.batch_id}?wait=60`);
    places.set("batches", "/batches");
    places.set("batch", `/batches/${batch.batch_id}`);
    places.set("templates", "/templates");
    places.set("template", `/templates/${template.json.template_id}`);
    const positionId = await fillPosition(owner, quick(RESUMES));
    const { json: ranked } = await owner.get(`/api/recruit/v1/positions/${positionId}/applications`);
    places.set("review", "/review");
    places.set("recruiting", "/recruiting");
    places.set("position-new", "/recruiting/new");
    places.set("position", `/recruiting/${positionId}`);
    places.set("application", `/recruiting/${positionId}/${ranked.applications[0].application_id}`);
    places.set("webhooks", "/webhooks");
    places.set("usage", "/usage");
    places.set("keys", "/keys");
    places.set("settings", "/settings");
  }, 180_000);

  describe.each(LOOKS)("%s", (look, options) => {
    let page: Page;
    beforeAll(async () => {
      page = await openAs(open, owner, "/playground", options);
    });

    test.each(pagesOf(look))("%s has no serious finding of axe and is not wider than the screen", { timeout: 300_000 }, async (name) => {
      await page.goto(service.url + places.get(name));
      await page.getByRole("heading", { level: 1 }).waitFor();
      await expect.poll(() => page.getByRole("status", { name: /^(Loading|Being)/ }).count()).toBe(0);
      const hasPictures = WITH_PICTURES.includes(name) && look !== "phone";
      await expect.poll(() => page.evaluate(PICTURES_SEEN)).toBeGreaterThanOrEqual(hasPictures ? 1 : 0);
      await expect.poll(() => page.evaluate(PICTURES_TO_COME)).toBe(0);
      // On a phone some pages are laid out in another way, and in the dark colours are others; the rest is looked at in the light.
      if (look !== "phone" || FEW.phone?.includes(name)) expect(await findingsOf(page, look === "dark" ? COLOURS : {})).toEqual([]);
      const [wide, seen] = await page.evaluate<[number, number]>(
        "[document.documentElement.scrollWidth, document.documentElement.clientWidth]",
      );
      expect(wide).toBeLessThanOrEqual(seen);
      const [long, window, shown] = await page.evaluate<[number, number, number]>(HEIGHTS);
      expect(long).toBeLessThanOrEqual(Math.max(window, shown) + 1);
      if (look !== "phone" && FILL_THE_WINDOW.includes(name)) expect(long).toBeLessThanOrEqual(window + 1);
      if (look === "light") {
        expect(await page.evaluate<string[]>(FAULTS)).toEqual([]);
        expect(await tooWideAt(page, [768, 1024])).toEqual([]);
      }
      await picture(page, `${name}-${look}`);
    });
  });

  test.each(["/sign-in", "/join"])("%s as well", async (address) => {
    const page = await open(service.url + address);
    await page.getByRole("heading", { level: 1 }).waitFor();
    expect(await findingsOf(page)).toEqual([]);
  });
});

/** Widths of windows in which something is wider than they are. */
async function tooWideAt(page: Page, widthsPx: number[]): Promise<number[]> {
  const before = page.viewportSize() ?? { width: 1280, height: 860 };
  const wide: number[] = [];
  for (const width of widthsPx) {
    await page.setViewportSize({ width, height: before.height });
    if (await page.evaluate<boolean>("document.documentElement.scrollWidth > document.documentElement.clientWidth")) wide.push(width);
  }
  await page.setViewportSize(before);
  return wide;
}

/** For docs/images: `npm run screenshots`. */
async function picture(page: Page, name: string): Promise<void> {
  const folder = process.env.SCREENSHOTS;
  if (folder)
    await sharp(await page.screenshot())
      .webp({ quality: 82 })
      .toFile(path.join(folder, `${name}.webp`));
}

type Finding = { id: string; impact: string; nodes: { html: string; failureSummary: string }[] };

const COLOURS = { runOnly: ["color-contrast", "link-in-text-block"] };

async function findingsOf(page: Page, options: object = {}): Promise<string[]> {
  await page.evaluate(axe.source);
  const asked = JSON.stringify({ resultTypes: ["violations"], ...options });
  const violations = await page.evaluate<Finding[]>(`axe.run(${asked}).then((result) => result.violations)`);
  return violations.flatMap(({ id, impact, nodes }) =>
    impact === "serious" || impact === "critical"
      ? nodes.map(({ html, failureSummary }) => `${id}: ${html.slice(0, 200)} ${failureSummary.slice(0, 300)}`)
      : [],
  );
}
