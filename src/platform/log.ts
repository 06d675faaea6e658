/** One logger per process. Never log document text, request bodies, names of people, keys or URLs with queries. */
import { type Logger, pino } from "pino";
import type { LogLevel } from "./config.ts";

export type Log = Logger;

/** JSON lines on stdout. Paths that could hold a secret are redacted even when a caller logs them. */
export function openLog(level: LogLevel, process_: string): Log {
  return pino({
    level,
    base: { process: process_, pid: process.pid },
    timestamp: pino.stdTimeFunctions.isoTime,
    redact: {
      paths: ["authorization", "*.authorization", "headers", "*.headers", "password", "*.password", "secret", "*.secret", "key", "*.key"],
      censor: "[removed]",
    },
    serializers: { err: errorForLog },
  });
}

/**
 * Name, code and stack. Our own messages hold no content; messages of libraries may quote input, so only a shortened first line is logged.
 */
function errorForLog(error: unknown): Record<string, unknown> {
  if (!(error instanceof Error)) return { type: typeof error };
  const code = "code" in error && typeof error.code === "string" ? error.code : undefined;
  const frames = (error.stack ?? "").split("\n").filter((line) => line.trimStart().startsWith("at "));
  return {
    type: error.name,
    code,
    message: error.message.split("\n")[0]?.slice(0, 300),
    at: frames.slice(0, 6).map((line) => line.trim()),
  };
}
