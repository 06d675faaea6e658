/** Rows `from` to `to`, the last one excluded. */
export type Span = { from: number; to: number };
