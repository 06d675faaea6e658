/** Places of pages in the part of the screen that scrolls them. The pages in it have `data-page`. */

/** A place by the page it is on and the share of that page left of and above it. */
export type Anchor = { page: HTMLElement; across: number; down: number };

const pagesIn = (view: HTMLElement): HTMLElement[] => [...view.querySelectorAll<HTMLElement>("[data-page]")];
const calm = matchMedia("(prefers-reduced-motion: reduce)");
/** Pixels above a page that is jumped to. */
const GAP_PX = 12;

/** Index of the page that has the middle of the view. */
export function pageInView(view: HTMLElement): number {
  const middle = view.scrollTop + view.clientHeight / 2;
  const below = pagesIn(view).findIndex((page) => page.offsetTop > middle);
  return Math.max(0, below === -1 ? pagesIn(view).length - 1 : below - 1);
}

export function scrollToPage(view: HTMLElement, index: number): void {
  const page = pagesIn(view)[index];
  if (page) view.scrollTo({ top: page.offsetTop - GAP_PX, behavior: "instant" });
}

type Place = { page: number; bbox: readonly number[] };

function middleOf(view: HTMLElement, { page: number, bbox: [left = 0, top = 0, right = 0, bottom = 0] }: Place): Anchor | null {
  const page = pagesIn(view).find(({ dataset }) => dataset.page === String(number));
  return page ? { page, across: (left + right) / 2, down: (top + bottom) / 2 } : null;
}

/** Brings the middle of a box to the middle of the view. */
export function scrollToPlace(view: HTMLElement, place: Place, behavior: "instant" | "smooth"): void {
  const anchor = middleOf(view, place);
  if (anchor) scrollToAnchor(view, anchor, calm.matches ? "instant" : behavior);
}

/** The middle of a box that is in view. */
export function anchorAt(view: HTMLElement, place: Place): Anchor | null {
  const anchor = middleOf(view, place);
  if (!anchor) return null;
  const { offsetTop, offsetHeight } = anchor.page;
  const at = offsetTop + anchor.down * offsetHeight - view.scrollTop;
  return at >= 0 && at <= view.clientHeight ? anchor : null;
}

/** What stands in the middle of the view. */
export function anchorIn(view: HTMLElement): Anchor | null {
  const page = pagesIn(view)[pageInView(view)];
  if (!page) return null;
  return {
    page,
    across: (view.scrollLeft + view.clientWidth / 2 - page.offsetLeft) / page.offsetWidth,
    down: (view.scrollTop + view.clientHeight / 2 - page.offsetTop) / page.offsetHeight,
  };
}

export function scrollToAnchor(view: HTMLElement, { page, across, down }: Anchor, behavior: "instant" | "smooth" = "instant"): void {
  view.scrollTo({
    left: page.offsetLeft + across * page.offsetWidth - view.clientWidth / 2,
    top: page.offsetTop + down * page.offsetHeight - view.clientHeight / 2,
    behavior,
  });
}
