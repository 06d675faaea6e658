/** POST /schemas/validate: the canonical schema, or everything that is wrong with it. */
import { parseSchema } from "#contract/schema/parse-schema.ts";
import { SchemaValidateBody, SchemaValidateReply } from "#contract/templates.ts";
import { unknownWarning } from "#contract/unknown-property.ts";
import type { App } from "#http/app.ts";
import { errorReplies, security } from "#http/replies.ts";

const schema = {
  tags: ["extraction"],
  summary: "Check a schema",
  security,
  body: SchemaValidateBody,
  response: { 200: SchemaValidateReply, ...errorReplies },
};

export function schemasValidate(app: App): void {
  app.post("/schemas/validate", { schema }, async (request) => {
    const { schema: canonical, errors, unknown } = parseSchema(request.body.extraction_schema, ["extraction_schema"]);
    return { valid: canonical !== null, errors, warnings: unknown.map(unknownWarning), schema: canonical };
  });
}
