import { AsyncLocalStorage } from "node:async_hooks";

/** A request counts for so long: uploads, downloads and a driver's stream of news go on for minutes. */
const COUNTS_MS = 300;

interface UnderWay {
  since: number;
}

const underWay = new Set<UnderWay>();
const own = new AsyncLocalStorage<UnderWay>();

/** Runs what answers a request, and counts the request until `whenOver` calls what it is given. */
export function countRequest(whenOver: (over: () => void) => void, answer: () => void): void {
  const request: UnderWay = { since: performance.now() };
  underWay.add(request);
  whenOver(() => void underWay.delete(request));
  own.run(request, answer);
}

/** The request at hand does long work from here on: it is not one that others make room for. */
export function ownRequestMayWait(): void {
  const request = own.getStore();
  if (request !== undefined) underWay.delete(request);
}

/** Whether a request is under way whose answer should be quick. */
export function somebodyWaits(): boolean {
  const from = performance.now() - COUNTS_MS;
  for (const { since } of underWay) if (since >= from) return true;
  return false;
}
