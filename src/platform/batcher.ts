/** Asks that wait while one of the same name is under way are put together, as one: however many come, one at a time is under way. */

/** Answers in the order of the asks, one for each. */
export type AskAll<A, T> = (asks: readonly A[]) => Promise<readonly T[]>;

type Ask<A, T> = { ask: A; answer: PromiseWithResolvers<T> };

/** Of one name any `askAll` may be the one that is used. `most`: asks that are put together. */
export function openBatcher<A, T>(most = Number.POSITIVE_INFINITY): (name: string, ask: A, askAll: AskAll<A, T>) => Promise<T> {
  const waiting = new Map<string, Ask<A, T>[]>();

  const askFor = async (name: string, askAll: AskAll<A, T>, asks: Ask<A, T>[]): Promise<void> => {
    try {
      const answers = await askAll(asks.map(({ ask }) => ask));
      for (const [i, { answer }] of asks.entries()) answer.resolve(answers[i] as T);
    } catch (error) {
      for (const { answer } of asks) answer.reject(error);
    }
    const all = waiting.get(name) ?? [];
    if (all.length === 0) {
      waiting.delete(name);
      return;
    }
    waiting.set(name, all.slice(most));
    void askFor(name, askAll, all.slice(0, most));
  };

  return (name, ask, askAll) => {
    const asked = { ask, answer: Promise.withResolvers<T>() };
    const others = waiting.get(name);
    if (others) others.push(asked);
    else {
      waiting.set(name, []);
      void askFor(name, askAll, [asked]);
    }
    return asked.answer.promise;
  };
}
