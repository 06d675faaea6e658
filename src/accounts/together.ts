/** Asks that wait while one of the same name is under way are put together, as one: however many come, one at a time is under way. */

/** Answers in the order of the asks; as many as were wanted. */
export type AskMany<T> = (wanted: number) => Promise<readonly T[]>;

/** Of one name all asks have the same meaning: any of their `askMany` may be the one that is used. */
export function openTogether<T>(): (name: string, askMany: AskMany<T>) => Promise<T> {
  const waiting = new Map<string, PromiseWithResolvers<T>[]>();

  const askFor = async (name: string, askMany: AskMany<T>, asks: PromiseWithResolvers<T>[]): Promise<void> => {
    try {
      const answers = await askMany(asks.length);
      for (const [i, ask] of asks.entries()) ask.resolve(answers[i] as T);
    } catch (error) {
      for (const ask of asks) ask.reject(error);
    }
    const next = waiting.get(name) ?? [];
    if (next.length === 0) {
      waiting.delete(name);
      return;
    }
    waiting.set(name, []);
    void askFor(name, askMany, next);
  };

  return (name, askMany) => {
    const ask = Promise.withResolvers<T>();
    const others = waiting.get(name);
    if (others) others.push(ask);
    else {
      waiting.set(name, []);
      void askFor(name, askMany, [ask]);
    }
    return ask.promise;
  };
}
