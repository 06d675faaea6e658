/** One page: its picture, the places on it, and the box that somebody draws. Away from the view it is only as large as it will be. */
import { memo, type PointerEvent, type RefObject, useEffect, useRef, useState } from "react";
import { usePicture } from "#document/picture.ts";
import { type Pointing, usePointState } from "#document/pointing.ts";

/** `part`: the attachment, `sheet`: the sheet that the page is of. */
export type PageSize = { number: number; width: number; height: number; part?: string; sheet?: string };
/** Left, top, right, bottom as shares of the page. */
export type Bbox = readonly number[];
/** `tone` tells how sure the value is. */
export type PageBox = { id: string; page: number; bbox: Bbox; label: string; tone: "good" | "warn" | "bad" };

type PagePictureProps = {
  page: PageSize;
  source: string;
  boxes: readonly PageBox[];
  pointing: Pointing;
  /** What scrolls. */
  frame: RefObject<HTMLElement | null>;
  /** Takes a box that is drawn; without it boxes are pointed at. */
  onDraw: ((page: number, bbox: Bbox) => void) | undefined;
  /** Of a locked PDF, once somebody has told it. */
  password: string | null;
  onLocked: () => void;
};

export const PagePicture = memo(function PagePicture(props: PagePictureProps) {
  const { page, source, boxes, pointing, frame, onDraw, password, onLocked } = props;
  const figure = useRef<HTMLElement>(null);
  const isNear = useNear(figure, frame);
  const { shown, problem, locked } = usePicture(source, isNear, password);
  useEffect(() => {
    if (locked) onLocked();
  }, [locked, onLocked]);
  return (
    <figure
      ref={figure}
      data-page={page.number}
      className="relative bg-white shadow-sm"
      style={{ aspectRatio: `${page.width} / ${page.height}` }}
    >
      {shown && <img src={shown} alt={`Page ${page.number}`} className="absolute inset-0 size-full" />}
      {problem && (
        <figcaption className="absolute inset-0 flex items-center justify-center p-6 text-center text-sm text-neutral-700">
          {problem}
        </figcaption>
      )}
      {isNear &&
        boxes.map((box, i) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: a value may stand in several places
          <BoxOnPage key={`${box.id} ${i}`} box={box} pointing={pointing} />
        ))}
      {onDraw && <DrawBox label={`Draw a box on page ${page.number}`} onDraw={(bbox) => onDraw(page.number, bbox)} />}
    </figure>
  );
});

/** Whether it is in view, or about to be. */
function useNear(figure: RefObject<HTMLElement | null>, frame: RefObject<HTMLElement | null>): boolean {
  const [isNear, setNear] = useState(false);
  useEffect(() => {
    if (!figure.current) return;
    const observer = new IntersectionObserver(([entry]) => entry && setNear(entry.isIntersecting), {
      root: frame.current,
      rootMargin: "50% 0px",
    });
    observer.observe(figure.current);
    return () => observer.disconnect();
  }, [figure, frame]);
  return isNear;
}

const TONES = {
  good: "border-good/70 bg-good/10",
  warn: "border-warn/80 bg-warn/15",
  bad: "border-bad/80 bg-bad/15",
};
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
      style={placeOf(box.bbox, MARGIN)}
      className={`absolute rounded-[3px] border ${TONES[box.tone]} ${RINGS[state]}`}
    />
  );
});

/** A little larger than the words, so that the frame does not cross them. */
const MARGIN = 0.003;

function placeOf([left = 0, top = 0, right = 0, bottom = 0]: Bbox, margin: number) {
  const percent = (share: number) => `${share * 100}%`;
  return {
    left: percent(left - margin),
    top: percent(top - margin),
    width: percent(right - left + 2 * margin),
    height: percent(bottom - top + 2 * margin),
  };
}

type Corner = { x: number; y: number };
/** Shares of the page; what is smaller was a click. */
const DRAWN_MIN = 0.004;

/** A box drawn with the pointer, from one corner to the other. */
function DrawBox({ label, onDraw }: { label: string; onDraw: (bbox: Bbox) => void }) {
  const [from, setFrom] = useState<Corner | null>(null);
  const [to, setTo] = useState<Corner | null>(null);
  const cornerAt = ({ currentTarget, clientX, clientY }: PointerEvent): Corner => {
    const { left, top, width, height } = currentTarget.getBoundingClientRect();
    const share = (at: number) => Math.min(1, Math.max(0, at));
    return { x: share((clientX - left) / width), y: share((clientY - top) / height) };
  };
  const drawn = from && to && bboxOf(from, to);
  const end = () => {
    if (drawn && drawn[2] - drawn[0] > DRAWN_MIN && drawn[3] - drawn[1] > DRAWN_MIN) onDraw(drawn);
    setFrom(null);
    setTo(null);
  };
  return (
    <div
      role="img"
      aria-label={label}
      className="absolute inset-0 cursor-crosshair touch-none bg-accent/5"
      onPointerDown={(event) => {
        event.currentTarget.setPointerCapture(event.pointerId);
        setFrom(cornerAt(event));
      }}
      onPointerMove={(event) => from && setTo(cornerAt(event))}
      onPointerUp={end}
      onPointerCancel={end}
    >
      {drawn && <div className="absolute border-2 border-accent bg-accent/15" style={placeOf(drawn, 0)} />}
    </div>
  );
}

const bboxOf = (a: Corner, b: Corner) => [Math.min(a.x, b.x), Math.min(a.y, b.y), Math.max(a.x, b.x), Math.max(a.y, b.y)] as const;
