/** What the reference says of bodies in multipart/form-data, beside those in JSON, and of bodies that are a file. */
import type { Operation } from "./examples.ts";

const FILE = { type: "string", contentMediaType: "application/octet-stream" };
const ONE = { file: { ...FILE, description: "The document. The name of the part does not matter." } };
const SEVERAL = {
  files: {
    type: "array",
    items: FILE,
    description:
      "A part for each file. In `extract-batch`, a document with `file` is the part with that name; the other parts stand behind the `documents`.",
  },
};

/** The files of each operation that takes them as parts; a test sends each. */
export const MULTIPART: Record<string, object> = {
  "POST /api/extractor/v1/extract-async": ONE,
  "POST /api/extractor/v1/extract-batch": SEVERAL,
  "POST /api/extractor/v1/packets": ONE,
  "POST /api/recruit/v1/extract-resumes": SEVERAL,
  "POST /api/recruit/v1/positions/{position_id}/resumes": SEVERAL,
};

const ABOUT =
  "Everything but the files, as in a JSON body. Or send its properties as fields of their own: texts as they are, everything else as JSON.";

const PUT_FILE = "PUT /api/extractor/v1/uploads/{upload_id}";

/** Modifies the operation. */
export function addFileBody(name: string, operation: Operation): void {
  if (name !== PUT_FILE) return;
  operation.requestBody = {
    content: { "application/octet-stream": { schema: { type: "string", format: "binary" } as object } },
    required: true,
  };
}

/** Modifies the operation. */
export function addMultipart(name: string, { requestBody }: Operation): void {
  const files = MULTIPART[name];
  if (!files || !requestBody) return;
  const request = { type: "object", description: ABOUT, additionalProperties: true };
  const encoding = { request: { contentType: "application/json" } };
  requestBody.content["multipart/form-data"] = { schema: { type: "object", properties: { ...files, request } }, encoding };
}
