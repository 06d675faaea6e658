/** `npm start`: the supervisor (supervisor.ts), once its environment holds no secrets. */
import { withoutSecrets } from "#platform/process/environment.ts";

withoutSecrets(import.meta.filename);
await import("./supervisor.ts");
