/** The order of the files: project by project, as a test process serves one of them, and the longest first, so that none is left for the end. */
import { readFileSync } from "node:fs";
import path from "node:path";
import { BaseSequencer, type TestSpecification } from "vitest/node";

const PROJECTS = ["browser", "processes", "service", "unit"];
/** Seconds of the files that take some, as `npm run test:times -- --record` measured them last. */
const SECONDS: Record<string, number> = JSON.parse(readFileSync(new URL("./seconds.json", import.meta.url), "utf8"));

export class LongestFirst extends BaseSequencer {
  override async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
    const rank = ({ project }: TestSpecification) => PROJECTS.indexOf(project.name);
    const seconds = ({ moduleId }: TestSpecification) => SECONDS[path.relative(this.ctx.config.root, moduleId)] ?? 0;
    return files.toSorted((a, b) => rank(a) - rank(b) || seconds(b) - seconds(a));
  }
}
