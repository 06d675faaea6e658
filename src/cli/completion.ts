/**
 * `winnow complete SHELL` prints a completion script for a shell; that script calls `winnow complete -- WORDS` for the possible next words.
 * Commands, options and choices come from the program itself; files are completed for arguments and option values named `<file>`, `<files>`
 * or `<folder>`.
 */
import { type RootCommand, ShellCompDirective } from "@bomb.sh/tab";
import tab from "@bomb.sh/tab/commander";
import type { Command } from "commander";

const {
  ShellCompDirectiveDefault: FILES,
  ShellCompDirectiveFilterDirs: FOLDERS,
  ShellCompDirectiveNoFileComp: NO_FILES,
} = ShellCompDirective;

/** `isQuestion`: the call comes from a completion script. */
export function addCompletion(program: Command, isQuestion: boolean): void {
  const described = tab(program);
  completeFiles(program, described);
  program.commands
    .find((command) => command.name() === "complete")
    ?.description("print a script that completes this command with the Tab key: for bash, zsh, fish or powershell")
    .helpGroup("Run it:")
    .addHelpText("after", "\nExamples:\n  source <(winnow complete bash)\n  winnow complete fish | source")
    .hook("postAction", (_program, { args: [shell] }) => {
      // The library's bash script never falls back to file names; registered like this it does, unless the completion forbids it.
      if (shell === "bash" && !isQuestion) process.stdout.write("complete -o default -F __winnow_complete winnow\n");
    });
}

/** The library disables file completion in every shell. This overrides its directive; our handlers decide when files are completed. */
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
