/** Requests at a time, so that a page of tasks does not use up the account's rate. */
const AT_A_TIME = 4;

/** Does the work for each item, some at a time. */
export async function eachOf<T>(items: readonly T[], work: (item: T) => Promise<void>): Promise<void> {
  const rest = [...items];
  const take = async (): Promise<void> => {
    for (let item = rest.shift(); item !== undefined; item = rest.shift()) await work(item);
  };
  await Promise.all(Array.from({ length: AT_A_TIME }, take));
}
