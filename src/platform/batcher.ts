/** Coalesces calls with the same key: one batch in flight, later callers join the next. */

/** Returns one answer per ask, in the order of the asks. */
export type AskAll<A, T> = (asks: readonly A[]) => Promise<readonly T[]>;

type Ask<A, T> = { ask: A; answer: PromiseWithResolvers<T> };

/** Calls with the same name must pass equivalent `askAll`s: the batch uses one of them. `most`: asks per batch. */
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
