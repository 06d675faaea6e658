/** Where the records of an outbox are written. */

export type Target = AsyncDisposable & {
  /** Whole or not at all, in place of an earlier one of this name; durable when it resolves. */
  write(name: string, text: string): Promise<void>;
};
