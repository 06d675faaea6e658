/** The request that was just made by hand, as a program would make it. */

import type { SchemaField } from "#schema/model.ts";
import { Code } from "#ui/copy.tsx";

type Source = { url: string } | { file: string };

export function RequestCode({ fields, source }: { fields: SchemaField[]; source: Source }) {
  return (
    <div className="space-y-3 p-3">
      <Code label="curl" text={curlOf(fields, source)} />
      <Code label="TypeScript, with the SDK" text={sdkOf(fields, source)} />
    </div>
  );
}

const quoted = (text: string) => `'${text.replaceAll("'", "'\\''")}'`;

/** The key stays out: it is in the variable KEY. */
function curlOf(fields: SchemaField[], source: Source): string {
  const schema = JSON.stringify({ fields });
  const url = `${location.origin}/api/extractor/v1/extract-async`;
  const headers = `-H "Authorization: Bearer $KEY" -H "Content-Type: application/json"`;
  if ("url" in source)
    return `curl -s ${url} \\\n  ${headers} \\\n  -d ${quoted(JSON.stringify({ document_url: source.url, extraction_schema: { fields } }))}`;
  const file = quoted(source.file);
  return `printf '{"file_content":"%s","extraction_schema":%s}' "$(base64 < ${file} | tr -d '\\n')" ${quoted(schema)} |\n  curl -s ${url} \\\n  ${headers} -d @-`;
}

function sdkOf(fields: SchemaField[], source: Source): string {
  const schema = JSON.stringify({ fields }, null, 2);
  const document = "url" in source ? JSON.stringify(source.url) : `await openAsBlob(${JSON.stringify(source.file)})`;
  const named = "url" in source ? "" : `, { filename: ${JSON.stringify(source.file)} }`;
  return `${"file" in source ? 'import { openAsBlob } from "node:fs";\n' : ""}import { Winnow } from "@winnow/sdk";

const winnow = new Winnow({ baseUrl: ${JSON.stringify(location.origin)}, apiKey: process.env.KEY });
const { data } = await winnow.extract(${document}, ${schema}${named}).wait();
console.log(data);`;
}
