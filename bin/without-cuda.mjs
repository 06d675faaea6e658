/**
 * Runs before the install scripts of the packages we depend on. That of onnxruntime-node fetches libraries for NVIDIA's cards from its vendor's server when they
 * are not there, and fails where there is no way to it. We compute on the processor: empty files in their place keep it from asking.
 */
import { existsSync, mkdirSync, writeFileSync } from "node:fs";
import { createRequire } from "node:module";
import path from "node:path";

const NAMES = ["cuda", "shared", "tensorrt"].map((name) => `libonnxruntime_providers_${name}.so`);

if (process.platform === "linux" && process.arch === "x64") {
  const root = path.dirname(createRequire(import.meta.url).resolve("onnxruntime-node/package.json"));
  const folder = path.join(root, "bin/napi-v6/linux/x64");
  mkdirSync(folder, { recursive: true });
  for (const name of NAMES) if (!existsSync(path.join(folder, name))) writeFileSync(path.join(folder, name), "");
}
