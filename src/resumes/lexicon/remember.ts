/** Answers about short texts are asked for many times while one résumé is read. They are kept that long and no longer: it is personal data. */

const caches: Map<string, unknown>[] = [];

/** The same function, which reads each text once. */
export function remember<R>(read: (text: string) => R): (text: string) => R {
  const known = new Map<string, R>();
  caches.push(known);
  return (text) => {
    const before = known.get(text);
    if (before !== undefined) return before;
    const answer = read(text);
    known.set(text, answer);
    return answer;
  };
}

/** Runs the work and then forgets every text it met. */
export function withMemory<R>(work: () => R): R {
  try {
    return work();
  } finally {
    for (const cache of caches) cache.clear();
  }
}
