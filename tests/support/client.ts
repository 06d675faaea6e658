/** What a caller of the API would write: JSON over HTTP with a key. Every answer is held against openapi.json. */
import type { TaskRecord } from "#contract/task.ts";
import { expectDescribed } from "./openapi.ts";

// biome-ignore lint/suspicious/noExplicitAny: a test reads answers as the caller of an untyped API would
type Json = any;
export type Answer = { status: number; headers: Headers; json: Json; text: string };

/** The server waits so long at most. */
const WAIT_MAX_S = 60;
const OPEN: ReadonlySet<TaskRecord["status"]> = new Set(["processing", "retrying"]);

export class Client {
  readonly url: string;
  readonly apiKey: string | null;

  constructor(url: string, apiKey: string | null) {
    this.url = url;
    this.apiKey = apiKey;
  }

  /** `/v1/…` is below the extractor's base, `/recruit/…` below the other; every other path is taken as it is. */
  async call(method: string, path: string, body?: unknown, headers: Record<string, string> = {}): Promise<Answer> {
    const address = path.replace(/^\/v1\//, "/api/extractor/v1/").replace(/^\/recruit\//, "/api/recruit/v1/");
    const answer = await fetch(this.url + address, {
      method,
      headers: {
        ...(this.apiKey === null ? {} : { authorization: this.apiKey }),
        ...(body === undefined ? {} : { "content-type": "application/json" }),
        ...headers,
      },
      ...(body === undefined ? {} : { body: typeof body === "string" ? body : JSON.stringify(body) }),
    });
    const text = await answer.text();
    const json = parse(text);
    expectDescribed(method, address, { status: answer.status, json, contentType: answer.headers.get("content-type") ?? "" });
    return { status: answer.status, headers: answer.headers, text, json };
  }

  get = (path: string, headers?: Record<string, string>) => this.call("GET", path, undefined, headers);
  post = (path: string, body?: unknown, headers?: Record<string, string>) => this.call("POST", path, body, headers);
  put = (path: string, body?: unknown) => this.call("PUT", path, body);
  delete = (path: string) => this.call("DELETE", path);

  /** Submits; throws when it is not accepted. */
  async submit(body: object, headers?: Record<string, string>): Promise<string> {
    const answer = await this.post("/v1/extract-async", body, headers);
    if (answer.status !== 200) throw new Error(`extract-async answered ${answer.status}: ${answer.text}`);
    return answer.json.task_id;
  }

  /** The task once it has ended; as it is when it has not within so many seconds, which beside other tests are more than alone. */
  async wait(taskId: string, seconds = 240): Promise<TaskRecord> {
    const wait = Math.min(seconds, WAIT_MAX_S);
    const { json } = await this.get(`/v1/tasks/${taskId}?wait=${wait}`);
    return OPEN.has(json.status) && seconds > wait ? this.wait(taskId, seconds - wait) : json;
  }

  /** Submits and waits for the end. */
  async extract(body: object): Promise<TaskRecord> {
    return this.wait(await this.submit(body));
  }
}

function parse(text: string): Json {
  try {
    return JSON.parse(text);
  } catch {
    return null;
  }
}
