/** Services that the files of one test process share, as a start costs a second of CPU. Each file makes accounts of its own in them. */
import { startTestService, type TestService } from "./service.ts";

/** What a file may do with a service that others use after it: neither stop it nor its worker. */
export type SharedService = Omit<TestService, "stopWorker" | "startWorker" | typeof Symbol.asyncDispose>;

let working: Promise<SharedService> | undefined;
let idle: Promise<SharedService> | undefined;

/** For files that need no environment of their own. It ends with the test process. */
export const sharedService = (): Promise<SharedService> => (working ??= startTestService());

/** The same without a worker, on a database of its own: tasks stay as they were submitted. */
export const idleService = (): Promise<SharedService> => (idle ??= startTestService({ worker: false }));
