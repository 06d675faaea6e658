/** The bucket of a test's S3 server, as a caller names it and as a test looks into it. */
import { GetObjectCommand, ListObjectsV2Command, PutObjectCommand, S3Client } from "@aws-sdk/client-s3";
import { BUCKET, type S3Server } from "./s3-server.ts";

/** As the body of a request names it. */
export const bucketAsked = ({ port, credentials }: Pick<S3Server, "port" | "credentials">, prefix: string) => ({
  endpoint: `http://127.0.0.1:${port}`,
  region: "eu-central-1",
  bucket: BUCKET,
  prefix,
  access_key_id: credentials.AWS_ACCESS_KEY_ID,
  secret_access_key: credentials.AWS_SECRET_ACCESS_KEY,
});

export function openTestBucket({ port, credentials }: S3Server) {
  const client = new S3Client({
    endpoint: `http://127.0.0.1:${port}`,
    region: "eu-central-1",
    forcePathStyle: true,
    credentials: { accessKeyId: credentials.AWS_ACCESS_KEY_ID, secretAccessKey: credentials.AWS_SECRET_ACCESS_KEY },
  });
  return {
    async put(key: string, bytes: Uint8Array): Promise<void> {
      await client.send(new PutObjectCommand({ Bucket: BUCKET, Key: key, Body: bytes }));
    },
    /** Keys below the prefix, without it. */
    async keys(prefix: string): Promise<string[]> {
      const { Contents = [] } = await client.send(new ListObjectsV2Command({ Bucket: BUCKET, Prefix: prefix }));
      return Contents.map(({ Key = "" }) => Key.slice(prefix.length)).toSorted();
    },
    async text(key: string): Promise<string> {
      const { Body } = await client.send(new GetObjectCommand({ Bucket: BUCKET, Key: key }));
      return (await Body?.transformToString()) ?? "";
    },
  };
}
