import { useSyncExternalStore } from "react";

/**
 * The visit under the pointer, kept outside React's state: it changes dozens of times a second while the pointer moves
 * over the list, and only the marks in list, map and timeline have to follow, not the page.
 */
export interface Hover {
  get: () => number | null;
  set: (visitId: number | null) => void;
  subscribe: (listener: () => void) => () => void;
}

export function createHover(): Hover {
  let current: number | null = null;
  const listeners = new Set<() => void>();
  return {
    get: () => current,
    set: (visitId) => {
      if (visitId === current) return;
      current = visitId;
      for (const listener of [...listeners]) listener();
    },
    subscribe: (listener) => {
      listeners.add(listener);
      return () => void listeners.delete(listener);
    },
  };
}

const nothing = () => null;
const never = () => false;

export const useHovered = (hover: Hover): number | null => useSyncExternalStore(hover.subscribe, hover.get, nothing);

/** Rendered again only when the pointer enters or leaves this visit. */
export const useIsHovered = (hover: Hover, visitId: number | null): boolean =>
  useSyncExternalStore(hover.subscribe, () => visitId !== null && hover.get() === visitId, never);
