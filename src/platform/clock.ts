/** The current time, which tests can move. Durable schedules use the database's clock instead. */
export type Clock = { now(): Date };

export const systemClock: Clock = { now: () => new Date() };
