/** Searching stored résumés: who shows what is asked for, with the words that show it, and nobody of another workspace. */
import { beforeAll, describe, expect, test } from "vitest";
import type { Found } from "#contract/recruiting/search.ts";
import type { Client } from "../../support/client.ts";
import { type SharedService, sharedService } from "../../support/shared-service.ts";

const SEARCH = "/recruit/resumes/search";
const resume = (name: string, jobs: string[]) =>
  [name, `${name.split(" ")[0]?.toLowerCase()}@example.com`, "", "EXPERIENCE", ...jobs].join("\n");
const PEOPLE = {
  long: resume("Ada Example", ["Analyst, Example Freight, 2014 - 2022", "- Wrote SQL reports for logistics and kept them right."]),
  short: resume("Ben Sample", ["Analyst, Example Foods, 01/2021 - 06/2022", "- Wrote SQL queries for the shop."]),
  other: resume("Cem Muster", ["Cook, Example Inn, 2015 - 2020", "- Cooked for two hundred guests."]),
};

let service: SharedService;
let client: Client;
beforeAll(async () => {
  service = await sharedService();
  client = await service.account();
  for (const [id, resume_text] of Object.entries(PEOPLE)) await store(id, resume_text);
});
async function store(application_id: string, resume_text: string): Promise<void> {
  const job_details = { required_skills: [{ name: "Python" }] };
  const answer = await client.post("/recruit/evaluate", { job_id: "any", application_id, resume_text, job_details });
  expect(answer.status, answer.text).toBe(200);
}
const search = async (query: string, more: object = {}) => (await client.post(SEARCH, { query, ...more })).json;
const idsOf = ({ resumes }: { resumes: Found[] }) => resumes.map(({ application_id }) => application_id);

describe("a search", () => {
  test("finds who shows it, best first, with the words and the years", async () => {
    const found = await search("SQL, three years, logistics");
    expect(found).toMatchObject({
      terms: [
        { name: "SQL", years_min: 3 },
        { name: "logistics", years_min: null },
      ],
      found: 2,
      searched: 3,
      not_searched: 0,
    });
    expect(idsOf(found)).toEqual(["long", "short"]);
    const [first, second] = found.resumes;
    expect(first.terms_met).toBe(2);
    expect(first.terms[0]).toMatchObject({ name: "SQL", met: true, evidence: expect.stringContaining("Wrote SQL reports") });
    expect(first.terms[0].years).toBeGreaterThanOrEqual(8);
    // A year and a half is not three.
    expect(second.terms_met).toBe(0);
    expect(second.terms[0]).toMatchObject({ met: false, evidence: expect.stringContaining("Wrote SQL queries") });
    expect(second.terms[0].years).toBeLessThan(3);
    expect(PEOPLE.short).toContain(second.terms[0].evidence.replaceAll("…", ""));
  });

  test("knows another name of a skill, and finds nobody for what nobody shows", async () => {
    expect(idsOf(await search("Structured Query Language"))).toEqual(["long", "short"]);
    expect(await search("Haskell")).toMatchObject({ resumes: [], found: 0, searched: 3 });
    // Who somebody is, is not searched.
    expect(await search("Ada Example")).toMatchObject({ found: 0 });
  });

  test("answers no more than asked for, and says how many there are", async () => {
    expect(await search("SQL", { limit: 1 })).toMatchObject({ found: 2, resumes: [{ application_id: "long" }] });
  });

  test("of a position finds its applications only; of another workspace, nothing", async () => {
    const position = await client.post("/recruit/positions", { title: "Analyst", required_skills: [{ name: "SQL" }] });
    expect(await search("SQL", { position_id: position.json.position_id })).toMatchObject({ found: 0, searched: 0 });
    const stranger = await service.account();
    expect((await stranger.post(SEARCH, { query: "SQL" })).json).toMatchObject({ found: 0, searched: 0 });
    expect((await stranger.post(SEARCH, { query: "SQL", position_id: position.json.position_id })).status).toBe(404);
  });

  test("without a skill is told what to write", async () => {
    expect((await client.post(SEARCH, { query: "three years" })).json.error_code).toBe("search_empty");
    expect((await client.post(SEARCH, { query: " " })).status).toBe(422);
  });
});
