/** The receiver behind a callback URL: scheme, host and port, such as `https://example.com:8443`. */

/** No name that can be resolved is longer; what is longer is cut, so that it can be indexed. */
const CHARACTERS_MAX = 300;

export const originOf = (url: string): string => new URL(url).origin.slice(0, CHARACTERS_MAX);

/** Names it in notices of changes. */
export const originId = (accountId: string, origin: string): string => `${accountId} ${origin}`;
