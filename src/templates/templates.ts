/** Saves templates. The schema is parsed here, so that a saved template is always usable. */
import { ApiError, invalid, type ValidationIssue } from "#contract/errors.ts";
import { schemaOrThrow } from "#contract/extraction.ts";
import type { Rules } from "#contract/rules.ts";
import type { Schema } from "#contract/schema/field.ts";
import type { TemplateBody, TemplateRecord } from "#contract/templates.ts";
import { faultsOfLookups } from "#lists/check-lookups.ts";
import { type Caller, recordAudit } from "#platform/audit.store.ts";
import type { Db } from "#platform/postgres/db.ts";
import { transaction } from "#platform/postgres/transaction.ts";
import {
  deleteTemplate,
  findTemplate,
  findVersion,
  insertTemplate,
  insertVersion,
  raiseVersion,
  type TemplateContent,
} from "./templates.store.ts";

/** Throws ApiError 422 when the schema is invalid, or a rule. */
export async function createTemplate(db: Db, accountId: string, body: TemplateBody): Promise<TemplateRecord> {
  if (body.published === false)
    throw invalid(["body", "published"], "The first version of a template is published. Save it, then make drafts of further versions.");
  const content = await contentOf(db, accountId, body);
  return transaction(db, async (tx) => found(await findTemplate(tx, accountId, await insertTemplate(tx, accountId, content))));
}

/** Creates the next version: for tasks from now on, or a draft. Throws ApiError 404, 422. */
export async function updateTemplate(db: Db, accountId: string, id: string, body: TemplateBody): Promise<TemplateRecord> {
  const content = await contentOf(db, accountId, body);
  return transaction(db, async (tx) => {
    const version = await raiseVersion(tx, accountId, id, content.published);
    if (version === null) throw new ApiError("not_found");
    await insertVersion(tx, id, version, content);
    return found(await findVersion(tx, accountId, id, version));
  });
}

/** Tasks keep the version they were submitted with. Throws ApiError 404. */
export async function removeTemplate(db: Db, caller: Caller, id: string): Promise<void> {
  await transaction(db, async (tx) => {
    if (!(await deleteTemplate(tx, caller.accountId, id))) throw new ApiError("not_found");
    await recordAudit(tx, caller, "template.deleted", id);
  });
}

export function found<T>(record: T | null): T {
  if (record === null) throw new ApiError("not_found");
  return record;
}

async function contentOf(db: Db, accountId: string, body: TemplateBody): Promise<TemplateContent> {
  const schema = schemaOrThrow(body.extraction_schema);
  const rules = body.rules ?? null;
  const issues = rules ? await faultsOfRules(db, accountId, { schema, rules }) : [];
  if (issues.length > 0) throw new ApiError("validation_error", { issues });
  return {
    name: body.name,
    schema,
    documentDescription: body.document_description ?? schema.document_description ?? null,
    learn: body.learn ?? true,
    published: body.published ?? true,
    reviewBelow: body.review_below ?? null,
    secondReviewShare: body.second_review_share ?? 0,
    rules,
  };
}

/** The reader of expressions is loaded with the first rules. */
async function faultsOfRules(db: Db, accountId: string, { schema, rules }: { schema: Schema; rules: Rules }): Promise<ValidationIssue[]> {
  const { faultsOf } = await import("#rules/check-rules.ts");
  return [...faultsOf(schema, rules), ...(await faultsOfLookups(db, accountId, rules))];
}
