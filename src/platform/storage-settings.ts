/** Settings of where documents are stored. */
import path from "node:path";
import { ConfigError, type Env, text } from "./env.ts";

/** `prefix`: empty, or ends with a slash. `endpoint`: null for Amazon's. */
export type BucketConfig = { kind: "s3"; bucket: string; prefix: string; endpoint: string | null; region: string };
/** Where documents are stored. `folder` is absolute. */
export type StorageConfig = { kind: "files"; folder: string } | BucketConfig;

/** Throws ConfigError. */
export function storageOf(env: Env, dataDir: string): StorageConfig {
  const url = text(env, "WINNOW_STORAGE_URL");
  if (url === null) return { kind: "files", folder: path.join(dataDir, "documents") };
  if (url.startsWith("file:///")) return { kind: "files", folder: new URL(url).pathname };
  if (!url.startsWith("s3://") || !URL.canParse(url) || new URL(url).hostname === "")
    throw new ConfigError(
      "WINNOW_STORAGE_URL",
      "is not supported; give file:///absolute/folder or s3://bucket/prefix?endpoint=https://…&region=…, or leave it unset for the data dir.",
    );
  return bucketOf(new URL(url), env);
}

/** The region of the URL, else that of the AWS tools. */
function bucketOf({ hostname, pathname, searchParams }: URL, env: Env): BucketConfig {
  for (const name of searchParams.keys())
    if (name !== "endpoint" && name !== "region")
      throw new ConfigError("WINNOW_STORAGE_URL", `\`${name}\` is not known; after the ? stand \`endpoint\` and \`region\`.`);
  const endpoint = searchParams.get("endpoint");
  if (endpoint !== null && !(/^https?:\/\//.test(endpoint) && URL.canParse(endpoint)))
    throw new ConfigError("WINNOW_STORAGE_URL", "has an `endpoint` that is not an http or https URL, such as https://minio.example.com.");
  const folders = pathname.replace(/^\/+|(?<!\/)\/+$/g, "");
  return {
    kind: "s3",
    bucket: decodeURIComponent(hostname),
    prefix: folders === "" ? "" : `${decodeURIComponent(folders)}/`,
    endpoint,
    region: searchParams.get("region") ?? text(env, "AWS_REGION") ?? text(env, "AWS_DEFAULT_REGION") ?? "us-east-1",
  };
}
