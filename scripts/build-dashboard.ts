/** `npm run build`: builds the dashboard's files, each also compressed, so that the server does not compress at every request. */
import { readdir, readFile, writeFile } from "node:fs/promises";
import path from "node:path";
import { promisify } from "node:util";
import { brotliCompress, constants, gzip } from "node:zlib";
import { build } from "vite";

const ROOT = path.resolve(import.meta.dirname, "../dashboard");
const PACKABLE = /\.(js|css|html|svg|json|txt)$/;

await build({ root: ROOT, configFile: path.join(ROOT, "vite.config.ts"), logLevel: "warn" });
const dist = path.join(ROOT, "dist");
const files = (await readdir(dist, { recursive: true })).filter((name) => PACKABLE.test(name));
for (const name of files) {
  const bytes = await readFile(path.join(dist, name));
  await writeFile(
    path.join(dist, `${name}.br`),
    await promisify(brotliCompress)(bytes, { params: { [constants.BROTLI_PARAM_QUALITY]: 11 } }),
  );
  await writeFile(path.join(dist, `${name}.gz`), await promisify(gzip)(bytes, { level: 9 }));
}
