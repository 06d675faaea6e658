/** All SQL on templates and their versions. A version never changes, but that a draft is published; an update adds one. */
import { sql } from "kysely";
import { newId } from "#contract/ids.ts";
import type { Rules } from "#contract/rules.ts";
import type { Schema } from "#contract/schema/field.ts";
import type { TemplateRecord } from "#contract/templates.ts";
import type { Db, Tx } from "#platform/postgres/db.ts";

export type TemplateContent = {
  name: string;
  schema: Schema;
  documentDescription: string | null;
  learn: boolean;
  /** False: a draft. */
  published: boolean;
  reviewBelow: number | null;
  /** 0 to 1. */
  secondReviewShare: number;
  rules: Rules | null;
};

export async function insertTemplate(tx: Tx, accountId: string, content: TemplateContent): Promise<string> {
  const id = newId("tpl");
  await tx.insertInto("templates").values({ id, account_id: accountId, version: 1, newest_version: 1 }).execute();
  await insertVersion(tx, id, 1, content);
  return id;
}

/** The number of the new version, which tasks use unless it is a draft; null when the account has no such template. */
export async function raiseVersion(tx: Tx, accountId: string, id: string, published: boolean): Promise<number | null> {
  const row = await tx
    .updateTable("templates")
    .set((eb) => ({
      newest_version: eb("newest_version", "+", 1),
      ...(published ? { version: eb("newest_version", "+", 1) } : {}),
      updated_at: sql<Date>`now()`,
    }))
    .where("id", "=", id)
    .where("account_id", "=", accountId)
    .where("deleted_at", "is", null)
    .returning("newest_version")
    .executeTakeFirst();
  return row?.newest_version ?? null;
}

export async function insertVersion(tx: Tx, id: string, version: number, content: TemplateContent): Promise<void> {
  await tx
    .insertInto("template_versions")
    .values({
      template_id: id,
      version,
      name: content.name,
      extraction_schema: JSON.stringify(content.schema),
      document_description: content.documentDescription,
      learn: content.learn,
      published: content.published,
      review_below: content.reviewBelow,
      second_review_share: content.secondReviewShare,
      rules: content.rules && JSON.stringify(content.rules),
    })
    .execute();
}

const rows = (db: Db | Tx) =>
  db
    .selectFrom("templates as t")
    .innerJoin("template_versions as v", "v.template_id", "t.id")
    .select([
      "t.id",
      "v.name",
      "v.version",
      "v.extraction_schema",
      "v.document_description",
      "v.learn",
      "v.published",
      "v.review_below",
      "v.second_review_share",
      "t.measured_below",
      "v.rules",
      "t.created_at",
      "v.created_at as updated_at",
    ])
    .where("t.deleted_at", "is", null);

/** A draft, too. */
export async function findVersion(db: Db | Tx, accountId: string, id: string, version: number): Promise<TemplateRecord | null> {
  const row = await rows(db)
    .where("v.version", "=", version)
    .where("t.account_id", "=", accountId)
    .where("t.id", "=", id)
    .executeTakeFirst();
  return row ? recordOf(row) : null;
}

/** A template as tasks use it. `reviewBelow`: what it says, or what its reviews say; null when neither does. */
export type UsedTemplate = { template: TemplateRecord; reviewBelow: number | null };

export async function findUsed(db: Db, accountId: string, id: string): Promise<UsedTemplate | null> {
  const row = await published(db, accountId, id);
  return row ? { template: recordOf(row), reviewBelow: row.review_below ?? row.measured_below } : null;
}

const published = (db: Db | Tx, accountId: string, id: string) =>
  rows(db).whereRef("v.version", "=", "t.version").where("t.account_id", "=", accountId).where("t.id", "=", id).executeTakeFirst();

/** The version that tasks use. */
export async function findTemplate(db: Db | Tx, accountId: string, id: string): Promise<TemplateRecord | null> {
  const row = await published(db, accountId, id);
  return row ? recordOf(row) : null;
}

