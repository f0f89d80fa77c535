import { useContext, useEffect, useRef } from "react";
import type { PositionEvent } from "./events";
import { LiveContext } from "./use-live";

/** Hears where vehicles are, as long as the page is open. What was missed is in the page's own data. */
export function useLivePositions(take: (events: PositionEvent[]) => void): void {
  const { socket } = useContext(LiveContext);
  const now = useRef(take);
  useEffect(() => {
    now.current = take;
  });
  useEffect(() => {
    if (!socket) return;
    const onPositions = (events: PositionEvent[]) => now.current(events);
    socket.on("positions", onPositions);
    return () => void socket.off("positions", onPositions);
  }, [socket]);
}
