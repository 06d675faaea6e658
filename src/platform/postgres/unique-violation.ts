import pg from "pg";

/** Whether a statement failed because another row has the value that is to be unique (PostgreSQL, appendix A: 23505). */
export const isUniqueViolation = (error: unknown): boolean => error instanceof pg.DatabaseError && error.code === "23505";
