/** Clients that go on submitting whatever happens, as careful ones do: each submission has a key, and is repeated until it is answered. */
import { randomUUID } from "node:crypto";
import { setTimeout as sleep } from "node:timers/promises";
import type { Client } from "../support/client.ts";
import { base64, INVOICE, INVOICE_SCHEMA, pdfOf } from "../support/pdf.ts";
import { fileOf, people, resumePdf } from "../support/resumes.ts";
import type { Ledger } from "./ledger.ts";
import type { Random } from "./random.ts";
import type { World } from "./world.ts";

/** Share of each kind of submission. */
const MIX = { file: 0.5, url: 0.2, model: 0.15, broken: 0.05 };
const BATCH_FILES = 4;
const REPEAT_MS = 300;
/** Longer than any fault lasts. */
const REPEATS_MAX = 400;

type Submission = { path: string; body: object; kind: "task" | "job"; hook: string | null; files: number };

export type Load = {
  /** Answers by status; "none" for connections that ended without one. */
  answers: Map<string, number>;
  /** 5xx with the time each came. */
  failures: { at: number; text: string }[];
  /** No new submissions; resolves when each one under way was answered. */
  stop(): Promise<void>;
};

/** `perSecond` submissions on average, of all accounts. */
export async function startLoad(world: World, ledger: Ledger, random: Random, perSecond: number): Promise<Load> {
  const answers = new Map<string, number>();
  const failures: Load["failures"] = [];
  const make = await makerOf(world, random);
  const under = new Set<Promise<void>>();
  const stopping = new AbortController();

  const submit = async (account: number): Promise<void> => {
    const { path, body, kind, hook, files } = make();
    const key = randomUUID();
    const client = world.clients[account];
    for (let i = 0; client && i < REPEATS_MAX; i++) {
      const answer = await call(client, path, body, key);
      const status = answer === null ? "none" : String(answer.status);
      answers.set(status, (answers.get(status) ?? 0) + 1);
      if (answer?.status === 200) return ledger.accept({ kind, id: answer.json.task_id ?? answer.json.job_id, account, hook, files });
      if (answer && answer.status >= 500) failures.push({ at: Date.now(), text: answer.text });
      if (answer && answer.status !== 429 && answer.status < 500 && answer.json?.error_code !== "idempotency_in_progress")
        throw new Error(`${path} answered ${answer.text}`);
      await sleep(REPEAT_MS);
    }
    throw new Error(`${path} was not answered in ${REPEATS_MAX} tries`);
  };

  const going = (async () => {
    while (!stopping.signal.aborted) {
      const done = submit(Math.floor(random.between(0, world.clients.length)));
      under.add(done);
      void done.finally(() => under.delete(done)).catch(() => undefined);
      await sleep(random.between(0, 2000 / perSecond));
    }
  })();
  return {
    answers,
    failures,
    async stop() {
      stopping.abort();
      await going;
      await Promise.all(under);
    },
  };
}

async function call(client: Client, path: string, body: object, key: string) {
  return client.post(path, body, { "idempotency-key": key }).catch((error: unknown) => {
    // Answers that are not as openapi.json says are faults of the service, and not of the network.
    if (error instanceof TypeError || (error instanceof Error && error.name === "AbortError")) return null;
    throw error;
  });
}

async function makerOf(world: World, random: Random): Promise<() => Submission> {
  const pdf = base64(await pdfOf(INVOICE));
  const broken = base64(Buffer.from("%PDF-1.4\nbroken"));
  const resumes = await Promise.all(people(BATCH_FILES).map(resumePdf));
  const common = () => {
    const hook = random.chance(0.7) ? `/${randomUUID()}` : null;
    return { hook, body: { cache: "off", ...(hook === null ? {} : { callback_url: world.hooksUrl + hook }) } };
  };
  const task = (more: object): Submission => {
    const { hook, body } = common();
    return { path: "/v1/extract-async", kind: "task", hook, files: 1, body: { ...body, extraction_schema: INVOICE_SCHEMA, ...more } };
  };
  const batch = (): Submission => {
    const { hook, body } = common();
    const files = [...resumes.map((bytes, i) => fileOf(`${i}.pdf`, bytes)), fileOf("broken.pdf", "%PDF-1.4\nbroken")];
    const { cache: _, ...callback } = body;
    return { path: "/recruit/extract-resumes", kind: "job", hook, files: files.length, body: { ...callback, files } };
  };
  return () => {
    let left = random.next();
    const is = (share: number) => {
      left -= share;
      return left < 0;
    };
    if (is(MIX.file)) return task({ file_content: pdf });
    if (is(MIX.url)) return task({ document_url: `${world.documentsUrl}/${randomUUID()}.pdf` });
    if (is(MIX.model)) return task({ file_content: pdf, provider: "openai" });
    return is(MIX.broken) ? task({ file_content: broken }) : batch();
  };
}
