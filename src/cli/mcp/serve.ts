/** `winnow mcp`: the tools over the Model Context Protocol, on stdin and stdout, until stdin ends. */
import { finished } from "node:stream/promises";
import { McpServer } from "@modelcontextprotocol/server";
import { serveStdio } from "@modelcontextprotocol/server/stdio";
import { serverWithKey } from "#cli/server.ts";
import { openReaderHere } from "#cli/with-reader.ts";
import { VERSION } from "#contract/version.ts";
import { readConfig } from "#platform/config.ts";
import { addBatchTools } from "./batch-tools.ts";
import { filesBelow } from "./files.ts";
import { addTools } from "./tools.ts";

const INSTRUCTIONS =
  "Winnow reads documents and résumés by rule. Every value points at the words it was read from: quote them with the page when you use one, and treat a value of low confidence as a question. Ask suggest_schema first when you do not know which fields a document has.";

/** Only documents below the folder can be read. With `WINNOW_API_KEY` there are tools for batches too, which a server reads. */
export async function serveMcp(folder: string, signal: AbortSignal): Promise<void> {
  const { dataDir, storage } = readConfig();
  const files = await filesBelow(folder, storage.kind === "files" ? [dataDir, storage.folder] : [dataDir]);
  const remote = serverWithKey(signal);
  await using reader = await openReaderHere();
  const connection = serveStdio(() => {
    const server = new McpServer({ name: "winnow", version: VERSION }, { instructions: INSTRUCTIONS });
    addTools(server, { files, reader });
    if (remote) addBatchTools(server, { files, server: remote });
    return server;
  });
  await finished(process.stdin, { writable: false, signal });
  await connection.close();
}
