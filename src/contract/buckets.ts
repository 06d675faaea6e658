/** Buckets of callers, by the protocol of S3: documents come from them, results go to them. */
import { z } from "zod";
import { withoutNul } from "./ids.ts";

/** Where AWS has the buckets of a region. */
export const awsEndpoint = (region: string): string => `https://s3.${region}.amazonaws.com`;

const PREFIX_CHARACTERS_MAX = 500;

export const Bucket = z.object({
  endpoint: z
    .string()
    .max(2_000)
    .overwrite(withoutNul)
    .nullish()
    .describe("URL of the server, such as `https://minio.example.com`; null: AWS. `http` only for hosts that the operator allows."),
  region: z
    .string()
    .max(64)
    .regex(/^[a-z0-9-]+$/, "Write a region such as eu-central-1.")
    .default("us-east-1"),
  bucket: z
    .string()
    .max(255)
    .regex(/^[A-Za-z0-9][A-Za-z0-9._-]*$/, "Write the name of the bucket."),
  prefix: z
    .string()
    .max(PREFIX_CHARACTERS_MAX)
    .overwrite((text) => folderOf(withoutNul(text)))
    .default("")
    .describe("The folder in the bucket, such as `invoices/in/`; empty: all of the bucket."),
  access_key_id: z.string().min(1).max(200).overwrite(withoutNul),
  secret_access_key: z.string().min(1).max(1_000).describe("Stored sealed, and never shown again. Use a key that may do this alone."),
});
export type BucketSettings = z.infer<typeof Bucket>;

/** Without a slash in front, and with one behind. */
function folderOf(text: string): string {
  const names = text.split("/").filter((name) => name !== "");
  return names.map((name) => `${name}/`).join("");
}

/** As it is stored: the key is sealed by the service's secret, as it has to be read again. */
export type StoredBucket = Omit<BucketSettings, "secret_access_key"> & { sealedKey: string };

/** As it is shown. */
export const bucketPlace = ({ endpoint, region, bucket, prefix }: Omit<StoredBucket, "sealedKey">): string =>
  `s3://${bucket}/${prefix} at ${new URL(endpoint ?? awsEndpoint(region)).host}`;
