import { useEffect, useRef, useState, type KeyboardEvent, type PointerEvent, type ReactNode } from "react";
import styles from "./plan-page.module.css";
import { remember, remembered } from "~/lib/browser-memory";

const MIN_PX = 360;
const MAX_PX = 480;
const FIRST_PX = 420;
const MEMORY = "plan-list-width";

const kept = (px: number): number => Math.round(Math.min(MAX_PX, Math.max(MIN_PX, px)));

/** The list with everything else beside it; the line between them can be dragged or moved with the arrow keys. */
export function PlanSplit({ list, children }: { list: ReactNode; children: ReactNode }) {
  const [width, setWidth] = useState(FIRST_PX);
  const drag = useRef<{ x: number; width: number } | null>(null);
  useEffect(() => {
    const stored = Number(remembered(MEMORY));
    if (stored > 0) setWidth(kept(stored));
  }, []);
  const widen = (px: number) => {
    setWidth(kept(px));
    remember(MEMORY, String(kept(px)));
  };
  const onPointerMove = (event: PointerEvent) => {
    if (drag.current) setWidth(kept(drag.current.width + event.clientX - drag.current.x));
  };
  const onKeyDown = (event: KeyboardEvent) => {
    const step = event.key === "ArrowLeft" ? -16 : event.key === "ArrowRight" ? 16 : 0;
    if (step === 0) return;
    event.preventDefault();
    widen(width + step);
  };
  return (
    <div className={styles.split} style={{ ["--list-width" as string]: `${width}px` }}>
      <div className={styles.list}>{list}</div>
      <div
        className={styles.grip}
        role="separator"
        aria-orientation="vertical"
        aria-label="Width of the list"
        aria-valuemin={MIN_PX}
        aria-valuemax={MAX_PX}
        aria-valuenow={width}
        tabIndex={0}
        onPointerDown={(event) => {
          drag.current = { x: event.clientX, width };
          event.currentTarget.setPointerCapture(event.pointerId);
        }}
        onPointerMove={onPointerMove}
        // Let go, or taken away by the system.
        onLostPointerCapture={() => {
          drag.current = null;
          widen(width);
        }}
        onKeyDown={onKeyDown}
      />
      {children}
    </div>
  );
}
