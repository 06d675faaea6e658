/** The client of a Winnow service. Types come from openapi.json. */
import type { components } from "./api.ts";
import type { CallOptions } from "./api-call.ts";
import { Batch } from "./batch.ts";
import type { DataOf, Json } from "./data-of.ts";
import { Extraction } from "./extraction.ts";
import { type Carried, carried, type FileInput, formOf, type Part, type Upload } from "./file.ts";
import { Packet } from "./packet.ts";
import { type ResultsFileOptions, type ResultsOptions, resultsFile, resultsOf, type TemplateResult } from "./results.ts";
import { ResumeJob } from "./resume-job.ts";
import { Transport, type TransportOptions } from "./transport.ts";
import { type Bytes, sendAhead, sendAllAhead, type UploadOptions } from "./upload.ts";

export type { paths } from "./api.ts";
export type { Batch, BatchResult } from "./batch.ts";
export type { DataOf, Json, Money } from "./data-of.ts";
export { TaskFailedError, WinnowError } from "./error.ts";
export type { CompletedTask, Extraction, TaskEvent, WaitOptions } from "./extraction.ts";
export type { FileInput, Upload } from "./file.ts";
export type { Packet } from "./packet.ts";
export type { ResultsFileOptions, ResultsOptions, TemplateResult } from "./results.ts";
export type { ResumeJob } from "./resume-job.ts";
export type { Transport } from "./transport.ts";
export { verifyWebhook, type WebhookEvent, WebhookVerificationError } from "./webhook.ts";

/** All schemas of the API by their name in openapi.json. */
export type Schemas = components["schemas"];
export type WinnowOptions = TransportOptions;

/** Files of a batch in one request; the service takes 64 MB with all that is around them. */
const BATCH_BYTES_MAX = 60 * 1024 * 1024;

type Request = Schemas["ExtractAsyncRequest"];
/** Options beside the document and its schema, with the API's names. */
export type ExtractOptions = Omit<Request, "document" | "document_url" | "file_content" | "extraction_schema" | "template_id"> &
  CallOptions & {
    /** Shown in lists; default: the name of a File. */
    filename?: string | undefined;
  };

/** Options beside the file and its templates, with the API's names. */
export type SplitOptions = Omit<Schemas["PacketRequest"], "document" | "document_url" | "file_content" | "templates"> &
  CallOptions & { filename?: string | undefined };

/** Options beside the documents and what they are read by, with the API's names. */
export type BatchOptions = Omit<Schemas["ExtractBatchRequest"], "documents" | "extraction_schema" | "template_id"> & CallOptions;

/** What the documents of a batch are read by. */
export type BatchPlan = { templateId: string } | { schema: SchemaInput };

/** A schema in the service's own form, or a JSON Schema. Written as a literal, it types the result. */
export type SchemaInput = { readonly fields: unknown } | { readonly properties: unknown };

type RecruitOptions = CallOptions & { provider?: NonNullable<Schemas["EvaluateRequest"]["provider"]> };
export type ResumesOptions = RecruitOptions & { callback_url?: string };

/**
 * ```ts
 * const winnow = new Winnow({ baseUrl: "http://127.0.0.1:8080", apiKey: process.env.WINNOW_API_KEY });
 * const { data, fields } = await winnow.extract(file, { fields: [{ name: "total", type: "currency" }] }).wait();
 * data.total?.amount; // number | undefined
 * ```
 */
export class Winnow {
  /** Every path of the API: `winnow.api.get("/api/extractor/v1/tasks/{task_id}", { path: { task_id } })`. */
  readonly api: Transport;

  constructor(options: WinnowOptions) {
    this.api = new Transport(options);
  }

  /** Submits a document at once; `.wait()` returns its data. */
  extract<const S extends SchemaInput>(file: FileInput, schema: S, options: ExtractOptions = {}): Extraction<DataOf<S>> {
    return this.#submit(file, { extraction_schema: schema as unknown as { [key: string]: Json } }, options);
  }

  /** Like `extract`, with the newest version of a saved template. */
  extractWith<Data = { [name: string]: Json }>(templateId: string, file: FileInput, options: ExtractOptions = {}): Extraction<Data> {
    return this.#submit(file, { template_id: templateId }, options);
  }

  /** A task submitted earlier, possibly by another program. */
  task<Data = { [name: string]: Json }>(taskId: string): Extraction<Data> {
    return new Extraction(this.api, Promise.resolve(taskId));
  }

  /** Submits up to 1,000 documents at once; `.results()` gives each with its data, `.wait()` the counts when all are read. */
  extractBatch(files: readonly FileInput[], plan: BatchPlan, { idempotencyKey, signal, ...options }: BatchOptions = {}): Batch {
    const batchId = async (): Promise<string> => {
      const all = await this.#fitting(files.map(carried), { signal });
      const documents = all.map((each, i) => ("named" in each ? each.named : { file: `file-${i}` }));
      const parts = all.flatMap((each, i): Part[] => ("named" in each ? [] : [{ ...each, name: `file-${i}` }]));
      const by = "templateId" in plan ? { template_id: plan.templateId } : { extraction_schema: plan.schema };
      const body = formOf({ ...options, ...by, documents }, parts) as never;
      return (await this.api.post("/api/extractor/v1/extract-batch", { body, idempotencyKey, signal })).batch_id;
    };
    return new Batch(this.api, batchId());
  }

