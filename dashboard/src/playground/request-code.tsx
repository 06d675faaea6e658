/** The request that was just made by hand, as a program would make it. */

import type { Picked } from "#playground/document-picker.tsx";
import type { SchemaField } from "#schema/model.ts";
import { Code } from "#ui/copy.tsx";

export function RequestCode({ fields, picked }: { fields: SchemaField[]; picked: Picked | null }) {
  return (
    <div className="space-y-3">
      <Code label="curl" text={curlOf(fields, picked)} />
      <Code label="TypeScript, with the SDK" text={sdkOf(fields, picked)} />
    </div>
  );
}

const quoted = (text: string) => `'${text.replaceAll("'", "'\\''")}'`;

/** The key stays out: it is in the variable KEY. */
export function curlOf(fields: SchemaField[], picked: Picked | null): string {
  const schema = JSON.stringify({ fields });
  const url = `${location.origin}/api/extractor/v1/extract-async`;
  const headers = `-H "Authorization: Bearer $KEY" -H "Content-Type: application/json"`;
  if (picked?.kind === "url")
    return `curl -s ${url} \\\n  ${headers} \\\n  -d ${quoted(JSON.stringify({ document_url: picked.url, extraction_schema: { fields } }))}`;
  const file = quoted(picked?.file.name ?? "document.pdf");
  return `printf '{"file_content":"%s","extraction_schema":%s}' "$(base64 < ${file} | tr -d '\\n')" ${quoted(schema)} |\n  curl -s ${url} \\\n  ${headers} -d @-`;
}

function sdkOf(fields: SchemaField[], picked: Picked | null): string {
  const schema = JSON.stringify({ fields }, null, 2);
  const isFile = picked?.kind !== "url";
  const document = isFile ? `await openAsBlob(${JSON.stringify(picked?.file.name ?? "document.pdf")})` : JSON.stringify(picked.url);
  return `${isFile ? 'import { openAsBlob } from "node:fs";\n' : ""}import { Winnow } from "@winnow/sdk";

const winnow = new Winnow({ baseUrl: ${JSON.stringify(location.origin)}, apiKey: process.env.KEY });
const { data } = await winnow.extract(${document}, ${schema}).wait();
console.log(data);`;
}
