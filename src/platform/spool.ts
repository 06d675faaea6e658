/**
 * A temporary file for what a request brings, so that no memory is held while it arrives. Its name is removed when it is opened, so nothing is
 * left of it whatever ends the process, and it is encrypted (AES-256-CTR) with a key that is nowhere but in memory.
 */
import { createCipheriv, createDecipheriv, randomBytes } from "node:crypto";
import { type FileHandle, open, unlink } from "node:fs/promises";
import { tmpdir } from "node:os";
import path from "node:path";

const CIPHER = "aes-256-ctr";
const KEY_BYTES = 32;
const NONCE_BYTES = 16;
/** Read and deciphered at a time. */
const READ_BYTES = 256 * 1024;

type Place = { from: number; bytes: number; nonce: Buffer };
/** Chunks are written one after the other. */
export type SpoolPart = { write(chunk: Buffer): Promise<void>; read(): Promise<Buffer> };

export type Spool = {
  /** A part begins; the one before has ended. */
  begin(): SpoolPart;
  [Symbol.asyncDispose](): Promise<void>;
};

export async function openSpool(): Promise<Spool> {
  const name = path.join(tmpdir(), `winnow-upload-${randomBytes(12).toString("hex")}`);
  const file = await open(name, "wx+", 0o600);
  // Where an open file keeps its name, it loses it at the end.
  const nameless = await unlink(name).then(
    () => true,
    () => false,
  );
  const key = randomBytes(KEY_BYTES);
  let end = 0;
  return {
    begin() {
      const place: Place = { from: end, bytes: 0, nonce: randomBytes(NONCE_BYTES) };
      const cipher = createCipheriv(CIPHER, key, place.nonce);
      return {
        async write(chunk) {
          const sealed = cipher.update(chunk);
          await writeAll(file, sealed, end);
          end += sealed.length;
          place.bytes += sealed.length;
        },
        read: () => readPlace(file, key, place),
      };
    },
    async [Symbol.asyncDispose]() {
      await file.close();
      if (!nameless) await unlink(name).catch(() => undefined);
    },
  };
}

async function writeAll(file: FileHandle, bytes: Buffer, at: number): Promise<void> {
  for (let done = 0; done < bytes.length; ) {
    const { bytesWritten } = await file.write(bytes, done, bytes.length - done, at + done);
    done += bytesWritten;
  }
}

async function readPlace(file: FileHandle, key: Buffer, { from, bytes, nonce }: Place): Promise<Buffer> {
  const decipher = createDecipheriv(CIPHER, key, nonce);
  const content = Buffer.allocUnsafeSlow(bytes);
  for (let done = 0; done < bytes; ) {
    const part = content.subarray(done, done + READ_BYTES);
    const { bytesRead } = await file.read(part, 0, part.length, from + done);
    if (bytesRead === 0) throw new Error("a temporary file is shorter than what was written to it");
    // In place, so that a file is in memory once.
    decipher.update(part.subarray(0, bytesRead)).copy(part);
    done += bytesRead;
  }
  return content;
}
