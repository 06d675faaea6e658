/** Documents in a folder or a bucket. */
import type { StorageConfig } from "#platform/storage-settings.ts";
import type { Vault } from "#platform/vault.ts";
import type { Blobs } from "./blobs.ts";
import { openBucket } from "./bucket.ts";
import { openFolder } from "./folder.ts";

/** With a vault, blobs are sealed. */
export function openBlobs(storage: StorageConfig, vault: Vault | null = null): Blobs {
  const blobs = storage.kind === "files" ? openFolder(storage.folder) : openBucket(storage);
  if (!vault) return blobs;
  return {
    ...blobs,
    put: (key, bytes) => blobs.put(key, vault.sealBytes(bytes)),
    async get(key) {
      const bytes = await blobs.get(key);
      return bytes && vault.openBytes(bytes);
    },
  };
}
