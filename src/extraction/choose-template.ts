/** Chooses the template of a task that was sent with `template_id: auto`, by its document. */
import { PACKET_TEMPLATES_MAX } from "#contract/packets.ts";
import type { DocumentSummary } from "#contract/task.ts";
import { readingOf } from "#documents/read-document.ts";
import { REVIEW_BELOW_DEFAULT } from "#results/measure/thresholds.ts";
import { listTemplates } from "#templates/templates.store.ts";
import { answersOf } from "./ask-memory.ts";
import { type ExtractDeps, rememberedFor, type ToExtract } from "./extract-document.ts";
import { fetchDocument } from "./fetch-document.ts";
import { SPLIT } from "./in-reader/works.ts";
import { countPages } from "./pages-read.ts";
import { templatePlan } from "./submit.ts";
import type { TaskRequest } from "./tables.ts";
import { type StartedTask, setTemplate } from "./tasks.store.ts";
import { classOfTemplate, looksForAny } from "./template-class.ts";

/** The first pages tell what a document is. */
const PAGES = [1, 2, 3];
/** From this probability on a template is chosen: 94 in 100 of the documents that were left out have it, and 98.7 in 100 of these are right. */
const CHOSEN_MIN = 0.8;

type ChooseDeps = Pick<ExtractDeps, "db" | "blobs" | "fetchRules" | "reader" | "secretBox" | "metrics">;

/**
 * The task as one of the template that its document is of; of none, it asks for no field. Any other task as it is. Throws TaskFailure, and the signal's reason when aborted.
 */
export async function withTemplate(deps: ChooseDeps, sent: Omit<ToExtract, "read">, signal: AbortSignal): Promise<ToExtract> {
  const { task } = sent;
  if (task.request.auto !== true) return { ...sent, read: null };
  const { db, reader } = deps;
  const { bytes, document } = await fetchDocument(deps, task, signal);
  const password = task.sealed_password === null ? null : deps.secretBox.open(task.sealed_password);
  const asked = task.request.pages?.slice(0, PAGES.length);
  const templates = await listTemplates(db, task.account_id, { after: null, limit: PACKET_TEMPLATES_MAX });
  const { said, onQuestion } = await answersOf(db, task.account_id, task.request.learn === false ? [] : templates);
  const looks = looksForAny(templates);
  const reading = readingOf(bytes, { password, pages: asked ?? PAGES, ...looks });
  const ask = { reading, classes: templates.map(classOfTemplate), said, whole: true };
  const { document: seen, parts, kept } = await reader.work(SPLIT, ask, bytes, signal, { onQuestion });
  signal.throwIfAborted();
  countPages(deps.metrics, seen.pages);
  const [part] = parts;
  const isSure = part !== undefined && part.classId !== null && part.class >= CHOSEN_MIN;
  const classified = {
    template_id: isSure ? part.classId : null,
    confidence: Math.round(1_000 * (isSure || part?.classId === null ? (part?.class ?? 1) : 1 - (part?.class ?? 0))) / 1_000,
    reasons: part?.reasons ?? [],
  };
  const chosen = await stored(deps, task, { ...document, classified });
  return { task: chosen, remembered: await rememberedFor(db, chosen), read: { kept, looks } };
}

async function stored({ db }: ChooseDeps, task: StartedTask, document: DocumentSummary): Promise<StartedTask> {
  const templateId = document.classified?.template_id ?? null;
  const plan = templateId === null ? null : await templatePlan(db, task.account_id, templateId);
  const { auto: _, ...request } = task.request;
  const chosen: TaskRequest = plan
    ? {
        ...request,
        schema: plan.schema,
        documentDescription: request.documentDescription ?? plan.schema.document_description ?? null,
        ...(plan.learn ? {} : { learn: false }),
        reviewBelow: plan.reviewBelow ?? request.reviewBelow ?? REVIEW_BELOW_DEFAULT,
        ...(plan.rules ? { rules: plan.rules } : {}),
      }
    : // Nothing is asked for, so no model is.
      { ...request, provider: "local", fallback: [] };
  const template = plan?.template ?? null;
  // A template that was deleted meanwhile is none.
  const classified = document.classified && { ...document.classified, template_id: template?.id ?? null };
  const told = classified ? { ...document, classified } : document;
  await setTemplate(db, task, { request: chosen, template, document: told });
  return { ...task, request: chosen, document: told, template_id: template?.id ?? null };
}
