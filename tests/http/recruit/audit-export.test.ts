/** What an auditor gets of a position: evaluations with the hashes of their inputs, and audit lines whose chain can be computed again. */
import { createHash } from "node:crypto";
import { beforeAll, describe, expect, test } from "vitest";
import type { Client } from "../../support/client.ts";
import { fileOf, RESUME_TEXT } from "../../support/resumes.ts";
import { type SharedService, sharedService } from "../../support/shared-service.ts";

let service: SharedService;
beforeAll(async () => {
  service = await sharedService();
});

const sha256 = (...parts: (string | Buffer)[]) => {
  const hash = createHash("sha256");
  for (const part of parts) hash.update(part);
  return hash.digest("hex");
};
const body = (...names: string[]) => ({
  title: "Engineer",
  required_skills: names.map((name) => ({ name, type: "technical", required: true })),
});
type Line = Record<string, string | null>;

async function evaluated(client: Client, position: string): Promise<{ application_id: string; evaluation_id: string }> {
  const list = async () => (await client.get(`/recruit/positions/${position}/applications`)).json.applications;
  await expect.poll(async () => (await list())[0]?.status).toBe("evaluated");
  return (await list())[0];
}

const exported = async (client: Client, position: string) =>
  (await client.get(`/recruit/positions/${position}/audit-export`)).text
    .trim()
    .split("\n")
    .map((line) => JSON.parse(line));

describe("200", () => {
  test("each evaluation, also for earlier skills, is there with the hashes of what went in", async () => {
    const client = await service.account();
    const { json: made } = await client.post("/recruit/positions", body("Python"));
    await client.post(`/recruit/positions/${made.position_id}/resumes`, { files: [fileOf("mia.txt", RESUME_TEXT)] });
    const first = await evaluated(client, made.position_id);
    await client.put(`/recruit/positions/${made.position_id}`, body("Rust"));
    const second = await evaluated(client, made.position_id);
    const [head, ...lines] = await exported(client, made.position_id);
    expect(head).toMatchObject({ kind: "export", position_id: made.position_id, account_id: client.accountId });
    const evaluations = lines.filter(({ kind }) => kind === "evaluation");
    expect(evaluations.map((each) => each.evaluation_id)).toEqual([first.evaluation_id, second.evaluation_id]);
    for (const { kind: _, required_skills_sha256, evaluation_sha256, ...record } of evaluations) {
      expect(record).toEqual((await client.get(`/recruit/evaluations/${record.evaluation_id}`)).json);
      expect(record.document_sha256).toBe(sha256(RESUME_TEXT));
      expect(evaluation_sha256).toBe(sha256(JSON.stringify(record)));
      expect(required_skills_sha256).toBe(sha256(JSON.stringify(record.required_skills)));
    }
  });

  test("audit lines tell who did what, and their hashes can be computed from what is given", async () => {
    const client = await service.account();
    const { json: made } = await client.post("/recruit/positions", body("Python"));
    await client.post(`/recruit/positions/${made.position_id}/resumes`, { files: [fileOf("mia.txt", RESUME_TEXT)] });
    const { application_id } = await evaluated(client, made.position_id);
    await client.get(`/recruit/resumes/${application_id}/redacted.pdf`);
    await client.put(`/recruit/positions/${made.position_id}/groups`, { groups: { [application_id]: { sex: "female" } } });
    const [head, ...lines] = await exported(client, made.position_id);
    const audit: Line[] = lines.filter(({ kind }) => kind === "audit_line");
    expect(audit.map(({ action }) => action)).toEqual([
      "evaluation.created",
      "resume.redacted",
      "position.groups_stored",
      "position.exported",
    ]);
    for (const { seq, id, at, action, subject, actor, ip, previous_hash, hash } of audit) {
      const fields = [seq, id, head.account_id, at?.replace(/Z$/, ""), action, subject, actor, ip].map((field) => field ?? "");
      const text = fields.map((field) => `${Buffer.byteLength(field)}:${field}`).join("");
      expect(sha256(Buffer.from(previous_hash ?? "", "hex"), text)).toBe(hash);
    }
  });
});

test("404: another account's position, of which no line is left", async () => {
  const [client, stranger] = [await service.account(), await service.account()];
  const { json: made } = await client.post("/recruit/positions", body("Python"));
  expect((await stranger.get(`/recruit/positions/${made.position_id}/audit-export`)).status).toBe(404);
  expect((await exported(client, made.position_id)).map((line: Line) => line.action)).toEqual([undefined, "position.exported"]);
});
