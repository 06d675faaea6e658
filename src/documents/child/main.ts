/** A reader child that reads and draws, and does no other work: for whoever opens documents without the rest of the service. */
import { serveReader } from "./serve.ts";

serveReader([]);
