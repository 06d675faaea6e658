/** JSON Resume as a schema: what every engine that reads résumés is asked for. */
import type { Field, Schema } from "#contract/schema/field.ts";

const string = (name: string): Field => ({ name, type: "string" });
const month = (name: string): Field => ({ name, type: "date", format: "year-month" });
const object = (name: string, fields: Field[]): Field => ({ name, type: "object", fields });
const table = (name: string, fields: Field[]): Field => ({ name, type: "table", fields });
const list = (name: string): Field => ({ name, type: "array", items: { name: "item", type: "string" } });

const period = [month("startDate"), month("endDate")];
const link: Field = { name: "url", type: "url" };

/** Names are those of jsonresume.org/schema. */
export const RESUME_SCHEMA: Schema = {
  document_description: "A résumé (curriculum vitae) of one person.",
  fields: [
    object("basics", [
      string("name"),
      string("label"),
      { name: "email", type: "email" },
      { name: "phone", type: "phone" },
      link,
      string("summary"),
      object("location", [string("address"), string("postalCode"), string("city"), string("region"), string("countryCode")]),
      table("profiles", [string("network"), string("username"), link]),
    ]),
    table("work", [string("name"), string("position"), string("location"), ...period, string("summary"), list("highlights")]),
    table("volunteer", [string("organization"), string("position"), ...period, list("highlights")]),
    table("education", [string("institution"), string("area"), string("studyType"), ...period, string("score"), list("courses")]),
    table("awards", [string("title"), month("date"), string("awarder")]),
    table("certificates", [string("name"), month("date"), string("issuer")]),
    table("publications", [string("name"), month("releaseDate")]),
    table("skills", [string("name"), string("level"), list("keywords")]),
    table("languages", [string("language"), string("fluency")]),
    table("interests", [string("name")]),
    table("references", [string("name"), string("reference")]),
    table("projects", [string("name"), ...period, list("highlights"), link]),
  ],
};
