/** Where the records of an outbox are written. */

/** Folder of the records of failed tasks: programs that take the others do not meet them. */
export const FAILED = "failed";

export type Target = AsyncDisposable & {
  /** `name` may lead into a folder. Whole or not at all, in place of an earlier one of this name; durable when it resolves. */
  write(name: string, text: string): Promise<void>;
  /** Nothing where there is none of this name. */
  remove(name: string): Promise<void>;
};
