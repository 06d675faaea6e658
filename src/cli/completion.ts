/**
 * `winnow complete SHELL` prints a script for a shell's completion; that script asks `winnow complete -- WORDS` what may follow. Commands,
 * options and choices come from the program itself; files are completed where an argument or the value of an option is called
 * `<file>`, `<files>` or `<folder>`.
 */
import { type RootCommand, ShellCompDirective } from "@bomb.sh/tab";
import tab from "@bomb.sh/tab/commander";
import type { Command } from "commander";

const {
  ShellCompDirectiveDefault: FILES,
  ShellCompDirectiveFilterDirs: FOLDERS,
  ShellCompDirectiveNoFileComp: NO_FILES,
} = ShellCompDirective;

/** `isQuestion`: the words are a shell's question for what may follow. */
export function addCompletion(program: Command, isQuestion: boolean): void {
  const described = tab(program);
  completeFiles(program, described);
  program.commands
    .find((command) => command.name() === "complete")
    ?.description("print a script that completes this command with the Tab key: for bash, zsh, fish or powershell")
    .helpGroup("Run it:")
    .addHelpText("after", "\nExamples:\n  source <(winnow complete bash)\n  winnow complete fish | source")
    .hook("postAction", (_program, { args: [shell] }) => {
      // The library's script lets bash fall back to files nowhere; registered like this it does, unless the answer forbids it.
      if (shell === "bash" && !isQuestion) process.stdout.write("complete -o default -F __winnow_complete winnow\n");
    });
}

/** The library tells every shell to complete no files. What it tells is taken from here instead; its handlers say when a file is wanted. */
function completeFiles(program: Command, described: RootCommand): void {
  let directive = NO_FILES;
  Object.defineProperty(described, "directive", { get: () => directive, set: () => undefined, configurable: true });
  const handlerOf = (name: string) => {
    const wanted = /^files?$/.test(name) ? FILES : name === "folder" ? FOLDERS : null;
    return wanted === null
      ? null
      : () => {
          directive = wanted;
        };
  };
  for (const [words, command] of commandsBelow(program, "")) {
    const known = described.commands.get(words);
    for (const argument of command.registeredArguments) {
      const [handler, asked] = [handlerOf(argument.name()), known?.arguments.get(argument.name())];
      if (handler && asked) asked.handler = handler;
    }
    for (const option of command.options) {
      const [handler, asked] = [handlerOf(/<(\w+)>/.exec(option.flags)?.[1] ?? ""), known?.options.get(option.name())];
      if (handler && asked) asked.handler = handler;
    }
  }
}

/** With the words that lead to it, such as `keys create`. */
function commandsBelow(parent: Command, above: string): [string, Command][] {
  return parent.commands.flatMap((command): [string, Command][] => {
    const words = `${above}${command.name()}`;
    return [[words, command], ...commandsBelow(command, `${words} `)];
  });
}
