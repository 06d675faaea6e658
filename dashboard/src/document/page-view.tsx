/** The pages of a document with the places its values were read from. */
import { ChevronDown, ChevronUp, ZoomIn, ZoomOut } from "lucide-react";
import { Fragment, type RefObject, useCallback, useEffect, useLayoutEffect, useMemo, useRef, useState } from "react";
import { type Bbox, type PageBox, PagePicture, type PageSize } from "#document/page-picture.tsx";
import { PasswordField } from "#document/password-field.tsx";
import { type Pointing, useSelected } from "#document/pointing.ts";
import { type Anchor, anchorAt, anchorIn, pageInView, scrollToAnchor, scrollToPage, scrollToPlace } from "#document/scrolling.ts";
import { IconButton } from "#ui/button.tsx";
import { inputLook } from "#ui/field.tsx";

type PageViewProps = {
  pages: readonly PageSize[];
  /** Address of a page's picture of about this width. */
  picture: (page: number, widthPx: number) => string;
  boxes: readonly PageBox[];
  pointing: Pointing;
  onDraw?: ((page: number, bbox: Bbox) => void) | undefined;
  password?: string | null;
  /** Takes the password of a PDF whose pages are locked. */
  onPassword?: (password: string) => void;
};

const ZOOMS = [1, 1.5, 2, 3];
/** The server draws a page once per width, so a few widths serve all screens. */
const WIDTHS_PX = [800, 1200, 1800, 2600];

export function PageView({ pages, picture, boxes, pointing, onDraw, password = null, onPassword }: PageViewProps) {
  const [triedLocked, setTriedLocked] = useState<{ with: string | null } | null>(null);
  const onLocked = useCallback(() => setTriedLocked({ with: password }), [password]);
  const isLocked = triedLocked !== null && triedLocked.with === password;
  const [zoom, setZoom] = useState(0);
  const frame = useRef<HTMLElement>(null);
  const widthPx = useWidth(frame) * (ZOOMS[zoom] ?? 1) * devicePixelRatio;
  const drawnPx = WIDTHS_PX.find((each) => each >= widthPx) ?? WIDTHS_PX.at(-1) ?? widthPx;
  const byPage = useMemo(() => Map.groupBy(boxes, ({ page }) => page), [boxes]);
  const selected = useSelected(pointing);
  const place = useMemo(() => boxes.find(({ id }) => id === selected), [boxes, selected]);
  useScrollToSelected(frame, place, selected);
  const keepPlace = useKeptPlace(frame, zoom, place);
  const zoomTo = (next: number) => {
    keepPlace();
    setZoom(next);
  };
  return (
    <div className="flex min-h-0 flex-col overflow-hidden rounded-xl border bg-sunken">
      <div className="flex h-11 shrink-0 items-center justify-between gap-2 border-b bg-surface px-2">
        <PageJump frame={frame} pages={pages} />
        <div className="flex">
          <IconButton label="Zoom out" onClick={() => zoomTo(zoom - 1)} disabled={zoom === 0}>
            <ZoomOut className="size-4" />
          </IconButton>
          <IconButton label="Zoom in" onClick={() => zoomTo(zoom + 1)} disabled={zoom === ZOOMS.length - 1}>
            <ZoomIn className="size-4" />
          </IconButton>
        </div>
      </div>
      <section
        ref={frame}
        aria-label="Pages of the document"
        // biome-ignore lint/a11y/noNoninteractiveTabindex: a region that scrolls has to be reachable by keyboard
        tabIndex={0}
        className="min-h-0 flex-1 overflow-auto overscroll-contain p-3"
      >
        {isLocked && onPassword && (
          <div className="mb-3">
            <PasswordField tried={password !== null} busy={false} onPassword={onPassword} />
          </div>
        )}
        <div style={{ width: `${(ZOOMS[zoom] ?? 1) * 100}%` }} className="space-y-3">
          {pages.map((page, i) => (
            <Fragment key={page.number}>
              <PartName page={page} before={pages[i - 1]} />
              <PagePicture
                page={page}
                source={picture(page.number, drawnPx)}
                boxes={byPage.get(page.number) ?? NONE}
                pointing={pointing}
                frame={frame}
                onDraw={onDraw}
                password={password}
                onLocked={onLocked}
              />
            </Fragment>
          ))}
        </div>
      </section>
    </div>
  );
}

