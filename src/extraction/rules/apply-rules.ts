/** Applies a template's rules to the values of a task: when it was read, and again when a person has corrected them. */
import type { Json } from "#contract/json.ts";
import { valueAt } from "#contract/pointer.ts";
import type { DuplicatesRule, LookupOutcome, RuleOutcomes, Rules } from "#contract/rules.ts";
import type { Schema } from "#contract/schema/field.ts";
import { TaskFailure } from "#contract/task-errors.ts";
import type { DocumentReader } from "#documents/read-document.ts";
import { putInOutboxes } from "#extraction/outboxes/outboxes.store.ts";
import { putBrokenRules } from "#extraction/review-work/broken-rules.store.ts";
import { pointersAsRead, reviewedData } from "#extraction/reviewed-data.ts";
import type { TaskRequest } from "#extraction/tables.ts";
import { setRules } from "#extraction/task-review.store.ts";
import { findTask, lockTask } from "#extraction/task-rows.store.ts";
import { plainKey } from "#language/fold.ts";
import type { LoadedLists } from "#lists/loaded-lists.ts";
import { lookUp } from "#lists/look-up.ts";
import { lookUpRows } from "#lists/look-up-rows.ts";
import type { KeyedHash } from "#platform/keyed-hash.ts";
import type { Db, Tx } from "#platform/postgres/db.ts";
import { transaction } from "#platform/postgres/transaction.ts";
import type { Asked, Evaluated } from "#rules/evaluate.ts";
import { EVALUATE_RULES } from "#rules/in-reader/works.ts";
import { brokenRules } from "#rules/outcomes.ts";
import { tableOf } from "#rules/shape.ts";
import { type Digest, forgetDigest, lockDigest, putDigest, sameAs } from "./digests.store.ts";

export type RuleDeps = { db: Db; reader: DocumentReader; lists: LoadedLists; keyedHash: KeyedHash };
type Ruled = { accountId: string; templateId: string | null; schema: Schema; rules: Rules | null };

export const ruledBy = (row: { account_id: string; template_id: string | null; request: TaskRequest }): Ruled => ({
  accountId: row.account_id,
  templateId: row.template_id,
  schema: row.request.schema,
  rules: row.request.rules ?? null,
});

/** Everything but duplicates, which are found when the outcome is written. `digest`: null when a value is missing. */
export type Said = Omit<RuleOutcomes, "duplicates"> & { digest: Digest | null };

/** Null without rules. Throws TaskFailure when the reader fails for a passing reason, and the signal's reason. */
export async function applyRules(deps: RuleDeps, ask: Ruled & { data: Record<string, Json> }, signal: AbortSignal): Promise<Said | null> {
  const { rules } = ask;
  if (rules === null) return null;
  const { accountId, schema, data } = ask;
  const lookups: LookupOutcome[] = [];
  const given: Asked["given"] = {};
  for (const rule of rules.lookups ?? []) {
    const list = await orNothing(deps.lists.find(accountId, rule.list));
    const table = tableOf(schema, rule.by);
    const outcomes = table === null ? [await lookUp(rule, list, data)] : await lookUpRows(rule, table, list, data, signal);
    for (const each of outcomes) lookups.push(each);
    given[rule.name] =
      table === null ? (outcomes[0]?.gives ?? {}) : outcomes.flatMap(({ at, gives }) => (at === undefined ? [] : [{ at, gives }]));
  }
  const evaluation = await evaluated(deps.reader, { schema, rules, data, given }, signal);
  return { ...evaluation, lookups, digest: digestOf(deps.keyedHash, ask, rules.duplicates ?? null) };
}

const NO_BYTES = Buffer.alloc(0);

async function evaluated(reader: DocumentReader, asked: Asked, signal: AbortSignal): Promise<Evaluated> {
  const { checks, computed } = asked.rules;
  if (!checks?.length && !computed?.length) return { checks: [], computed: {} };
  return (await orNothing(reader.work(EVALUATE_RULES, asked, NO_BYTES, signal))) ?? unevaluated(asked.rules);
}

const unevaluated = ({ checks, computed }: Rules): Evaluated => ({
  checks: (checks ?? []).map(({ name, fields }) => ({
    name,
    passed: null,
    message:
      "Not checked: the rules of the template together take too much memory or time. Make lists and texts that they put together shorter.",
    fields: fields ?? [],
  })),
  computed: Object.fromEntries((computed ?? []).map(({ name }) => [name, null])),
});

/** How a child ends that may not use more time or memory. */
const TOO_MUCH: ReadonlySet<string> = new Set(["deadline_exceeded", "corrupt_document"]);

/** Null for what takes more than a child may use: the task has its values all the same. */
async function orNothing<T>(work: Promise<T>): Promise<T | null> {
  try {
    return await work;
  } catch (error) {
    if (!(error instanceof TaskFailure) || !TOO_MUCH.has(error.code)) throw error;
    return null;
  }
}

function digestOf(hash: KeyedHash, { accountId, templateId, data }: Ruled & { data: Json }, rule: DuplicatesRule | null): Digest | null {
  if (rule === null || templateId === null) return null;
  const keys = rule.fields.map((path) => keyOf(valueAt(data, path) ?? null));
  return keys.includes("") ? null : { digest: hash(JSON.stringify([accountId, templateId, rule.fields, keys])), days: rule.days };
}

/** Empty for no value. Neither case, accents, spaces nor punctuation of a text count. */
function keyOf(value: Json): string {
  if (value === null) return "";
  if (typeof value === "string") return plainKey(value);
  return typeof value === "object" ? JSON.stringify(Object.entries(value).sort()) : String(value);
}

/** Of the transaction that writes the outcome. */
export async function withDuplicates(tx: Tx, row: { id: string; account_id: string }, { digest, ...said }: Said): Promise<RuleOutcomes> {
  const task = { id: row.id, accountId: row.account_id };
  if (digest === null) {
    await forgetDigest(tx, task.accountId, task.id);
    return { ...said, duplicates: [] };
  }
  await lockDigest(tx, digest.digest);
  await putDigest(tx, task, digest);
  return { ...said, duplicates: await sameAs(tx, task, digest) };
}

/** On the values as a person corrected them. A change that comes meanwhile applies them itself. */
export async function applyRulesAgain(deps: RuleDeps, accountId: string, id: string): Promise<void> {
  const row = await findTask(deps.db, accountId, id);
  if (!row?.result || row.request.rules === undefined) return;
  const { result, revision } = row;
  const data = reviewedData(result.data, row.corrections ?? {});
  const said = await applyRules(deps, { ...ruledBy(row), data }, NEVER);
  if (said === null) return;
  const asRead = pointersAsRead(result.data, row.corrections ?? {});
  const lookups = said.lookups.map((each) => (each.at === undefined ? each : movedTo(asRead, each, each.at)));
  await transaction(deps.db, async (tx) => {
    const now = await lockTask(tx, accountId, id);
    if (now?.revision !== revision) return;
    const rules = await withDuplicates(tx, now, { ...said, lookups });
    await setRules(tx, now, result, rules);
    await putBrokenRules(tx, id, brokenRules(rules));
    await putInOutboxes(tx, accountId, id);
  });
}

/** Its row is named as in `data`, whatever rows were removed. */
const movedTo = (asRead: (pointer: string) => string, outcome: LookupOutcome, at: string): LookupOutcome => ({
  ...outcome,
  at: asRead(at),
  fields: outcome.fields.map(asRead),
});

/** The correction is saved, so its outcome is too when the caller hangs up. */
const NEVER = new AbortController().signal;
