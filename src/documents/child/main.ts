/** A reader child that only reads and draws, for callers that open documents without the rest of the service. */
import { serveReader } from "./serve.ts";

serveReader([]);
