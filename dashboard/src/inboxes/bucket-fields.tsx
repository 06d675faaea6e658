/** The fields of a form that name a bucket, its folder and the key for it. */
import type { Schemas } from "#api.ts";
import { errorOf } from "#app/form-errors.ts";
import { TextField } from "#ui/field.tsx";

type Bucket = Schemas["OutboxRequest"]["bucket"];

/** Names of the fields, whose errors stand beside them. */
export const BUCKET_FIELDS = ["endpoint", "region", "bucket", "prefix", "access_key_id", "secret_access_key"].map(
  (name) => `bucket.${name}`,
);

/** `folder`: what the folder in the bucket is for. */
export function BucketFields({ error, folder }: { error: unknown; folder: string }) {
  return (
    <>
      <TextField
        label="Server"
        name="endpoint"
        type="url"
        placeholder="https://minio.example.com"
        hint="Empty: AWS."
        error={errorOf(error, "bucket.endpoint")}
      />
      <div className="grid gap-4 sm:grid-cols-2">
        <TextField label="Bucket" name="bucket" required maxLength={255} placeholder="accounting" error={errorOf(error, "bucket.bucket")} />
        <TextField label="Region" name="region" maxLength={64} placeholder="us-east-1" error={errorOf(error, "bucket.region")} />
      </div>
      <TextField
        label="Folder"
        name="prefix"
        maxLength={500}
        placeholder="invoices/"
        hint={folder}
        error={errorOf(error, "bucket.prefix")}
      />
      <TextField label="Access key ID" name="access_key_id" required autoComplete="off" error={errorOf(error, "bucket.access_key_id")} />
      <TextField
        label="Secret access key"
        name="secret_access_key"
        type="password"
        required
        autoComplete="new-password"
        hint="Stored sealed, and never shown again."
        error={errorOf(error, "bucket.secret_access_key")}
      />
    </>
  );
}

export function bucketIn(form: FormData): Bucket {
  const text = (name: string) => String(form.get(name) ?? "").trim();
  return {
    endpoint: text("endpoint") || null,
    region: text("region") || "us-east-1",
    bucket: text("bucket"),
    prefix: text("prefix"),
    access_key_id: text("access_key_id"),
    secret_access_key: String(form.get("secret_access_key") ?? ""),
  };
}
