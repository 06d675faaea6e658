/** The pages of a document with the places its values were read from. Pictures are drawn by the server and loaded when they come into view. */
import { ZoomIn, ZoomOut } from "lucide-react";
import { memo, useEffect, useMemo, useRef, useState } from "react";
import { type Pointing, usePointState, useSelected } from "#document/pointing.ts";
import { IconButton } from "#ui/button.tsx";

export type PageSize = { number: number; width: number; height: number };
/** `bbox`: left, top, right, bottom as shares of the page. `tone` tells how sure the value is. */
export type PageBox = { id: string; page: number; bbox: readonly number[]; label: string; tone: "good" | "warn" | "bad" };

type PageViewProps = {
  pages: readonly PageSize[];
  /** Address of a page's picture of about this width. */
  picture: (page: number, widthPx: number) => string;
  boxes: readonly PageBox[];
  pointing: Pointing;
};

const ZOOMS = [1, 1.5, 2, 3];
/** The server draws a page once per width, so a few widths serve all screens. */
const WIDTHS_PX = [800, 1200, 1800, 2600];

export function PageView({ pages, picture, boxes, pointing }: PageViewProps) {
  const [zoom, setZoom] = useState(0);
  const frame = useRef<HTMLElement>(null);
  const widthPx = useWidth(frame) * (ZOOMS[zoom] ?? 1) * devicePixelRatio;
  const drawnPx = WIDTHS_PX.find((each) => each >= widthPx) ?? WIDTHS_PX.at(-1) ?? widthPx;
  useScrollTo(frame, useSelected(pointing));
  const byPage = useMemo(() => Map.groupBy(boxes, ({ page }) => page), [boxes]);
  return (
    <div className="relative flex min-h-0 flex-col rounded-xl border bg-sunken">
      <div className="flex items-center justify-between border-b px-3 py-1.5">
        <p className="text-xs text-muted">{pages.length === 1 ? "1 page" : `${pages.length} pages`}</p>
        <div className="flex">
          <IconButton label="Zoom out" onClick={() => setZoom(zoom - 1)} disabled={zoom === 0}>
            <ZoomOut className="size-4" />
          </IconButton>
          <IconButton label="Zoom in" onClick={() => setZoom(zoom + 1)} disabled={zoom === ZOOMS.length - 1}>
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
        <div style={{ width: `${(ZOOMS[zoom] ?? 1) * 100}%` }} className="space-y-3">
          {pages.map((page) => (
            <PagePicture
              key={page.number}
              page={page}
              source={picture(page.number, drawnPx)}
              boxes={byPage.get(page.number) ?? NONE}
              pointing={pointing}
            />
          ))}
        </div>
      </section>
    </div>
  );
}

const NONE: readonly PageBox[] = [];

const TONES = {
  good: "border-good/70 bg-good/10",
  warn: "border-warn/80 bg-warn/15",
  bad: "border-bad/80 bg-bad/15",
};

const PagePicture = memo(function PagePicture(props: { page: PageSize; source: string; boxes: readonly PageBox[]; pointing: Pointing }) {
  const { page, source, boxes, pointing } = props;
  const [state, setState] = useState<"loading" | "shown" | "failed">("loading");
  return (
    <figure className="relative bg-white shadow-sm [content-visibility:auto]" style={{ aspectRatio: `${page.width} / ${page.height}` }}>
      <img
        src={source}
        alt={`Page ${page.number}`}
        loading="lazy"
        decoding="async"
        onLoad={() => setState("shown")}
        onError={() => setState("failed")}
        className={`absolute inset-0 size-full transition-opacity ${state === "shown" ? "opacity-100" : "opacity-0"}`}
      />
      {state === "failed" && (
        <figcaption className="absolute inset-0 flex items-center justify-center p-6 text-center text-sm text-neutral-700">
          The picture of page {page.number} could not be loaded. It may be deleted, or the server is away.
        </figcaption>
      )}
      {boxes.map((box, i) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: a value may stand in several places
        <BoxOnPage key={`${box.id} ${i}`} box={box} pointing={pointing} />
      ))}
    </figure>
  );
});

const RINGS = { selected: "ring-3 ring-accent", active: "ring-2 ring-accent/70", "": "" };

const BoxOnPage = memo(function BoxOnPage({ box, pointing }: { box: PageBox; pointing: Pointing }) {
  const state = usePointState(pointing, box.id);
  return (
    <button
      type="button"
      // By keyboard the values are reached in their list, which shows the same.
      tabIndex={-1}
      data-box={box.id}
      data-active={state !== "" || undefined}
      aria-label={box.label}
      title={box.label}
      onPointerEnter={() => pointing.point(box.id)}
      onPointerLeave={() => pointing.point(null)}
      onClick={() => pointing.select(box.id)}
      style={placeOf(box.bbox)}
      className={`absolute rounded-[3px] border ${TONES[box.tone]} ${RINGS[state]}`}
    />
  );
});

/** A little larger than the words, so that the frame does not cross them. */
const MARGIN = 0.003;

function placeOf([left = 0, top = 0, right = 0, bottom = 0]: readonly number[]) {
  const percent = (share: number) => `${share * 100}%`;
  return {
    left: percent(left - MARGIN),
    top: percent(top - MARGIN),
    width: percent(right - left + 2 * MARGIN),
    height: percent(bottom - top + 2 * MARGIN),
  };
}

function useWidth(frame: React.RefObject<HTMLElement | null>): number {
  const [width, setWidth] = useState(600);
  useEffect(() => {
    if (!frame.current) return;
    const observer = new ResizeObserver(([entry]) => entry && setWidth(entry.contentRect.width));
    observer.observe(frame.current);
    return () => observer.disconnect();
  }, [frame]);
  return width;
}

function useScrollTo(frame: React.RefObject<HTMLElement | null>, selected: string | null): void {
  useEffect(() => {
    if (selected === null) return;
    frame.current?.querySelector(`[data-box="${CSS.escape(selected)}"]`)?.scrollIntoView({ block: "nearest", behavior: "smooth" });
  }, [frame, selected]);
}
