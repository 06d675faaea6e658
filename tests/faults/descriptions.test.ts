/** Descriptions of jobs that are missing, empty or huge: refused with what to do, or read as far as they are; never an empty answer. */
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import type { Client } from "../support/client.ts";
import { type Receiver, startReceiver } from "../support/receiver.ts";
import { RESUME_TEXT } from "../support/resumes.ts";
import { type SharedService, sharedService } from "../support/shared-service.ts";

const AD = "Data Engineer\nWe need five years of Python, solid PostgreSQL and some Kafka.\n";
const MEGABYTE = 1024 * 1024;
const filled = (length: number) => AD.padEnd(length, "We move parcels from here to there, every day and in every weather.\n");

let service: SharedService;
let files: Receiver;
let client: Client;
beforeAll(async () => {
  files = await startReceiver(({ path }, response) => void response.end(filled(Number(path.slice(1)))));
  service = await sharedService();
  client = await service.account();
});
afterAll(() => files?.[Symbol.asyncDispose]());

const CASES: [name: string, description: () => object, analysed: number[], evaluated: number[]][] = [
  ["nothing", () => ({}), [422], [200]],
  ["null", () => ({ description: null, description_file_url: null }), [422], [200]],
  ["an empty text", () => ({ description: "" }), [422], [200]],
  ["white space", () => ({ description: " \n\t " }), [422], [200]],
  ["two words", () => ({ description: "Hello there." }), [400], [200]],
  ["an empty URL", () => ({ description_file_url: "" }), [422], [200, 422]],
  ["no text", () => ({ description: 7 }), [422], [422]],
  ["as long as may be", () => ({ description: filled(200_000) }), [200], [200]],
  ["a letter longer", () => ({ description: filled(200_001) }), [422], [422]],
  ["1 MB", () => ({ description: filled(MEGABYTE) }), [400], [422]],
  // Refused where a busy machine takes longer than the cap.
  ["a file of 1 MB", () => ({ description_file_url: `${files.url}/${MEGABYTE}` }), [200, 400], [200, 400]],
];

describe("a description that is", () => {
  test.each(CASES)("L16: %s has an analysis of two to five skills and questions, or a refusal", async (_name, make, expected) => {
    const { status, json } = await client.post("/recruit/analyze-job", make());
    expect(expected).toContain(status);
    if (status !== 200) return expect(json.error.message).not.toBe("");
    for (const list of [json.required_skills, json.interview_questions]) {
      expect(list.length).toBeGreaterThanOrEqual(2);
      expect(list.length).toBeLessThanOrEqual(5);
    }
  });

  // The file is read as above, for seconds.
  test.each(process.env.STORM ? CASES : CASES.slice(0, -1))(
    "L16: %s leaves an evaluation whole, or is refused",
    async (_name, make, _analysed, expected) => {
      const job_details = { ...make(), required_skills: [{ name: "Python" }, { name: "Rust" }] };
      const body = { job_id: "j", application_id: "a", resume_text: RESUME_TEXT, job_details };
      const { status, json } = await client.post("/recruit/evaluate", body);
      expect(expected).toContain(status);
      if (status === 200) expect(Object.keys(json.skills)).toEqual(["Python", "Rust"]);
    },
  );
});
