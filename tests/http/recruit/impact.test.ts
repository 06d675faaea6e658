/** Groups that an employer provides, and impact ratios by them. */
import { beforeAll, describe, expect, test } from "vitest";
import type { Client } from "../../support/client.ts";
import { fileOf, people, RESUME_TEXT, textOf } from "../../support/resumes.ts";
import { type SharedService, sharedService } from "../../support/shared-service.ts";

let service: SharedService;
beforeAll(async () => {
  service = await sharedService();
});

const SKILLS = [{ name: "Python", type: "technical", required: true }];
const [ada, ben, chloe, dev] = people(4);
const NO_PYTHON = RESUME_TEXT.replaceAll("Python", "Erlang");

/** A position with two applicants who show Python and two who do not; their ids in the order they were sent. */
async function filled(client: Client): Promise<{ position: string; ids: string[] }> {
  const { json: made } = await client.post("/recruit/positions", { title: "Engineer", required_skills: SKILLS });
  const position = made.position_id;
  const withName = (text: string, person = ada) =>
    text.replace("Mia Muster", person?.name ?? "").replace("mia.muster", person?.email.split("@")[0] ?? "");
  const texts = [ada && textOf(ada), ben && textOf(ben), withName(NO_PYTHON, chloe), withName(NO_PYTHON, dev)];
  await client.post(`/recruit/positions/${position}/resumes`, { files: texts.map((text, at) => fileOf(`${at}.txt`, text ?? "")) });
  const applications = await evaluated(client, position);
  return { position, ids: applications.sort((a, b) => a.index - b.index).map(({ application_id }) => application_id) };
}

type Seen = { application_id: string; index: number; status: string; skills: object; overall_score: number };

async function evaluated(client: Client, position: string): Promise<Seen[]> {
  const list = async (): Promise<Seen[]> => (await client.get(`/recruit/positions/${position}/applications`)).json.applications;
  await expect
    .poll(async () => (await list()).map(({ status }) => status), { interval: 200 })
    .toEqual(["evaluated", "evaluated", "evaluated", "evaluated"]);
  return list();
}

const groupsOf = ([a = "", b = "", c = "", d = ""]: string[]) => ({
  [a]: { sex: "female", age: "under 40" },
  [b]: { sex: "male", age: "under 40" },
  [c]: { sex: "female" },
  [d]: { sex: "male" },
});