/** The versions that tasks use, in the order of the ids; those that the account does not have are left out. */
export async function findTemplates(db: Db | Tx, accountId: string, ids: readonly string[]): Promise<TemplateRecord[]> {
  const query = rows(db).whereRef("v.version", "=", "t.version").where("t.account_id", "=", accountId).where("t.id", "in", ids);
  const found = new Map((ids.length === 0 ? [] : await query.execute()).map((row) => [row.id, recordOf(row)]));
  return ids.flatMap((id) => found.get(id) ?? []);
}

/** Tasks use this version from now on. False when there is no such version. */
export async function setPublished(tx: Tx, accountId: string, id: string, version: number): Promise<boolean> {
  const row = await tx
    .updateTable("templates as t")
    .set({ version, updated_at: sql<Date>`now()` })
    .where("t.id", "=", id)
    .where("t.account_id", "=", accountId)
    .where("t.deleted_at", "is", null)
    .where(({ exists, selectFrom }) =>
      exists(
        selectFrom("template_versions as v").select("v.version").whereRef("v.template_id", "=", "t.id").where("v.version", "=", version),
      ),
    )
    .returning("t.id")
    .executeTakeFirst();
  if (!row) return false;
  await tx.updateTable("template_versions").set({ published: true }).where("template_id", "=", id).where("version", "=", version).execute();
  return true;
}

/** What reviews say to be the confidence from which on values are right; null: too few were reviewed. */
export async function setMeasured(tx: Tx, accountId: string, id: string, below: number | null): Promise<void> {
  await tx.updateTable("templates").set({ measured_below: below }).where("id", "=", id).where("account_id", "=", accountId).execute();
}

/** Newest first. `after`: the last id of the previous part of the list. */
export async function listTemplates(db: Db, accountId: string, page: { after: string | null; limit: number }): Promise<TemplateRecord[]> {
  let query = rows(db).whereRef("v.version", "=", "t.version").where("t.account_id", "=", accountId);
  if (page.after !== null) query = query.where("t.id", "<", page.after);
  return (await query.orderBy("t.id", "desc").limit(page.limit).execute()).map(recordOf);
}

/** All versions, newest first, and the one that tasks use; null when there is no such template. */
export async function listVersions(
  db: Db,
  accountId: string,
  id: string,
): Promise<{ versions: TemplateRecord[]; published_version: number } | null> {
  const found = await rows(db)
    .select("t.version as used")
    .where("t.account_id", "=", accountId)
    .where("t.id", "=", id)
    .orderBy("v.version", "desc")
    .execute();
  const [first] = found;
  return first ? { versions: found.map(recordOf), published_version: first.used } : null;
}

/** False when there is no such template. Tasks keep the schema they were submitted with. */
export async function deleteTemplate(db: Db, accountId: string, id: string): Promise<boolean> {
  const row = await db
    .updateTable("templates")
    .set({ deleted_at: sql`now()` })
    .where("id", "=", id)
    .where("account_id", "=", accountId)
    .where("deleted_at", "is", null)
    .returning("id")
    .executeTakeFirst();
  return row !== undefined;
}

type Row = {
  id: string;
  name: string;
  version: number;
  extraction_schema: Schema;
  document_description: string | null;
  learn: boolean;
  published: boolean;
  review_below: number | null;
  second_review_share: number | null;
  measured_below: number | null;
  rules: Rules | null;
  created_at: Date;
  updated_at: Date;
};

const recordOf = (row: Row): TemplateRecord => ({
  template_id: row.id,
  name: row.name,
  version: row.version,
  extraction_schema: row.extraction_schema,
  document_description: row.document_description,
  learn: row.learn,
  published: row.published,
  review_below: row.review_below,
  second_review_share: row.second_review_share ?? 0,
  rules: row.rules,
  created_at: row.created_at.toISOString(),
  updated_at: row.updated_at.toISOString(),
});
