import { useContext, useEffect, useState, useSyncExternalStore } from "react";
import { decodePolyline } from "~/lib/polyline";
import { absolute, paths } from "~/paths";
import { LiveContext } from "~/realtime/use-live";
import { useLivePositions } from "~/realtime/use-live-positions";
import type { LngLat } from "~/lib/polyline";
import type { TrackedRoute } from "../tracking-view";
import { createPositionStore, type PositionStore, type Positions } from "./position-store";

/** Positions that arrive within this time are drawn together. */
const DRAW_MS = 200;

/** Ways so far, as the server writes them. */
export interface TrailLine {
  /** of the route */
  id: number;
  /** encoded, oldest first */
  line: string;
}

/** The vehicles of these routes: as the page knows them, with what is heard since. */
export function usePositionStore(routes: readonly TrackedRoute[]): PositionStore {
  const [store] = useState(() => createPositionStore((draw) => void setTimeout(draw, DRAW_MS)));
  const { state } = useContext(LiveContext);
  useEffect(() => store.load(routes), [store, routes]);
  useLivePositions(store.take);
  // Once, and after every gap.
  const isCut = state === "offline" || state === "elsewhere" || state === "signedOut";
  const hasRoutes = routes.length > 0;
  useEffect(() => {
    if (isCut || !hasRoutes) return;
    const controller = new AbortController();
    store.expectTrails();
    void loadTrails(controller.signal).then((trails) => {
      if (trails !== null && !controller.signal.aborted) store.loadTrails(trails);
    });
    return () => controller.abort();
  }, [store, isCut, hasRoutes]);
  return store;
}

/** Null: they can't be loaded now; the map goes without them until the next try. */
async function loadTrails(signal: AbortSignal): Promise<Map<number, LngLat[]> | null> {
  try {
    const response = await fetch(absolute(paths.trackingTrails()), { signal });
    if (!response.ok) return null;
    const { trails } = (await response.json()) as { trails: TrailLine[] };
    return new Map(trails.map(({ id, line }) => [id, decodePolyline(line)]));
  } catch {
    return null;
  }
}

const NOTHING: Positions = { latest: new Map(), trails: new Map() };

export const usePositions = (store: PositionStore): Positions =>
  useSyncExternalStore(store.subscribe, store.get, () => NOTHING);
