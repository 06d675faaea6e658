/** Publishes a version of a template, unless it loses values that the published one reads rightly, or documents break rules with it. */
import { EVALUATION_TASKS_DEFAULT } from "#contract/accuracy.ts";
import { ApiError } from "#contract/errors.ts";
import type { Loss, RuleBreak } from "#contract/losses.ts";
import type { TemplateRecord } from "#contract/templates.ts";
import { areListsNewer } from "#lists/lists.store.ts";
import { type Caller, recordAudit } from "#platform/audit.store.ts";
import { transaction } from "#platform/postgres/transaction.ts";
import type { Watch } from "#platform/postgres/watch.ts";
import { findTemplate, findVersion, setPublished } from "#templates/templates.store.ts";
import { found } from "#templates/templates.ts";
import { waitForEvaluation } from "./evaluation-record.ts";
import { countReviewedSince, findComparison, reviewedTasks } from "./evaluations.store.ts";
import { type EvaluateDeps, startEvaluation } from "./start-evaluation.ts";

export type PublishDeps = EvaluateDeps & { watch: Watch; stopping: AbortSignal };

/** Enough for a dozen documents of one page; longer evaluations go on in the background. */
const WAIT_SECONDS = 10;

/** Throws ApiError 404, 400 `loses_values` with the losses, 400 `breaks_rules` with the rules, 400 `evaluation_running`. */
export async function publishVersion(
  deps: PublishDeps,
  caller: Caller,
  { templateId, version, force }: { templateId: string; version: number; force: boolean },
  signal: AbortSignal,
): Promise<TemplateRecord> {
  const { db } = deps;
  const { accountId } = caller;
  const used = found(await findTemplate(db, accountId, templateId));
  const wanted = await findVersion(db, accountId, templateId, version);
  if (!wanted) throw new ApiError("not_found", { detail: `The template has no version ${version}.` });
  const isOther = wanted.version !== used.version;
  if (!force && isOther) {
    const lists = [wanted, used].flatMap(({ rules }) => rules?.lookups ?? []).map(({ list }) => list);
    await refuseHarm(deps, caller, { templateId, version, published: used.version, lists }, signal);
  }
  return transaction(db, async (tx) => {
    if (!(await setPublished(tx, accountId, templateId, version))) throw new ApiError("not_found");
    await recordAudit(tx, caller, "template.published", templateId);
    return found(await findTemplate(tx, accountId, templateId));
  });
}

/** `lists`: that the rules of either version look up. */
type Versions = { templateId: string; version: number; published: number; lists: string[] };
type Harm = { losses: Loss[]; brokenRules: RuleBreak[] };

/** Throws ApiError 400. */
async function refuseHarm(deps: PublishDeps, caller: Caller, versions: Versions, signal: AbortSignal): Promise<void> {
  const { losses, brokenRules } = await harmOf(deps, caller, versions, signal);
  const broken = brokenRules.length > 0 ? { brokenRules } : {};
  if (losses.length > 0) throw new ApiError("loses_values", { losses, ...broken });
  if (brokenRules.length > 0) throw new ApiError("breaks_rules", broken);
}

/** From the comparison with the published version on the documents reviewed so far; made now if there is none. */
async function harmOf(deps: PublishDeps, caller: Caller, versions: Versions, signal: AbortSignal): Promise<Harm> {
  const { accountId } = caller;
  const { templateId, lists, ...numbers } = versions;
  const tasks = await reviewedTasks(deps.db, accountId, templateId, EVALUATION_TASKS_DEFAULT);
  if (tasks.length === 0) return { losses: [], brokenRules: [] };
  const known = await findComparison(deps.db, accountId, templateId, { ...numbers, provider: deps.defaultProvider });
  const isRecent =
    known !== null &&
    known.documents >= tasks.length &&
    !(known.figures && known.figures.duplicates === undefined) &&
    (await countReviewedSince(deps.db, known)) === 0 &&
    !(await areListsNewer(deps.db, accountId, lists, known.created_at));
  const id = isRecent ? known.id : await startEvaluation(deps, caller, templateId, { version: versions.version });
  const gone = AbortSignal.any([deps.stopping, signal]);
  const evaluation = await waitForEvaluation(deps, accountId, { templateId, id }, WAIT_SECONDS, gone);
  if (evaluation.status !== "completed") throw new ApiError("evaluation_running");
  return {
    losses: evaluation.changes
      .filter(({ better }) => !better)
      .map(({ task_id, path, expected, after }) => ({ task_id, path, expected, got: after })),
    brokenRules: evaluation.broken_rules
      .filter(({ before, after }) => after && before === false)
      .map(({ task_id, name, message }) => ({ task_id, name, message })),
  };
}
