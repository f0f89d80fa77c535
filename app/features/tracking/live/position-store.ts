/**
 * Where the vehicles are and which way they took, kept outside React's state: several positions arrive every second.
 */
import type { PositionEvent } from "~/realtime/events";
import { parseUtcText } from "~/domain/time/utc-text";
import type { LngLat } from "~/lib/polyline";
import type { MarkedPosition } from "~/ui/map/route-marks";

export interface Positions {
  /** by route */
  latest: ReadonlyMap<number, MarkedPosition>;
  /** by route, oldest first */
  trails: ReadonlyMap<number, readonly LngLat[]>;
}

export interface PositionStore {
  get: () => Positions;
  subscribe: (listener: () => void) => () => void;
  /** What the server's page says; a position that was heard since and is newer stays. */
  load: (routes: readonly { id: number; position: MarkedPosition | null }[]) => void;
  /** The ways so far are being asked for. */
  expectTrails: () => void;
  /** They are there; what was heard since they were asked for goes to their ends. */
  loadTrails: (trails: ReadonlyMap<number, readonly LngLat[]>) => void;
  /** What the socket tells. Positions that are older than the known one are left out. */
  take: (events: readonly PositionEvent[]) => void;
}

/** @param schedule runs what it is given soon, so that what arrives meanwhile is drawn together */
export function createPositionStore(schedule: (draw: () => void) => void): PositionStore {
  let latest = new Map<number, MarkedPosition>();
  let trails = new Map<number, readonly LngLat[]>();
  /** what was heard before the ways so far were loaded */
  let heard: Map<number, LngLat[]> | null = new Map();
  let current: Positions = { latest: new Map(), trails: new Map() };
  let isScheduled = false;
  const listeners = new Set<() => void>();
  const changed = () => {
    if (isScheduled) return;
    isScheduled = true;
    schedule(() => {
      isScheduled = false;
      current = { latest: new Map(latest), trails: new Map(trails) };
      for (const listener of [...listeners]) listener();
    });
  };
  return {
    get: () => current,
    subscribe: (listener) => {
      listeners.add(listener);
      return () => void listeners.delete(listener);
    },
    load(routes) {
      const next = new Map<number, MarkedPosition>();
      for (const { id, position } of routes) {
        const known = latest.get(id);
        const newest = known !== undefined && known.atSec > (position?.atSec ?? 0) ? known : position;
        if (newest !== null) next.set(id, newest);
      }
      latest = next;
      trails = new Map([...trails].filter(([id]) => routes.some((route) => route.id === id)));
      changed();
    },
    expectTrails() {
      heard = new Map();
    },
    loadTrails(loaded) {
      trails = new Map([...loaded].map(([id, path]) => [id, [...path, ...(heard?.get(id) ?? [])]]));
      heard = null;
      changed();
    },
    take(events) {
      for (const { routeId, lat, lng, headingDeg, takenAt } of events) {
        const atSec = parseUtcText(takenAt);
        if (atSec === null || atSec <= (latest.get(routeId)?.atSec ?? 0)) continue;
        latest.set(routeId, { lat, lng, headingDeg, atSec });
        trails.set(routeId, [...(trails.get(routeId) ?? []), [lng, lat]]);
        heard?.set(routeId, [...(heard.get(routeId) ?? []), [lng, lat]]);
      }
      changed();
    },
  };
}
