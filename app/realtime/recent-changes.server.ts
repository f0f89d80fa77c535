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

/** @returns a function that ends the keeping */
export function keepRecentChanges(): () => void {
  const stop = listenToLive((message) => {
    if (message.kind !== "change") return;
    const { companyId, event, except } = message;
    const atMs = Date.now();
    kept = [...kept.filter((one) => one.atMs >= atMs - KEPT_MS).slice(1 - KEPT), { companyId, atMs, event, except }];
  });
  return () => {
    stop();
    kept = [];
  };
}

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