describe("200", () => {
  test("by a score: rates, ratios and scoring rates of each group", async () => {
    const client = await service.account();
    const { position, ids } = await filled(client);
    const { json: stored } = await client.put(`/recruit/positions/${position}/groups`, {
      groups: { ...groupsOf(ids), app_unknown: { sex: "female" } },
    });
    expect(stored).toEqual({ position_id: position, stored: 4, unknown_ids: ["app_unknown"] });
    const { json } = await client.get(`/recruit/positions/${position}/impact?score_at_least=1`);
    expect(json).toMatchObject({ applicants: 4, not_evaluated: 0, selected: 2, selected_by: "score" });
    expect(json.rules_versions).toHaveLength(1);
    expect(json.categories.map(({ categories }: { categories: string[] }) => categories)).toEqual([["age"], ["sex"], ["age", "sex"]]);
    const [, sex] = json.categories;
    expect(sex.groups).toMatchObject([
      {
        group: ["female"],
        applicants: 2,
        share: 0.5,
        selection: { count: 1, rate: 0.5, impact_ratio: 1 },
        scoring: { count: 1, rate: 0.5 },
      },
      { group: ["male"], applicants: 2, share: 0.5, selection: { count: 1, rate: 0.5, impact_ratio: 1, fisher_p: 1, z: 0 } },
    ]);
    expect(json.categories[0]).toMatchObject({ unknown: 2, groups: [{ group: ["under 40"], selection: { count: 2, rate: 1 } }] });
  });

  test("by a list: those named with the groups; without either only scoring rates", async () => {
    const client = await service.account();
    const { position, ids } = await filled(client);
    const path = `/recruit/positions/${position}`;
    await client.put(`${path}/groups`, { groups: groupsOf(ids) });
    expect((await client.get(`${path}/impact`)).json).toMatchObject({ selected: null, selected_by: null });
    await client.put(`${path}/groups`, { groups: groupsOf(ids), selected: [ids[1], ids[3]] });
    const { json } = await client.get(`${path}/impact`);
    expect(json).toMatchObject({ selected: 2, selected_by: "list" });
    expect(json.categories[1].groups).toMatchObject([
      { group: ["female"], selection: { count: 0, impact_ratio: 0, below_four_fifths: true } },
      { group: ["male"], selection: { count: 2, impact_ratio: 1, below_four_fifths: false } },
    ]);
  });

  test("scores are the same, byte for byte, with and without groups", async () => {
    const client = await service.account();
    const { position, ids } = await filled(client);
    const scores = async () =>
      JSON.stringify((await evaluated(client, position)).map(({ skills, overall_score }) => [skills, overall_score]));
    const before = await scores();
    await client.put(`/recruit/positions/${position}/groups`, { groups: groupsOf(ids), selected: [ids[0]] });
    // Other skills and back: every application is evaluated again, now with groups beside it.
    const body = { title: "Engineer", required_skills: [{ name: "Rust" }] };
    await client.put(`/recruit/positions/${position}`, body);
    await evaluated(client, position);
    await client.put(`/recruit/positions/${position}`, { ...body, required_skills: SKILLS });
    expect(await scores()).toBe(before);
  });

  test("groups are deleted at once, and with their application", async () => {
    const client = await service.account();
    const { position, ids } = await filled(client);
    const left = () => service.db.selectFrom("application_groups").selectAll().where("position_id", "=", position).execute();
    await client.put(`/recruit/positions/${position}/groups`, { groups: groupsOf(ids) });
    expect(await left()).toHaveLength(4);
    expect((await client.delete(`/recruit/positions/${position}/groups`)).status).toBe(204);
    expect(await left()).toHaveLength(0);
    expect((await client.get(`/recruit/positions/${position}/impact`)).json.categories).toEqual([]);
    await client.put(`/recruit/positions/${position}/groups`, { groups: groupsOf(ids) });
    await client.delete(`/recruit/positions/${position}`);
    expect(await left()).toHaveLength(0);
  });
});

test("404: groups and ratios of another account's position, whose applications are unknown too", async () => {
  const [client, stranger] = [await service.account(), await service.account()];
  const { position, ids } = await filled(client);
  expect((await stranger.put(`/recruit/positions/${position}/groups`, { groups: groupsOf(ids) })).status).toBe(404);
  expect((await stranger.get(`/recruit/positions/${position}/impact`)).status).toBe(404);
  const { json: own } = await stranger.post("/recruit/positions", { title: "Engineer", required_skills: SKILLS });
  const { json } = await stranger.put(`/recruit/positions/${own.position_id}/groups`, { groups: groupsOf(ids) });
  expect(json).toMatchObject({ stored: 0, unknown_ids: expect.arrayContaining(ids) });
});

test("422: a category or a group without a name is named, with what to give", async () => {
  const client = await service.account();
  const { json: own } = await client.post("/recruit/positions", { title: "Engineer", required_skills: SKILLS });
  const { status, json } = await client.put(`/recruit/positions/${own.position_id}/groups`, {
    groups: { app_one: { sex: " ", "  ": "female" } },
  });
  const msg = "Give each category and each group a name of 1 to 60 characters.";
  expect([status, json.detail]).toMatchObject([
    422,
    [
      { loc: ["body", "groups", "app_one", "sex"], msg },
      { loc: ["body", "groups", "app_one", "  "], msg },
    ],
  ]);
});
