/**
 * A progress bar on stderr, if that is a terminal. Not from a library: those read the keyboard, so that Ctrl-C is no signal any more and a
 * background command is suspended.
 */
import { clearLine, cursorTo } from "node:readline";
import { stripVTControlCharacters } from "node:util";
import { paint, printNote } from "./output.ts";

const BAR_CHARACTERS = 30;
/** Width of a terminal that does not report one. */
const COLUMNS = 80;
const TICK_MS = 1000;
/** Between two lines where there is no terminal. */
const LINE_MS = 10_000;

export type Progress = {
  /** One item is done, and `next` begins. */
  advance(next: string): void;
  /** So many items are done. */
  reach(count: number): void;
  /** Writes to either stream without disturbing the bar. */
  aside(write: () => void): void;
  /** Replaces the bar by a line. */
  done(line: string): void;
  /** Removes the bar, if it is still shown. */
  [Symbol.dispose](): void;
};

type Options = {
  /** What stands behind the bar, and without a terminal on a line of its own every ten seconds. */
  standing?: (count: number, seconds: number) => string;
  /** Items done before. */
  count?: number;
};

/** Counts up to `max`. Without a terminal, or for one item, there is no bar, only the lines. */
export function openProgress(max: number, first: string, { standing, count: before = 0 }: Options = {}): Progress {
  const { stderr } = process;
  const start = performance.now();
  let [count, name] = [before, first];
  if (!stderr.isTTY || max < 2) {
    const tell = () => standing && printNote(standing(count, (performance.now() - start) / 1000));
    const timer = setInterval(tell, LINE_MS).unref();
    const reach = (to: number) => {
      count = to;
    };
    const end = () => clearInterval(timer);
    const done = (line: string) => {
      end();
      printNote(line);
    };
    return { advance: () => reach(count + 1), reach, aside: (write) => write(), done, [Symbol.dispose]: end };
  }
  const clear = () => {
    cursorTo(stderr, 0);
    clearLine(stderr, 0);
  };
  const draw = () => {
    const full = Math.floor((count / max) * BAR_CHARACTERS);
    const seconds = (performance.now() - start) / 1000;
    const stands = standing?.(count, seconds) ?? `${count}/${max}  ${Math.floor(seconds)} s`;
    const text = `  ${stands}  ${stripVTControlCharacters(name)}`;
    clear();
    stderr.write(paint("green", "█".repeat(full), stderr) + paint("dim", "░".repeat(BAR_CHARACTERS - full), stderr));
    stderr.write(text.slice(0, Math.max(0, (stderr.columns || COLUMNS) - BAR_CHARACTERS - 1)));
  };
  const timer = setInterval(draw, TICK_MS).unref();
  let open = true;
  const end = () => {
    clearInterval(timer);
    if (open) clear();
    open = false;
  };
  draw();
  return {
    advance(next) {
      [count, name] = [count + 1, next];
      draw();
    },
    reach(to) {
      count = to;
      draw();
    },
    aside(write) {
      clear();
      write();
      draw();
    },
    done(line) {
      end();
      printNote(line);
    },
    [Symbol.dispose]: end,
  };
}
