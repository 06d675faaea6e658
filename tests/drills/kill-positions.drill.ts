/** Every résumé of a position ends evaluated, once, though a worker is killed while it reads and evaluates. */
import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import path from "node:path";
import { expect, test } from "vitest";
import { clientOf, kill, startProcesses } from "../support/processes.ts";
import { startReceiver } from "../support/receiver.ts";
import { fileOf, people, resumePdf } from "../support/resumes.ts";

const AD_MS = 300;

test("30 résumés, one worker killed among the evaluations: all evaluated", async () => {
  await using stack = new AsyncDisposableStack();
  const dataDir = await mkdtemp(path.join(tmpdir(), "winnow-positions-"));
  stack.defer(() => rm(dataDir, { recursive: true, force: true }));
  // Each evaluation reads the ad, so that some are under way when the worker ends.
  await using ad = await startReceiver((_request, response) => void setTimeout(() => response.end("We look for an engineer."), AD_MS));
  const service = await startProcesses(dataDir);
  stack.defer(async () => void (await service.stop()));
  const client = await clientOf(service, dataDir);
  const required_skills = [{ name: "Python" }, { name: "Rust" }];
  const { json: position } = await client.post("/recruit/positions", { title: "Engineer", description_file_url: ad.url, required_skills });
  const base = `/recruit/positions/${position.position_id}`;
  const persons = people(30);
  const files = await Promise.all(persons.map(async (person, i) => fileOf(`${i}.pdf`, await resumePdf(person))));
  expect((await client.post(`${base}/resumes`, { files })).status).toBe(200);

  let killed = false;
  for (;;) {
    const { applications } = (await client.get(base)).json;
    expect(applications.total).toBe(30);
    expect(applications.processing + applications.evaluated + applications.failed).toBe(30);
    if (!killed && applications.evaluated >= 4) {
      killed = true;
      kill((await service.pids()).workers[0] ?? 0);
    }
    if (applications.processing === 0) break;
  }
  expect(killed).toBe(true);
  const { applications } = (await client.get(`${base}/applications?limit=100`)).json;
  expect(applications.map(({ status }: { status: string }) => status)).toEqual(persons.map(() => "evaluated"));
  expect(applications.map(({ name }: { name: string }) => name).sort()).toEqual(persons.map(({ name }) => name).sort());
}, 120_000);
