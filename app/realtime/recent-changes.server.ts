import type { ChangeEvent, PositionEvent } from "./events";
import { listenToLive, publishChange } from "./publisher.server";

/**
 * Changes and positions are kept this long for pages whose socket was not open yet when they were published; at most
 * this many changes, and of each route the newest position.
 */
const KEPT_MS = 60_000;
const KEPT = 500;

interface KeptChange {
  companyId: number;
  /** of this process's clock */
  atMs: number;
  event: ChangeEvent;
  except: string | undefined;
}

interface KeptPosition {
  companyId: number;
  /** of this process's clock */
  atMs: number;
  event: PositionEvent;
}

/** Each process keeps what it has heard, whichever process published it. */
let kept: KeptChange[] = [];
/** by route, the one that was heard last at the end */
const keptPositions = new Map<number, KeptPosition>();
/** Since when nothing is missing: the process listens, and no more than `KEPT` changes came. */
let completeFromMs = Infinity;

/** @returns a function that ends the keeping */
export function keepRecentChanges(): () => void {
  completeFromMs = Date.now();
  const stop = listenToLive((message) => {
    if (message.kind === "positions") keepPositions(message.companyId, message.events);
    if (message.kind !== "change") return;
    const { companyId, event, except } = message;
    const atMs = Date.now();
    const young = kept.filter((one) => one.atMs >= atMs - KEPT_MS);
    const dropped = young.at(-KEPT);
    if (dropped !== undefined) completeFromMs = Math.max(completeFromMs, dropped.atMs + 1);
    kept = [...young.slice(1 - KEPT), { companyId, atMs, event, except }];
  });
  return () => {
    stop();
    kept = [];
    keptPositions.clear();
    completeFromMs = Infinity;
  };
}

function keepPositions(companyId: number, events: readonly PositionEvent[]): void {
  const atMs = Date.now();
  for (const event of events) {
    keptPositions.delete(event.routeId);
    keptPositions.set(event.routeId, { companyId, atMs, event });
  }
  for (const [routeId, one] of keptPositions) {
    if (one.atMs >= atMs - KEPT_MS) break;
    keptPositions.delete(routeId);
  }
}

/** Whether `changesSince` can miss nothing: a page that is older has to load its data again. */
export const areAllKept = (sinceMs: number): boolean => sinceMs >= Math.max(completeFromMs, Date.now() - KEPT_MS);

/** Changes of the company since a moment of this server's clock, oldest first, as far as they are kept. */
export function changesSince(companyId: number, sinceMs: number): ChangeEvent[] {
  return kept.filter((one) => one.companyId === companyId && one.atMs >= sinceMs).map((one) => one.event);
}

/** Where the company's vehicles have moved since a moment of this server's clock: the newest position of each route. */
export const positionsSince = (companyId: number, sinceMs: number): PositionEvent[] =>
  [...keptPositions.values()]
    .filter((one) => one.companyId === companyId && one.atMs >= sinceMs)
    .map((one) => one.event);

/**
 * Publishes again what a tab was left out of since a moment of this server's clock: its request was cut off, so the
 * answer that would have shown the change never arrives. It goes to all tabs.
 */
export function republishOwnChanges(companyId: number, tab: string, sinceMs: number): void {
  for (const { event } of kept.filter(
    (one) => one.companyId === companyId && one.except === tab && one.atMs >= sinceMs,
  ))
    publishChange(companyId, event);
}