const NONE: readonly PageBox[] = [];

/** Above the first page of an attachment or sheet. */
function PartName({ page, before }: { page: PageSize; before: PageSize | undefined }) {
  const nameOf = (each: PageSize | undefined) => [each?.part, each?.sheet].filter(Boolean).join(", ");
  const name = nameOf(page);
  return name === "" || name === nameOf(before) ? null : <h3 className="truncate text-xs font-medium text-muted">{name}</h3>;
}

/** Which page is in view, and the way to another one. */
function PageJump({ frame, pages }: { frame: RefObject<HTMLElement | null>; pages: readonly PageSize[] }) {
  const [current, setCurrent] = useState(0);
  const [typed, setTyped] = useState<string | null>(null);
  useEffect(() => {
    const view = frame.current;
    if (!view) return;
    const look = () => setCurrent(pageInView(view));
    view.addEventListener("scroll", look, { passive: true });
    return () => view.removeEventListener("scroll", look);
  }, [frame]);
  if (pages.length < 2) return <p className="px-1 text-xs text-muted">1 page</p>;
  const go = (index: number) => frame.current && scrollToPage(frame.current, index);
  const submit = () => {
    const index = pages.findIndex(({ number }) => number === Number(typed));
    if (index >= 0) go(index);
    setTyped(null);
  };
  return (
    <form
      className="flex items-center gap-1 text-xs text-muted"
      onSubmit={(event) => {
        event.preventDefault();
        submit();
      }}
    >
      <IconButton label="Previous page" onClick={() => go(current - 1)} disabled={current === 0}>
        <ChevronUp className="size-4" />
      </IconButton>
      <IconButton label="Next page" onClick={() => go(current + 1)} disabled={current === pages.length - 1}>
        <ChevronDown className="size-4" />
      </IconButton>
      <label className="flex items-center gap-1.5">
        Page
        <input
          aria-label="Page number"
          inputMode="numeric"
          value={typed ?? pages[current]?.number ?? ""}
          onFocus={(event) => event.target.select()}
          onChange={(event) => setTyped(event.target.value)}
          onBlur={submit}
          className={`${inputLook} max-w-12 px-1.5 py-0.5 text-center text-xs`}
        />
      </label>
      <span className="whitespace-nowrap">of {pages.at(-1)?.number}</span>
    </form>
  );
}

function useWidth(frame: RefObject<HTMLElement | null>): number {
  const [width, setWidth] = useState(600);
  useEffect(() => {
    if (!frame.current) return;
    const observer = new ResizeObserver(([entry]) => entry && setWidth(entry.contentRect.width));
    observer.observe(frame.current);
    return () => observer.disconnect();
  }, [frame]);
  return width;
}

/** While the pages grow and shrink the chosen place stays in the middle of the view; without one, or away from it, what is there now. */
function useKeptPlace(frame: RefObject<HTMLElement | null>, zoom: number, place: PageBox | undefined): () => void {
  const anchor = useRef<Anchor | null>(null);
  // biome-ignore lint/correctness/useExhaustiveDependencies: the pages have another size after a zoom only
  useLayoutEffect(() => {
    if (frame.current && anchor.current) scrollToAnchor(frame.current, anchor.current);
    anchor.current = null;
  }, [zoom]);
  return () => {
    anchor.current = frame.current && ((place && anchorAt(frame.current, place)) ?? anchorIn(frame.current));
  };
}

function useScrollToSelected(frame: RefObject<HTMLElement | null>, place: PageBox | undefined, selected: string | null): void {
  const isFirst = useRef(true);
  // biome-ignore lint/correctness/useExhaustiveDependencies: a correction gives the boxes anew, and moves nothing
  useEffect(() => {
    if (place && frame.current) scrollToPlace(frame.current, place, isFirst.current ? "instant" : "smooth");
    isFirst.current = false;
  }, [frame, selected]);
}
