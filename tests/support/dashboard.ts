/** Somebody who is signed in to the dashboard of a test service, in a browser and over HTTP. */
import type { BrowserContextOptions, Page } from "playwright-core";
import { expect } from "vitest";
import { createLink } from "#accounts/links.ts";
import { JOB_AD, type RESUMES, readBeside, readSample, type Sample } from "../../samples/list.ts";
import type { OpenPage } from "./browser.ts";
import { eventually } from "./eventually.ts";
import { type SharedService, sharedService } from "./shared-service.ts";
import { Browser } from "./signed-in.ts";

/** By the link, as the service may have accounts already. */
export async function becomeOwner(service: SharedService, email: string): Promise<Browser> {
  const owner = new Browser(service.url);
  const { url } = await createLink(service.db, service.url, { kind: "owner" });
  const answer = await owner.signUp(email, { token: url.split("#")[1] });
  if (answer.status !== 201) throw new Error(`sign-up answered ${answer.status}: ${answer.text}`);
  return owner;
}

/** An installation has one owner: these files share theirs as they share the service. */
export const SHARED_OWNER = "owner@example.com";
let owner: Promise<Browser> | undefined;

export function sharedOwner(): Promise<Browser> {
  owner ??= sharedService().then((service) => becomeOwner(service, SHARED_OWNER));
  return owner;
}

/** A page of somebody who is signed in already. */
export function openAs(open: OpenPage, person: Browser, path: string, options: BrowserContextOptions = {}): Promise<Page> {
  return open(person.url + path, options, person.cookies);
}

/** The samples as finished tasks, by file. */
export async function extractSamples(person: Browser, samples: readonly Sample[]): Promise<Map<string, string>> {
  const ids = new Map<string, string>();
  for (const sample of samples) {
    const document = { file_content: (await readSample(sample)).toString("base64"), filename: sample.file };
    const { json } = await person.post("/api/extractor/v1/extract-async", {
      document,
      extraction_schema: await readBeside(sample, "schema"),
    });
    ids.set(sample.file, json.task_id);
  }
  for (const id of ids.values()) await person.get(`/api/extractor/v1/tasks/${id}?wait=60`);
  return ids;
}

/** A position for the sample ad with these résumés, all evaluated; its id. */
export async function fillPosition(person: Browser, resumes: typeof RESUMES): Promise<string> {
  const description = (await readSample({ file: JOB_AD })).toString("utf8");
  const { json: ad } = await person.post("/api/recruit/v1/analyze-job", { description });
  const { json: position } = await person.post("/api/recruit/v1/positions", {
    title: ad.name,
    description,
    required_skills: ad.required_skills,
    questions: ad.interview_questions,
  });
  const files = await Promise.all(
    resumes.map(async (resume) => ({
      filename: resume.file,
      content_type: resume.contentType,
      content: (await readSample(resume)).toString("base64"),
    })),
  );
  await person.post(`/api/recruit/v1/positions/${position.position_id}/resumes`, { files });
  await eventually(
    async () => (await person.get(`/api/recruit/v1/positions/${position.position_id}`)).json.applications,
    (counts) => expect(counts).toMatchObject({ evaluated: resumes.length }),
  );
  return position.position_id;
}
