/** What groups of commands share: the signal, the output function and the exit code. */
import { InvalidArgumentError, Option } from "commander";
import type { CommandOutput, OutputOptions } from "#cli/output.ts";
import { ENGINE_NAMES } from "#contract/providers.ts";

export type CommandAction = (output: CommandOutput, options: OutputOptions) => void;
export type Commands = { signal: AbortSignal; answer: CommandAction; exit: (code: number) => void };

export const JSON_OPTION = ["--json", "print as JSON"] as const;

export const providerOption = (): Option =>
  new Option("--provider <name>", "which provider reads; without it the server's default").choices(ENGINE_NAMES);

export function examples(...lines: string[]): string {
  return `\nExamples:\n${lines.map((line) => `  winnow ${line}`).join("\n")}`;
}

/** Parser of an option that has to match the pattern; `wanted` describes it in the error. */
export function matching<T>(pattern: RegExp, wanted: string, parse: (value: string) => T) {
  return (value: string): T => {
    if (!pattern.test(value)) throw new InvalidArgumentError(wanted);
    return parse(value);
  };
}
