/** A URL that is safe to show: without user name and fragment, and with `***` for query values, which may be secret. */
export function shownUrl(url: string): string {
  const { origin, pathname, search } = new URL(url);
  const query = search.slice(1).split("&");
  const shown = query.map((part) => part.replace(/=.*$/s, "=***")).join("&");
  return `${origin}${pathname}${search === "" ? "" : `?${shown}`}`;
}
