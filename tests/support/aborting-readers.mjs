/** Loaded into a process of the service by NODE_OPTIONS: its readers abort at poisonous files (aborted-reader.ts). */
import child from "node:child_process";
import { syncBuiltinESMExports } from "node:module";

const { spawn } = child;
const replaced = (argument) => argument.replace(/src\/main\/reader-process\.ts$/, "tests/support/aborting-child.ts");
child.spawn = (command, given, ...more) => spawn(command, given.map(replaced), ...more);
syncBuiltinESMExports();
