import type { ChangeEvent } from "./events";
import { listenToLive, publishChange } from "./publisher.server";

/** Changes are kept this long for pages whose socket was not open yet when they were published; at most this many. */
const KEPT_MS = 60_000;
const KEPT = 500;

interface KeptChange {
  companyId: number;
  /** of this process's clock */
  atMs: number;
  event: ChangeEvent;
  except: string | undefined;
}

/** Each process keeps what it has heard, whichever process published it. */
let kept: KeptChange[] = [];
/** Since when nothing is missing: the process listens, and no more than `KEPT` changes came. */
let completeFromMs = Infinity;

/** @returns a function that ends the keeping */
export function keepRecentChanges(): () => void {
  completeFromMs = Date.now();
  const stop = listenToLive((message) => {
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
    completeFromMs = Infinity;
  };
}

/** Whether `changesSince` can miss nothing: a page that is older has to load its data again. */
export const areAllKept = (sinceMs: number): boolean => sinceMs >= Math.max(completeFromMs, Date.now() - KEPT_MS);

/** Changes of the company since a moment of this server's clock, oldest first, as far as they are kept. */
export function changesSince(companyId: number, sinceMs: number): ChangeEvent[] {
  return kept.filter((one) => one.companyId === companyId && one.atMs >= sinceMs).map((one) => one.event);
}

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
