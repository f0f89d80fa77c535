import {
  useCallback,
  useEffect,
  useRef,
  useState,
  type PointerEvent as ReactPointerEvent,
  type RefObject,
} from "react";
import { DRAG_DELAY_MS } from "~/domain/constants";
import { ignoreRelease } from "./ignore-release";
import type { DropPlace } from "./moves";
import type { PlanRow } from "../list/plan-rows";

/** px after which a pressed mouse begins a drag, and that a resting finger or pen may tremble */
const MOUSE_PX = 4;
const TREMBLE_PX = 8;
/** px at either edge of the list where it scrolls, and px per frame at the very edge */
const EDGE_PX = 32;
const SCROLL_PX = 14;

export interface Drag {
  ids: readonly number[];
  name: string;
  /** null: the pointer is beside the list */
  place: DropPlace | null;
  /** why it can't be dragged at all */
  fixed: string | null;
}

interface DragInput {
  box: RefObject<HTMLDivElement>;
  rowPx: number;
  /** the visits that go along with this one, in their order, or why they can't */
  pick: (row: PlanRow) => { ids: readonly number[]; name: string; fixed: string | null } | null;
  /** @param at row with its fraction, from the top of the list */
  placeAt: (at: number, ids: readonly number[]) => DropPlace | null;
  onDrop: (ids: readonly number[], place: DropPlace) => void;
  /** a finger or pen held the row, and let it go where it was */
  onHold: (row: PlanRow) => void;
}

interface Session {
  row: PlanRow;
  x: number;
  y: number;
  startX: number;
  startY: number;
  active: boolean;
  /** where the pointer was when it took the row, or when the list grew under it: edges don't scroll until it moves */
  still: { x: number; y: number } | null;
  end: () => void;
}

/**
 * Dragging rows of the list: after holding for 400 ms, with a mouse also after 4 px; a finger or pen that moves before
 * may be scrolling. Esc, a lost pointer and a second one cancel; near the edges the list scrolls. The card follows the
 * pointer without rendering the page again.
 */
