/** Numbers of things, as people say them. */

const number = new Intl.NumberFormat("en");

/** `1 field`, `2 fields`, `1,200 fields`; `many` where the plural is not made with an s. */
export const countOf = (n: number, one: string, many = `${one}s`): string => `${number.format(n)} ${n === 1 ? one : many}`;
