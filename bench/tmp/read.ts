import { globSync } from "node:fs";
import { readCached, readOneByOne } from "../reading.ts";
const root = process.argv[2]!;
const files = globSync("**/*.{pdf,xml}", { cwd: root }).sort();
await readOneByOne(files, async (file, reader) => {
  const t = performance.now();
  try {
    const d = await readCached(reader, { file: `${root}/${file}`, id: file.replaceAll("/", "~"), cache: "/tmp/einv/cache", ask: {} });
    const x = d.pages.filter((p) => p.places);
    console.log(file, Math.round(performance.now() - t), JSON.stringify(d.structured), d.pageCount, x.length, x.reduce((n, p) => n + (p.places?.length ?? 0), 0), (d.warnings ?? []).map((w) => `${w.code}: ${w.message}`).join(" | "));
  } catch (e) { console.log(file, "FAILED", String(e)); }
});