export function useDrag(input: DragInput): {
  drag: Drag | null;
  card: RefObject<HTMLDivElement>;
  onRowPointerDown: (event: ReactPointerEvent, row: PlanRow) => void;
  keepStill: () => void;
} {
  const [drag, setDrag] = useState<Drag | null>(null);
  const now = useRef({ input, drag });
  now.current = { input, drag };
  const card = useRef<HTMLDivElement>(null);
  const session = useRef<Session | null>(null);
  useEffect(() => () => session.current?.end(), []);
  // A dragging finger must not scroll the page. Safari only asks listeners that were there before the finger was.
  const hold = useCallback((event: Event) => {
    if (session.current?.active) event.preventDefault();
  }, []);
  const asked = useRef<HTMLElement | null>(null);
  useEffect(() => {
    const list = input.box.current;
    if (list === asked.current) return;
    list?.addEventListener("touchmove", hold, { passive: false });
    asked.current = list;
  });
  // The card is rendered after the pointer has moved and has to be at the pointer at once.
  useEffect(() => {
    if (session.current) follow(card.current, session.current);
  });

  const keepStill = useCallback(() => {
    if (session.current) session.current.still = { x: session.current.x, y: session.current.y };
  }, []);

  const onRowPointerDown = useCallback(
    (event: ReactPointerEvent, row: PlanRow) => {
      if (event.button !== 0 || !event.isPrimary || row.kind !== "visit") return;
      session.current?.end();
      const { pointerId } = event;
      const touch = event.pointerType !== "mouse";
      // It hears of its touch also when it has scrolled out of the list, which no longer has the row then.
      const touched = event.target;
      const one: Session = {
        row,
        x: event.clientX,
        y: event.clientY,
        startX: event.clientX,
        startY: event.clientY,
        active: false,
        still: null,
        end: () => undefined,
      };
      session.current = one;
      let frame = 0;
      let moved = false;

      const locate = (): DropPlace | null => {
        const { box, rowPx, placeAt } = now.current.input;
        const rect = box.current?.getBoundingClientRect();
        const picked = now.current.drag;
        if (
          !rect ||
          !box.current ||
          !picked ||
          picked.fixed !== null ||
          one.x < rect.left ||
          one.x > rect.right ||
          one.y < rect.top - EDGE_PX ||
          one.y > rect.bottom + EDGE_PX
        )
          return null;
        return placeAt(
          (Math.min(rect.bottom, Math.max(rect.top, one.y)) - rect.top + box.current.scrollTop) / rowPx,
          picked.ids,
        );
      };
      const place = () => {
        const next = locate();
        setDrag((old) => (old === null || same(old.place, next) ? old : { ...old, place: next }));
      };
      const scroll = () => {
        const { box } = now.current.input;
        const rect = box.current?.getBoundingClientRect();
        if (one.still !== null && Math.hypot(one.x - one.still.x, one.y - one.still.y) > TREMBLE_PX) one.still = null;
        if (rect && box.current && one.still === null) {
          const by =
            one.y < rect.top + EDGE_PX
              ? -(1 - (one.y - rect.top) / EDGE_PX)
              : one.y > rect.bottom - EDGE_PX
                ? 1 - (rect.bottom - one.y) / EDGE_PX
                : 0;
          if (by !== 0) box.current.scrollTop += Math.round(Math.max(-1, Math.min(1, by)) * SCROLL_PX);
        }
        place();
        frame = requestAnimationFrame(scroll);
      };
      const begin = () => {
        clearTimeout(timer);
        const picked = now.current.input.pick(row);
        if (picked === null) return one.end();
        one.active = true;
        if (!moved) keepStill();
        setDrag({ ...picked, place: null });
        frame = requestAnimationFrame(scroll);
      };
      // Held still, mouse and finger alike take the visit after the delay; a mouse that moves takes it at once.
      const timer = setTimeout(begin, DRAG_DELAY_MS);

      // Another finger, a palm, or a mouse that hovers beside the pen.
      const isOther = (other: PointerEvent) => other.pointerId !== pointerId;
      const onMove = (move: PointerEvent) => {
        if (isOther(move)) return;
        one.x = move.clientX;
        one.y = move.clientY;
        const far = Math.hypot(one.x - one.startX, one.y - one.startY);
        moved ||= far >= (touch ? TREMBLE_PX : MOUSE_PX);
        if (one.active) follow(card.current, one);
        else if (touch && moved) one.end();
        else if (!touch && far >= MOUSE_PX) begin();
      };
      const onUp = (up: PointerEvent) => {
        if (isOther(up)) return;
        const {
          drag: last,
          input: { onDrop, onHold },
        } = now.current;
        const rested = touch && one.active && !moved;
        const target = one.active && !rested ? locate() : null;
        // A slow click is still a click.
        if (one.active && (moved || touch)) ignoreRelease(touch);
        one.end();
        if (rested) onHold(row);
        else if (last !== null && target !== null && target.refused === null) onDrop(last.ids, target);
      };
      const onKey = (key: KeyboardEvent) => {
        if (key.key !== "Escape" || !one.active) return;
        key.preventDefault();
        key.stopPropagation();
        one.end();
      };
      const onCancel = (lost: PointerEvent) => {
        if (!isOther(lost)) one.end();
      };
      // Two fingers zoom.
      const onOtherDown = () => one.end();
      // Nor may it open a menu, the browser's or the row's.
      const holdMenu = (menu: Event) => {
        if (!touch) return;
        menu.preventDefault();
        menu.stopPropagation();
      };
      document.addEventListener("pointermove", onMove);
      document.addEventListener("pointerup", onUp);
      document.addEventListener("pointercancel", onCancel);
      document.addEventListener("pointerdown", onOtherDown, true);
      document.addEventListener("keydown", onKey, true);
      touched.addEventListener("touchmove", hold, { passive: false });
      document.addEventListener("contextmenu", holdMenu, true);
      one.end = () => {
        clearTimeout(timer);
        cancelAnimationFrame(frame);
        document.removeEventListener("pointermove", onMove);
        document.removeEventListener("pointerup", onUp);
        document.removeEventListener("pointercancel", onCancel);
        document.removeEventListener("pointerdown", onOtherDown, true);
        document.removeEventListener("keydown", onKey, true);
        touched.removeEventListener("touchmove", hold);
        document.removeEventListener("contextmenu", holdMenu, true);
        if (session.current === one) session.current = null;
        setDrag(null);
      };
    },
    [hold, keepStill],
  );
  return { drag, card, onRowPointerDown, keepStill };
}

const same = (a: DropPlace | null, b: DropPlace | null): boolean =>
  a === b ||
  (a !== null &&
    b !== null &&
    a.toRouteId === b.toRouteId &&
    a.position === b.position &&
    a.line === b.line &&
    a.intoKey === b.intoKey &&
    a.refused === b.refused);

/** Beside the pointer, on the side with room: the card grows when its figures arrive. */
function follow(card: HTMLDivElement | null, { x, y }: Session): void {
  if (!card) return;
  const left = Math.max(8, Math.min(x + 16, window.innerWidth - card.offsetWidth - 8));
  card.style.transform =
    y > window.innerHeight / 2
      ? `translate(${left}px, ${y - 16}px) translateY(-100%)`
      : `translate(${left}px, ${y + 16}px)`;
}
