/** Parts of a packet while somebody moves the cuts: values in, values out. */

/** `pages`: numbers, ascending. */
export type Part = { pages: readonly number[]; template_id: string | null };

/** The part is cut before its page at `at`, which is not its first; both halves keep the template. */
export function cutBefore(parts: readonly Part[], part: number, at: number): Part[] {
  return parts.flatMap((each, i) => {
    if (i !== part || at <= 0 || at >= each.pages.length) return [each];
    return [
      { ...each, pages: each.pages.slice(0, at) },
      { ...each, pages: each.pages.slice(at) },
    ];
  });
}

/** The part and the one before it become one, of the template of that one. */
export function joinBefore(parts: readonly Part[], part: number): Part[] {
  const [before, own] = [parts[part - 1], parts[part]];
  if (!before || !own) return [...parts];
  const pages = [...before.pages, ...own.pages].sort((a, b) => a - b);
  return [...parts.slice(0, part - 1), { ...before, pages }, ...parts.slice(part + 1)];
}

export function withTemplate(parts: readonly Part[], part: number, template_id: string | null): Part[] {
  return parts.map((each, i) => (i === part ? { ...each, template_id } : each));
}

/** Whether they say the same of every page. */
export const sameParts = (a: readonly Part[], b: readonly Part[]): boolean => told(a) === told(b);

const told = (parts: readonly Part[]): string => JSON.stringify(parts.map(({ pages, template_id }) => [pages, template_id]));