  /** A batch submitted earlier, possibly by another program. */
  batch(batchId: string): Batch {
    return new Batch(this.api, Promise.resolve(batchId));
  }

  /** The completed tasks of a template, oldest first, one by one. */
  results<Data = { [name: string]: Json }>(templateId: string, options: ResultsOptions = {}): AsyncGenerator<TemplateResult<Data>> {
    return resultsOf(this.api, templateId, options);
  }

  /** The same as a file: `csv`, `xlsx` or `jsonl`. */
  resultsFile(templateId: string, options: ResultsFileOptions = {}): Promise<Response> {
    return resultsFile(this.api, templateId, options);
  }

  /** Cuts a file that holds several documents; `.wait()` returns its parts, of which each of a template is a task. */
  split(file: FileInput, templates: readonly string[], options: SplitOptions = {}): Packet {
    const { idempotencyKey, signal, filename, ...rest } = options;
    const packetId = async (): Promise<string> => {
      const body = bodyOf({ ...rest, templates }, carried(file), filename) as never;
      return (await this.api.post("/api/extractor/v1/packets", { body, idempotencyKey, signal })).packet_id;
    };
    return new Packet(this.api, packetId());
  }

  /** Reads résumés; `.wait()` returns all of them as JSON Resume. */
  extractResumes(files: readonly FileInput[], { idempotencyKey, signal, ...options }: ResumesOptions = {}): ResumeJob {
    const jobId = async (): Promise<string> => {
      const all = files.map(carried);
      const named = all.flatMap((each) => ("named" in each ? [each.named] : []));
      const urls = named.flatMap((each) => ("url" in each ? [each.url] : []));
      const ahead = named.filter((each) => "upload_id" in each);
      const parts = all.flatMap((each, i): Part[] =>
        "named" in each ? [] : [{ name: "files", blob: each.blob, filename: each.filename ?? `resume-${i + 1}` }],
      );
      const body = formOf(
        { ...options, ...(urls.length > 0 ? { urls } : {}), ...(ahead.length > 0 ? { files: ahead } : {}) },
        parts,
      ) as never;
      const { job_id } = await this.api.post("/api/recruit/v1/extract-resumes", { body, idempotencyKey, signal });
      return job_id;
    };
    return new ResumeJob(this.api, jobId());
  }

  /**
   * Sends a file ahead of the requests that need it, such as one that several requests read, or a stream. The result stands wherever a file
   * may, for 24 hours.
   */
  upload(bytes: Bytes, options: UploadOptions = {}): Promise<Upload> {
    return sendAhead(this.api, bytes, options);
  }

  /** Scores a résumé against required skills, with verbatim evidence. */
  evaluate(body: Schemas["EvaluateRequest"], options: CallOptions = {}): Promise<Schemas["EvaluateResponse"]> {
    return this.api.post("/api/recruit/v1/evaluate", { ...options, body });
  }

  /** The skills and interview questions of a job ad, given as text or as a URL. */
  analyzeJob(ad: string | URL, options: RecruitOptions = {}): Promise<Schemas["AnalyzeJobResponse"]> {
    const { idempotencyKey, signal, ...rest } = options;
    const body = ad instanceof URL ? { ...rest, description_file_url: ad.href } : { ...rest, description: ad };
    return this.api.post("/api/recruit/v1/analyze-job", { body, idempotencyKey, signal });
  }

  /** Files of which all together are too large for one request are sent ahead. */
  async #fitting(files: Carried[], options: CallOptions): Promise<Carried[]> {
    const blobs = files.flatMap((each) => ("named" in each ? [] : [each]));
    if (blobs.reduce((sum, { blob }) => sum + blob.size, 0) <= BATCH_BYTES_MAX) return files;
    const sent = await sendAllAhead(
      this.api,
      blobs.map(({ blob, filename }) => new File([blob], filename ?? "")),
      options,
    );
    return files.map((each) => ("named" in each ? each : { named: { upload_id: sent.shift()?.uploadId ?? "" } }));
  }

  #submit<Data>(
    file: FileInput,
    schema: Pick<Request, "extraction_schema"> | Pick<Request, "template_id">,
    { idempotencyKey, signal, filename, ...options }: ExtractOptions,
  ): Extraction<Data> {
    const taskId = async (): Promise<string> => {
      const { task_id } = await this.api.post("/api/extractor/v1/extract-async", {
        body: bodyOf({ ...options, ...schema }, carried(file), filename) as never,
        idempotencyKey,
        signal,
      });
      return task_id;
    };
    return new Extraction(this.api, taskId());
  }
}

/** A file goes as a part, what only names one as JSON. */
function bodyOf(request: object, sent: Carried, filename: string | undefined): object {
  if ("named" in sent) return { ...request, document: { ...sent.named, ...(filename === undefined ? {} : { filename }) } };
  return formOf(request, [{ name: "file", blob: sent.blob, filename: filename ?? sent.filename }]);
}
