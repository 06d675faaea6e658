/** How long résumés, jobs and evaluations are kept, and what happens to their files. */
import { beforeAll, expect, test } from "vitest";
import { forgetExpiredResumes } from "#recruiting/batches/maintenance.ts";
import { keptReading, unpacked } from "#recruiting/kept-reading.ts";
import { expire } from "../../support/database-state.ts";
import { fileOf, photographedResume, RESUME_TEXT } from "../../support/resumes.ts";
import { type SharedService, sharedService } from "../../support/shared-service.ts";

let service: SharedService;
beforeAll(async () => {
  service = await sharedService();
});

const SKILLS = { required_skills: [{ name: "Python", type: "technical", required: true }] };

test("a batch, its résumés and evaluations go when their time is over; a file stays as long as something needs it", async () => {
  const client = await service.account();
  const { json: job } = await client.post("/recruit/extract-resumes", { files: [fileOf("mia.txt", RESUME_TEXT)] });
  const { json: status } = await client.get(`/recruit/extraction-status/${job.job_id}?wait=30`);
  const id = status.successful_extractions[0].application_id;
  const evaluate = () => client.post("/recruit/evaluate", { job_id: "j", application_id: id, job_details: SKILLS });
  const { json: evaluation } = await evaluate();

  await expire(service.db, "batches");
  await forgetExpiredResumes(service.forAll);
  expect((await client.get(`/recruit/extraction-status/${job.job_id}`)).status).toBe(404);
  expect((await client.get(`/recruit/resumes/${id}`)).status).toBe(404);
  expect((await evaluate()).status).toBe(200);

  await expire(service.db, "stored_resumes");
  await expire(service.db, "evaluations");
  await forgetExpiredResumes(service.forAll);
  expect((await client.get(`/recruit/evaluations/${evaluation.evaluation_id}`)).status).toBe(404);
  expect((await evaluate()).json.error_code).toBe("resume_missing");
  expect(await service.deps.blobs.get(`${client.accountId}/${id}`)).toBeNull();
});

test("a new résumé of an application replaces the stored one, whose file goes", async () => {
  const client = await service.account();
  const ask = { job_id: "j", application_id: "app-1", job_details: SKILLS };
  const { json: first } = await client.post("/recruit/evaluate", { ...ask, resume_text: RESUME_TEXT });
  await client.post("/recruit/evaluate", { ...ask, resume_text: RESUME_TEXT.replaceAll("Python", "Erlang") });
  expect((await client.post("/recruit/evaluate", ask)).json.skills.Python.score).toBe(0);
  expect(await service.deps.blobs.get(`${client.accountId}/${first.evaluation_id}`)).toBeNull();
});

test("what OCR read is kept beside the file, answers the evaluation, and goes with the file", async () => {
  const client = await service.account();
  const photo = await photographedResume();
  const { json: job } = await client.post("/recruit/extract-resumes", { files: [fileOf("samuel.jpg", photo)] });
  const { json: status } = await client.get(`/recruit/extraction-status/${job.job_id}?wait=60`);
  const id = status.successful_extractions[0].application_id;
  const key = `${client.accountId}/${id}`;
  expect(unpacked((await keptReading(service.deps.blobs, key)) ?? Buffer.alloc(0))).toMatchObject({
    mimeType: "image/jpeg",
    pages: [{ textSource: "ocr" }],
  });

  const ask = { job_id: "j", job_details: { required_skills: [{ name: "Pastry" }] } };
  const { json: kept } = await client.post("/recruit/evaluate", { ...ask, application_id: id });
  const { json: fresh } = await client.post("/recruit/evaluate", { ...ask, application_id: "other", resume_file: fileOf("s.jpg", photo) });
  expect(kept.skills).toEqual(fresh.skills);

  await expire(service.db, "batches");
  await expire(service.db, "stored_resumes");
  await forgetExpiredResumes(service.forAll);
  expect(await keptReading(service.deps.blobs, key)).toBeNull();
});
