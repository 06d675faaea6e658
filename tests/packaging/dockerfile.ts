/** The Dockerfile as its stages, and .dockerignore as Docker reads it. */
import { readFileSync } from "node:fs";
import path from "node:path";
import { type Copy, DockerfileParser, type Env, type Instruction, type JSONInstruction } from "dockerfile-ast";

export const ROOT = path.resolve(import.meta.dirname, "../..");

/** `name`: what later stages call it; the last has none. */
export type Stage = { name: string | null; image: string; instructions: Instruction[] };

export function readStages(): Stage[] {
  const file = DockerfileParser.parse(readFileSync(path.join(ROOT, "Dockerfile"), "utf8"));
  const froms = file.getFROMs();
  const lineOf = (instruction: Instruction | undefined) => instruction?.getRange().start.line ?? Number.POSITIVE_INFINITY;
  return froms.map((from, i) => ({
    name: from.getBuildStage(),
    image: from.getImage() ?? "",
    instructions: file.getInstructions().filter((each) => lineOf(each) > lineOf(from) && lineOf(each) < lineOf(froms[i + 1])),
  }));
}

export const argumentsOf = (instruction: Instruction): string => instruction.getArgumentsContent() ?? "";

/** The last of its kind in the stage, which is the one that counts. */
export const lastOf = ({ instructions }: Stage, keyword: string): Instruction | undefined =>
  instructions.findLast((each) => each.getKeyword() === keyword);

export function envOf({ instructions }: Stage): Record<string, string> {
  const all = instructions.filter((each) => each.getKeyword() === "ENV") as Env[];
  return Object.fromEntries(all.flatMap((each) => each.getProperties().map((one) => [one.getName(), one.getValue() ?? ""])));
}

/** `from`: another stage, or null for the build's context. */
export function copyOf(instruction: Instruction): { from: string | null; sources: string[]; target: string } {
  const copy = instruction as Copy;
  const names = copy.getArguments().map((each) => each.getValue());
  return { from: copy.getFromFlag()?.getValue() ?? null, sources: names.slice(0, -1), target: names.at(-1) ?? "" };
}

/** Null for the shell form, which would not get the signals. */
export function execFormOf(instruction: Instruction | undefined): string[] | null {
  const strings = (instruction as JSONInstruction | undefined)?.getJSONStrings() ?? [];
  return strings.length === 0 ? null : strings.map((each) => each.getJSONValue());
}

/** The command of a HEALTHCHECK in exec form. */
export function healthCommandOf(instruction: Instruction | undefined): string[] | null {
  const [, command] = /CMD\s+(\[.*\])\s*$/s.exec(instruction ? argumentsOf(instruction) : "") ?? [];
  return command === undefined ? null : JSON.parse(command);
}

/** A pattern as Go's filepath.Match has it, with `**` for any folders; names that begin with a dot are like others. */
function patternOf(line: string): RegExp {
  const text = line.replace(/[.+^${}()|[\]\\]/g, "\\$&");
  return new RegExp(`^${text.replaceAll("**/", "\0").replaceAll("*", "[^/]*").replaceAll("\0", "(?:.*/)?")}$`);
}

/** The last line that matches a path, or a folder above it, decides (https://docs.docker.com/build/concepts/context/#dockerignore-files). */
export function readIgnored(): (file: string) => boolean {
  const lines = readFileSync(path.join(ROOT, ".dockerignore"), "utf8").split("\n");
  const rules = lines
    .filter((line) => line !== "" && !line.startsWith("#"))
    .map((line) => ({ pattern: patternOf(line.replace("!", "")), isOut: !line.startsWith("!") }));
  return (file) => {
    const parts = file.split("/");
    const whole = parts.map((_, i) => parts.slice(0, i + 1).join("/"));
    return rules.findLast(({ pattern }) => whole.some((each) => pattern.test(each)))?.isOut ?? false;
  };
}
