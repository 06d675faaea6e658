/** `npm start`: the supervisor (supervisor.ts), once its environment holds no secrets. */
import { withoutSecrets } from "#platform/process/environment.ts";

/** The supervisor waits most of the time: its heap is kept small at the cost of time. */
const SMALL_HEAP = ["--max-semi-space-size=1", "--optimize-for-size"];

withoutSecrets(import.meta.filename, SMALL_HEAP);
await import("./supervisor.ts");
