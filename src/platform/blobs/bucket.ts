/** Blobs as objects of an S3 bucket or a compatible store. Credentials come from the standard AWS sources. */

import { once } from "#contract/memo.ts";
import type { BucketConfig } from "#platform/storage-settings.ts";
import type { Blobs } from "./blobs.ts";

/** An unreachable store is reported within these times; the SDK tries three times. */
const CONNECT_MS_MAX = 3_000;
const ANSWER_MS_MAX = 20_000;

/** The SDK is loaded at the first call, so that an installation with a folder never loads it. */
export function openBucket({ bucket, prefix, endpoint, region }: BucketConfig): Blobs {
  const opened = once(async () => {
    const sdk = await import("@aws-sdk/client-s3");
    const client = new sdk.S3Client({
      region,
      ...(endpoint === null ? {} : { endpoint, forcePathStyle: true }),
      requestHandler: { connectionTimeout: CONNECT_MS_MAX, requestTimeout: ANSWER_MS_MAX, throwOnRequestTimeout: true },
      // Not every compatible store supports the newer checksums.
      requestChecksumCalculation: "WHEN_REQUIRED",
      responseChecksumValidation: "WHEN_REQUIRED",
    });
    return { sdk, client };
  });
  const at = (key: string) => ({ Bucket: bucket, Key: `${prefix}${key}` });
  return {
    async put(key, bytes) {
      const { sdk, client } = await opened();
      await client.send(new sdk.PutObjectCommand({ ...at(key), Body: bytes, ContentLength: bytes.byteLength }));
    },
    async get(key) {
      const { sdk, client } = await opened();
      try {
        const { Body } = await client.send(new sdk.GetObjectCommand(at(key)));
        const bytes = await Body?.transformToByteArray();
        return Buffer.from(bytes ?? []);
      } catch (error) {
        if (isMissing(error)) return null;
        throw error;
      }
    },
    async copy(from, to) {
      const { sdk, client } = await opened();
      const source = `${bucket}/${prefix}${from}`.split("/").map(encodeURIComponent).join("/");
      try {
        await client.send(new sdk.CopyObjectCommand({ ...at(to), CopySource: source }));
        return true;
      } catch (error) {
        if (isMissing(error)) return false;
        throw error;
      }
    },
    async delete(key) {
      const { sdk, client } = await opened();
      await client.send(new sdk.DeleteObjectCommand(at(key)));
    },
    async *keys() {
      const { sdk, client } = await opened();
      for await (const { Contents = [] } of sdk.paginateListObjectsV2({ client }, { Bucket: bucket, Prefix: prefix }))
        for (const { Key } of Contents) if (Key?.slice(prefix.length).includes("/")) yield Key.slice(prefix.length);
    },
    async modifiedAt(key) {
      const { sdk, client } = await opened();
      try {
        const { LastModified } = await client.send(new sdk.HeadObjectCommand(at(key)));
        return LastModified?.getTime() ?? Number.POSITIVE_INFINITY;
      } catch (error) {
        if (isMissing(error)) return Number.POSITIVE_INFINITY;
        throw error;
      }
    },
  };
}

/** A missing object. A missing bucket is an error. */
const isMissing = (error: unknown): boolean => error instanceof Error && (error.name === "NoSuchKey" || error.name === "NotFound");
