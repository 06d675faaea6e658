/** Files of results: JSON Lines, and tables for spreadsheets. */
export const FORMATS = ["jsonl", "csv", "xlsx"] as const;
export type Format = (typeof FORMATS)[number];

const BY_ENDING: Record<string, Format> = { ".jsonl": "jsonl", ".ndjson": "jsonl", ".csv": "csv", ".xlsx": "xlsx" };

/** `ending`: with its dot. Null for others, such as a folder's. */
export const formatOf = (ending: string): Format | null => BY_ENDING[ending.toLowerCase()] ?? null;
