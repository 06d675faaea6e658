/** Handler of the job of one document of an evaluation: reads it again, as the version that is tried and as the published one. */
import { valueAt } from "#contract/pointer.ts";
import type { RuleOutcomes } from "#contract/rules.ts";
import type { ExtractionResult, TaskRecord } from "#contract/task.ts";
import { TaskFailure } from "#contract/task-errors.ts";
import { pageRenderer } from "#engines/llm/page-renderer.ts";
import { looksFor } from "#engines/looks-for.ts";
import { UsageMeter } from "#engines/usage-meter.ts";
import { COMPARE, type ComparedReading } from "#extraction/in-reader/works.ts";
import { reviewedData } from "#extraction/reviewed-data.ts";
import { applyRules, type RuleDeps } from "#extraction/rules/apply-rules.ts";
import type { Digest } from "#extraction/rules/digests.store.ts";
import { type DocumentAsk, type Recall, valuesOfDocument } from "#extraction/values-of.ts";
import { recall } from "#memory/memory.ts";
import type { Blobs } from "#platform/blobs/blobs.ts";
import type { Log } from "#platform/log.ts";
import type { Models } from "#platform/models/models.ts";
import { type Attempted, inAttempts } from "#platform/queue/attempt.ts";
import type { Handler, Hands } from "#platform/queue/handler.ts";
import { breaksOf, withDoubts } from "#rules/outcomes.ts";
import {
  type DocumentRead,
  type EvaluationWork,
  failDocument,
  findWork,
  pauseDocument,
  releaseDocument,
  type StartedDocument,
  startDocument,
  succeedDocument,
  type Tried,
} from "./evaluation-documents.store.ts";
import { finishEvaluation } from "./finish-evaluation.ts";

export type EvaluateDocumentDeps = RuleDeps & { blobs: Blobs; models: Models; log: Log };

type Work = Attempted & { document: StartedDocument; all: EvaluationWork; spent: UsageMeter };

export function evaluateDocument(deps: EvaluateDocumentDeps): Handler<"evaluate-document", Work, TaskFailure> {
  const { db, log } = deps;
  return inAttempts(
    { log, called: "Reading this document again", idName: "documentId" },
    {
      name: "evaluate-document",
      async start(tx, payload) {
        const document = await startDocument(tx, payload);
        const all = document && (await findWork(tx, document));
        return document && all
          ? { ...document, accountId: document.account_id, document, all, spent: new UsageMeter(document.usage) }
          : null;
      },
      async work({ document, all, spent }, hands) {
        const read = await readAgain({ ...deps, ...hands, spent }, document.account_id, all);
        return {
          kind: "done",
          async write(tx) {
            await succeedDocument(tx, document, read);
            await finishEvaluation(tx, document.evaluation_id);
            return null;
          },
        };
      },
      async giveUp(tx, { document, spent }, { code, publicMessage: message }) {
        await failDocument(tx, document, { code, message, usage: spent.total() });
        await finishEvaluation(tx, document.evaluation_id);
        return null;
      },
      async retry(tx, { document, spent }, { waits }, afterSeconds) {
        await pauseDocument(tx, document, { usage: spent.total(), waits }, afterSeconds);
        return 0;
      },
      release: ({ document }) => releaseDocument(db, document),
    },
  );
}

type ReadDeps = EvaluateDocumentDeps & Hands & { spent: UsageMeter };
type Again = { result: ExtractionResult; rules: RuleOutcomes | null; digest: Digest | null; usage: TaskRecord["usage"]; ms: number };

/** The file is read once, and each version asks for its fields. */
async function readAgain(deps: ReadDeps, accountId: string, all: EvaluationWork): Promise<DocumentRead> {
  const { task, tried, published } = all;
  const { reader, signal, spent } = deps;
  const bytes = task.blobKey === null ? null : await deps.blobs.get(task.blobKey);
  if (bytes === null) throw new TaskFailure("internal", { retryable: false, message: "The document was deleted meanwhile." });
  const t0 = performance.now();
  const { pages } = task.request;
  const looks = [tried, ...(published ? [published] : [])].map((each) => looksFor(askedOf(each)));
  const looked = { ink: looks.some(({ ink }) => ink), marks: looks.some(({ marks }) => marks) };
  const document = await reader.read(bytes, { ...(pages ? { pages } : {}), ...looked }, signal);
  const readMs = performance.now() - t0;
  spent.pages = document.pages.length;
  const ask = { document, renderPage: pageRenderer(reader, bytes, null, signal) };
  const now = await readAs(deps, accountId, all, tried, ask);
  const before = published && (await readAs(deps, accountId, all, published, ask));
  const confirmed = { reviewed: task.request.schema, truth: reviewedData(task.result.data, task.corrections ?? {}) };
  const readings = { now: readingOf(tried, now), before: published && before && readingOf(published, before) };
  const compared = await reader.work(COMPARE, { ...confirmed, ...readings }, Buffer.alloc(0), signal);
  const usage = { ...now.usage, pages: document.pages.length };
  return {
    outcome: {
      now: { ...compared.now, ...ruledOf(now) },
      before: compared.before && before && { ...compared.before, ...ruledOf(before) },
      ms: readMs + now.ms,
      usage,
    },
    changes: compared.changes,
    usage: spent.total(),
  };
}

const ruledOf = ({ rules, digest }: Again) => ({ broken: breaksOf(rules), ...(digest ? { digest } : {}) });

const askedOf = ({ schema, documentDescription }: Tried) =>
  documentDescription === null ? schema : { ...schema, document_description: documentDescription };

async function readAs(
  deps: ReadDeps,
  accountId: string,
  { templateId, provider, task }: EvaluationWork,
  tried: Tried,
  ask: Pick<DocumentAsk, "document" | "renderPage">,
): Promise<Again> {
  const { db, reader, models, aside, signal, spent } = deps;
  const meter = new UsageMeter(null);
  spent.watch(() => meter.total());
  const t0 = performance.now();
  // The review of the document itself, and of the same file in other tasks, is no reason to read it so.
  const own = { taskId: task.id, sha256: task.document.sha256 };
  const remembered: Recall = async (layout) => (await recall(db, { accountId, scope: templateId }, layout, own))?.memory ?? null;
  const timed = <T>(_: string, work: (enter: () => void) => Promise<T>) => work(() => undefined);
  const asked = { ...ask, schema: askedOf(tried), recall: tried.learn ? remembered : null };
  const { result } = await valuesOfDocument({ reader, models, meter, aside, timed }, { accountId, provider, fallback: [] }, asked, signal);
  const { rules, schema } = tried;
  const said = await applyRules(deps, { accountId, templateId, schema, rules, data: result.data }, signal);
  // Duplicates are looked for when all documents are read: finish-evaluation.ts.
  const outcomes = said && { ...said, duplicates: [] };
  return { result, rules: outcomes, digest: said?.digest ?? null, usage: meter.total(), ms: performance.now() - t0 };
}

function readingOf({ schema }: Tried, { result, rules }: Again): ComparedReading {
  const { data } = result;
  const confidences = Object.entries(withDoubts(result, rules)).map(
    ([path, { confidence }]) => [path, valueAt(data, path) === null ? null : confidence] as const,
  );
  return { schema, data, confidences: Object.fromEntries(confidences) };
}
