/** All SQL on templates and their versions. A version never changes; an update adds one. */
import { sql } from "kysely";
import { newId } from "#contract/ids.ts";
import type { Rules } from "#contract/rules.ts";
import type { Schema } from "#contract/schema/field.ts";
import type { TemplateRecord } from "#contract/templates.ts";
import type { Db, Tx } from "#platform/postgres/db.ts";

export type TemplateContent = { name: string; schema: Schema; documentDescription: string | null; learn: boolean; rules: Rules | null };

export async function insertTemplate(tx: Tx, accountId: string, content: TemplateContent): Promise<string> {
  const id = newId("tpl");
  await tx.insertInto("templates").values({ id, account_id: accountId, version: 1 }).execute();
  await insertVersion(tx, id, 1, content);
  return id;
}

/** The number of the new version; null when the account has no such template. */
export async function raiseVersion(tx: Tx, accountId: string, id: string): Promise<number | null> {
  const row = await tx
    .updateTable("templates")
    .set((eb) => ({ version: eb("version", "+", 1), updated_at: sql`now()` }))
    .where("id", "=", id)
    .where("account_id", "=", accountId)
    .where("deleted_at", "is", null)
    .returning("version")
    .executeTakeFirst();
  return row?.version ?? null;
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
      "v.rules",
      "t.created_at",
      "v.created_at as updated_at",
    ])
    .where("t.deleted_at", "is", null);

/** The newest version. */
export async function findTemplate(db: Db | Tx, accountId: string, id: string): Promise<TemplateRecord | null> {
  const row = await rows(db)
    .whereRef("v.version", "=", "t.version")
    .where("t.account_id", "=", accountId)
    .where("t.id", "=", id)
    .executeTakeFirst();
  return row ? recordOf(row) : null;
}

/** Newest first. `after`: the last id of the previous part of the list. */
export async function listTemplates(db: Db, accountId: string, page: { after: string | null; limit: number }): Promise<TemplateRecord[]> {
  let query = rows(db).whereRef("v.version", "=", "t.version").where("t.account_id", "=", accountId);
  if (page.after !== null) query = query.where("t.id", "<", page.after);
  return (await query.orderBy("t.id", "desc").limit(page.limit).execute()).map(recordOf);
}

/** All versions, newest first; empty when there is no such template. */
export async function listVersions(db: Db, accountId: string, id: string): Promise<TemplateRecord[]> {
  return (await rows(db).where("t.account_id", "=", accountId).where("t.id", "=", id).orderBy("v.version", "desc").execute()).map(recordOf);
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
  rules: row.rules,
  created_at: row.created_at.toISOString(),
  updated_at: row.updated_at.toISOString(),
});
