import { useContext, useEffect, useRef } from "react";
import { useLocation } from "@remix-run/react";
import type { PositionEvent } from "./events";
import { LiveContext } from "./use-live";

/**
 * Hears where vehicles are, as long as the page is open, and what was told between the making of the page and the
 * moment from which it listens, or while it was on its way. Its own data may be newer: `take` compares the times.
 */
export function useLivePositions(take: (events: PositionEvent[]) => void): void {
  const { socket, positions } = useContext(LiveContext);
  const { pathname } = useLocation();
  const now = useRef(take);
  useEffect(() => {
    now.current = take;
  });
  useEffect(() => {
    if (!socket) return;
    const onPositions = (events: PositionEvent[]) => now.current(events);
    socket.on("positions", onPositions);
    if (positions.size > 0) onPositions([...positions.values()]);
    return () => void socket.off("positions", onPositions);
    // By the path, because a route's page stays mounted when another route is opened.
  }, [socket, positions, pathname]);
}
