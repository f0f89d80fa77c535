import { AsyncLocalStorage } from "node:async_hooks";

/** A request counts for so long: uploads, downloads and a driver's stream of news go on for minutes. */
const COUNTS_MS = 300;

interface UnderWay {
  since: number;
}

const underWay = new Set<UnderWay>();
const own = new AsyncLocalStorage<UnderWay>();

/** What a stop waits for. The number: how many parts of the request aren't over, its answer and pieces of its work. */
const unfinished = new Map<UnderWay, number>();
const waiting = new Set<() => void>();

function forgetUnfinished(request: UnderWay): void {
  unfinished.delete(request);
  if (unfinished.size === 0) for (const go of waiting) go();
}

/** @returns what ends this part of the request */
function begin(request: UnderWay): () => void {
  unfinished.set(request, (unfinished.get(request) ?? 0) + 1);
  return () => {
    const parts = unfinished.get(request);
    if (parts === undefined) return;
    if (parts > 1) unfinished.set(request, parts - 1);
    else forgetUnfinished(request);
  };
}

/** Runs what answers a request, and counts the request until `whenOver` calls what it is given. */
export function countRequest(whenOver: (over: () => void) => void, answer: () => void): void {
  const request: UnderWay = { since: performance.now() };
  underWay.add(request);
  const end = begin(request);
  whenOver(() => {
    underWay.delete(request);
    end();
  });
  own.run(request, answer);
}

/** The request at hand does long work from here on: it is not one that others make room for. */
export function ownRequestMayWait(): void {
  const request = own.getStore();
  if (request !== undefined) underWay.delete(request);
}

/** Work for the request at hand: it goes on when the caller leaves, and a stop waits for it. */
export async function workOfRequest<T>(work: () => Promise<T>): Promise<T> {
  const request = own.getStore();
  if (request === undefined) return work();
  const end = begin(request);
  try {
    return await work();
  } finally {
    end();
  }
}

/** The answer of the request at hand has no end of its own: no stop waits for it. */
export function ownRequestIsAStream(): void {
  const request = own.getStore();
  if (request !== undefined) forgetUnfinished(request);
}

/**
 * Waits until no request is under way, at most so long. Meanwhile `isBeingStopped` is true.
 * @returns how many still are
 */
export async function untilNoRequest(limitMs: number): Promise<number> {
  if (unfinished.size > 0)
    await new Promise<void>((resolve) => {
      const go = (): void => {
        clearTimeout(limit);
        waiting.delete(go);
        resolve();
      };
      const limit = setTimeout(go, limitMs);
      waiting.add(go);
    });
  return unfinished.size;
}

/** Somebody waits for all requests to end: one that only waits for news answers with what is known. */
export const isBeingStopped = (): boolean => waiting.size > 0;

/** Whether a request is under way whose answer should be quick. */
export function somebodyWaits(): boolean {
  const from = performance.now() - COUNTS_MS;
  for (const { since } of underWay) if (since >= from) return true;
  return false;
}
