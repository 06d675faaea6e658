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
  const schema = JSON.stringify({ fields }, null, 2).replaceAll("\n", "\n    ");
  const file = JSON.stringify(picked?.kind === "file" ? picked.file.name : "");
  const document =
    picked?.kind === "url" ? `document_url: ${JSON.stringify(picked.url)}` : `file_content: await readFile(${file}, "base64")`;
  return `${picked?.kind === "url" ? "" : 'import { readFile } from "node:fs/promises";\n'}import { createWinnow, dataOf } from "@winnow/sdk";

const winnow = createWinnow({ baseUrl: ${JSON.stringify(location.origin)}, apiKey: process.env.KEY });
const { task_id } = await dataOf(winnow.POST("/api/extractor/v1/extract-async", {
  body: {
    ${document},
    extraction_schema: ${schema},
  },
}));
const task = await dataOf(winnow.GET("/api/extractor/v1/tasks/{task_id}", {
  params: { path: { task_id }, query: { wait: 60 } },
}));
console.log(task.data);`;
}
