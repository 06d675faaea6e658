/** What is said to and by model providers is written nowhere: not in logs at level debug, not in metrics, not in what callers see. */
import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import path from "node:path";
import { expect, test } from "vitest";
import { fillDataDir } from "../support/data-dir.ts";
import { type Asked, type Step, startModelServer } from "../support/model-server.ts";
import { base64, pdfOf } from "../support/pdf.ts";
import { pointingModel } from "../support/pointing-model.ts";
import { clientOf, startProcesses } from "../support/processes.ts";
import { RESUME_TEXT } from "../support/resumes.ts";

const KEY = "sk-canary-key-of-the-vendor-66120";
const SECRET = "Quintessenz Glockenspiel 77431";
const DESCRIPTION = "description-in-own-words-1207";
/** Whatever a vendor may repeat of a request. */
const echo = ({ instructions, text, key }: Asked) => `You sent ${key}: ${instructions} ${text}`;

test("L12, L13: the run with answers, failures that repeat key and prompt, refusals and nonsense", { timeout: 120_000 }, async () => {
  const model = pointingModel({ fields: { "/reference": /Reference: (.+)/ } });
  /** With what `evaluate` answers: the rules answer in the place of a model that says nothing usable. */
  const repeating: [evaluated: number, step: (asked: Asked) => Step][] = [
    [500, (asked) => ({ status: 400, message: echo(asked), code: "invalid_request_error" })],
    [500, (asked) => ({ status: 401, message: echo(asked), code: "authentication_error" })],
    [200, (asked) => ({ reply: echo(asked) })],
    [200, (asked) => ({ reply: { findings: [{ path: echo(asked), raw: 5 }] } })],
    [500, (asked) => ({ reply: echo(asked), ends: "refusal" })],
    [
      200,
      (asked) => ({
        reply: { findings: [{ path: "/reference", raw: `${asked.key} ${asked.instructions.slice(0, 200)}`, page: 1, line: 1 }] },
      }),
    ],
  ];
  const dataDir = await fillDataDir(await mkdtemp(path.join(tmpdir(), "winnow-logs-")));
  await using server = await startModelServer(model);
  const env = { ...server.env("openai", { key: KEY }), ...server.env("anthropic", { key: KEY }), ...server.env("gemini", { key: KEY }) };
  const service = await startProcesses(dataDir, { WINNOW_LOG_LEVEL: "debug", WINNOW_WORKERS: "1", ...env });
  try {
    const client = await clientOf(service, dataDir);
    const pdf = await pdfOf([[{ text: `Reference: ${SECRET}`, y: 100 }]]);
    const seen: string[] = [];
    for (const provider of ["openai", "anthropic", "gemini"]) {
      const body = {
        file_content: base64(pdf),
        extraction_schema: { fields: [{ name: "reference" }], document_description: DESCRIPTION },
        provider,
        cache: "off",
      };
      server.always((asked) => ({ reply: model(asked) }));
      expect(await client.extract(body)).toMatchObject({ status: "completed", data: { reference: SECRET } });
      for (const [status, step] of repeating) {
        server.always(step);
        seen.push(JSON.stringify(await client.extract(body)));
        const ask = { job_id: "j", application_id: "a", resume_text: `${RESUME_TEXT}\n${provider} ${seen.length}`, provider };
        const evaluated = await client.post("/recruit/evaluate", { ...ask, job_details: { required_skills: [{ name: "Python" }] } });
        expect(evaluated.status).toBe(status);
        seen.push(evaluated.text);
        seen.push(
          (await client.post("/recruit/analyze-job", { description: `${SECRET} ${seen.length} needs Python and SQL.`, provider })).text,
        );
      }
    }
    seen.push((await client.get("/metrics")).text);
    expect(await service.stop()).toBe(0);
    const output = service.output();
    expect(output).toContain('"msg":"answered"');
    for (const secret of [KEY, KEY.slice(3, 20), SECRET, DESCRIPTION, "You read", "Mia Muster", "pipelines in Python"])
      expect(output).not.toContain(secret);
    for (const text of seen) for (const secret of [KEY, KEY.slice(3, 20), "You read"]) expect(text).not.toContain(secret);
  } finally {
    await service.killEverything();
    await rm(dataDir, { recursive: true, force: true });
  }
});
