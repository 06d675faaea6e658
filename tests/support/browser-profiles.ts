/**
 * Browsers of people who have nothing in common: cookies and storage of their own. One is emptied and used again once its test is over: the first
 * page of a new one takes a second of CPU more, as it starts a process, fetches all scripts and compiles them.
 */
import type { Browser, BrowserContextOptions, CDPSession, Page } from "playwright-core";
import { launchChromium } from "./chromium.ts";

/** For one thing to come about; long, as two cores may have other tests to run. */
const WAIT_MS_MAX = 120_000;
const STORED = "cookies,file_systems,indexeddb,local_storage,service_workers,cache_storage";

/** `page`: the first of its context, which stays open. */
export type Profile = { page: Page; session: CDPSession; origin: string; options: string; isFree: boolean };

/** One for all files of a test process, as its start costs two seconds of a core; Playwright ends it with the process. */
let browser: Promise<Browser> | undefined;
const profiles: Profile[] = [];

/** Nobody's: with a page that shows nothing. */
export async function takeProfile(origin: string, options: BrowserContextOptions): Promise<Profile> {
  const wanted = JSON.stringify(options);
  const free = profiles.find((each) => each.isFree && each.origin === origin && each.options === wanted);
  if (free) {
    free.isFree = false;
    return free;
  }
  browser ??= launchChromium();
  const context = await (await browser).newContext({ viewport: { width: 1280, height: 860 }, ...options });
  context.setDefaultTimeout(WAIT_MS_MAX);
  const page = await context.newPage();
  const profile = { page, session: await context.newCDPSession(page), origin, options: wanted, isFree: false };
  profiles.push(profile);
  return profile;
}

/** Leaves all pages and forgets what was stored, but for the cache. One whose server is gone is not used again. */
export async function giveBack(profile: Profile): Promise<void> {
  const { page, session, origin } = profile;
  const context = page.context();
  for (const each of context.pages()) if (each !== page) await each.close();
  page.removeAllListeners();
  await page.unrouteAll();
  page.on("dialog", (dialog) => dialog.accept());
  await context.setOffline(false);
  const left = await page.goto(`${origin}/healthz`).catch(() => null);
  if (left === null) return context.close();
  await page.evaluate("sessionStorage.clear()");
  await session.send("Storage.clearDataForOrigin", { origin, storageTypes: STORED });
  await session.send("Page.resetNavigationHistory");
  await context.clearCookies();
  page.removeAllListeners();
  profile.isFree = true;
}
