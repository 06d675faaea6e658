/** What callers of the service ask in turn, with the sample documents: each call resolves when its work has ended. */
import { setTimeout as sleep } from "node:timers/promises";
import { JOB_AD, RESUMES, readBeside, readSample, SAMPLES } from "../../samples/list.ts";
import type { Client } from "../support/client.ts";
import { fileOf } from "../support/resumes.ts";

/** Rejects when an answer or an end is not what it has to be. */
export type Ask = () => Promise<void>;

/** Of each hundred: mostly documents with a text layer, some pictures, and what recruiters ask. */
const SHARES = { document: 56, picture: 4, evaluation: 22, advertisement: 12, batch: 6 };
/** A careful caller looks again soon, and then less and less often. */
const POLL_MS = { first: 300, grows: 1.5, most: 5_000 };
const ENDS_WITHIN_MS = 300_000;
const SKILLS = [{ name: "TypeScript" }, { name: "PostgreSQL" }, { name: "Project management" }, { name: "German" }];

type Turn = { client: Client; hooksUrl: string; number: number };

/** A function that gives the next thing to ask; the order is the same in every run. */
export async function mixOf(client: Client, hooksUrl: string): Promise<() => Ask> {
  const [documents, pictures] = [await tasksOf(/\.pdf$/), await tasksOf(/\.(jpg|png)$/)];
  const resumes = await Promise.all(RESUMES.filter(({ file }) => file.endsWith(".pdf")).map(readSample));
  const ad = (await readSample({ file: JOB_AD })).toString();
  const kinds: Record<keyof typeof SHARES, (turn: Turn) => Promise<void>> = {
    document: (turn) => extract(turn, documents),
    picture: (turn) => extract(turn, pictures),
    evaluation: (turn) => evaluate(turn, resumes),
    advertisement: (turn) => analyse(turn, ad),
    batch: (turn) => readResumes(turn, resumes),
  };
  const deck = dealt(SHARES);
  let number = 0;
  return () => {
    const kind = deck[number % deck.length] ?? "document";
    const turn = { client, hooksUrl, number: number++ };
    return () => kinds[kind](turn);
  };
}

/** Each kind as often as its share says, spread evenly. */
function dealt<K extends string>(shares: Record<K, number>): K[] {
  const kinds = Object.keys(shares) as K[];
  const places = kinds.flatMap((kind) => Array.from({ length: shares[kind] }, (_, i) => ({ kind, at: (i + 0.5) / shares[kind] })));
  return places.sort((a, b) => a.at - b.at).map(({ kind }) => kind);
}

type Document = { bytes: Buffer; schema: object };

const tasksOf = (names: RegExp): Promise<Document[]> =>
  Promise.all(
    SAMPLES.filter(({ file }) => names.test(file)).map(async (sample) => ({
      bytes: await readSample(sample),
      schema: await readBeside(sample, "schema"),
    })),
  );

/** Bytes after the end of a document change nothing in it, and make it another one. */
const another = (bytes: Buffer, number: number): string => Buffer.concat([bytes, Buffer.from(`\n% ${number}\n`)]).toString("base64");

async function extract({ client, hooksUrl, number }: Turn, documents: Document[]): Promise<void> {
  const document = documents[number % documents.length];
  if (!document) throw new Error("there are samples");
  const id = await client.submit({
    file_content: another(document.bytes, number),
    extraction_schema: document.schema,
    callback_url: `${hooksUrl}/task`,
    cache: "off",
  });
  await ended(async () => (await client.wait(id, 0)).status, ["completed"]);
}

async function evaluate({ client, number }: Turn, resumes: Buffer[]): Promise<void> {
  const content = another(resumes[number % resumes.length] ?? Buffer.alloc(0), number);
  const resume_file = { filename: "resume.pdf", content_type: "application/pdf", content };
  const body = { job_id: "soak", application_id: `application-${number}`, resume_file, job_details: { required_skills: SKILLS } };
  expectFine(await client.post("/recruit/evaluate", body));
}

const analyse = async ({ client, number }: Turn, ad: string): Promise<void> =>
  expectFine(await client.post("/recruit/analyze-job", { description: `${ad}\nReference ${number}` }));

async function readResumes({ client, hooksUrl, number }: Turn, resumes: Buffer[]): Promise<void> {
  const files = resumes.map((bytes, i) => ({ ...fileOf(`${i}.pdf`, bytes), content: another(bytes, number) }));
  const answer = await client.post("/recruit/extract-resumes", { files, callback_url: `${hooksUrl}/batch` });
  expectFine(answer);
  await ended(async () => (await client.get(`/recruit/extraction-status/${answer.json.job_id}`)).json.status, ["completed"]);
}

function expectFine({ status, text }: { status: number; text: string }): void {
  if (status !== 200) throw new Error(`answered ${status}: ${text.slice(0, 300)}`);
}

/** Looks until the state is none of those under way. */
async function ended(state: () => Promise<string>, good: string[]): Promise<void> {
  let pauseMs = POLL_MS.first;
  for (const until = Date.now() + ENDS_WITHIN_MS; Date.now() < until; pauseMs = Math.min(POLL_MS.most, pauseMs * POLL_MS.grows)) {
    const now = await state();
    if (good.includes(now)) return;
    if (now !== "processing" && now !== "retrying") throw new Error(`ended as ${now}`);
    await sleep(pauseMs);
  }
  throw new Error(`did not end within ${ENDS_WITHIN_MS / 1000} s`);
}
