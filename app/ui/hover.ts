import { useSyncExternalStore } from "react";

/**
 * The record under the pointer, a visit or a route, kept outside React's state: it changes dozens of times a second
 * while the pointer moves over the list, and only the marks in list, map and timeline have to follow, not the page.
 */
export interface Hover {
  get: () => number | null;
  set: (id: number | null) => void;
  subscribe: (listener: () => void) => () => void;
}

export function createHover(): Hover {
  let current: number | null = null;
  const listeners = new Set<() => void>();
  return {
    get: () => current,
    set: (id) => {
      if (id === current) return;
      current = id;
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

/** Rendered again only when the pointer enters or leaves this one. */
export const useIsHovered = (hover: Hover, id: number | null): boolean =>
  useSyncExternalStore(hover.subscribe, () => id !== null && hover.get() === id, never);
