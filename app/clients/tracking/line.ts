/** The line on which the server tells of newer versions of the page, and how far it can be trusted. */
import { wasRight } from "./old-page";
import { main } from "./page";

/** The server gives a sign every 20 seconds; two of them may be late. */
const STANDS_MS = 50_000;

let events: EventSource | null = null;
/** Of the phone's clock: the last sign, at first the line's beginning. */
let heardMs = 0;
/** The version that the server told of last; "": none yet. */
let told = "";

const isSilent = (): boolean => Date.now() - heardMs > STANDS_MS;

const isNewest = (): boolean => told === main().dataset.version;

/** @param onNewer gets to know that the page is to be loaded again */
export function listen(onNewer: () => void): void {
  const { events: address } = main().dataset;
  if (events !== null || document.hidden || address === undefined || typeof EventSource === "undefined") return;
  const own = new EventSource(address);
  events = own;
  [told, heardMs] = ["", Date.now()];
  const hear = () => {
    if (isSilent()) {
      // Of a phone that slept: nobody knows how long the sign was on its way, or what came after it.
      stopListening();
      listen(onNewer);
      return onNewer();
    }
    heardMs = Date.now();
    if (isNewest()) wasRight();
  };
  own.addEventListener("beat", hear);
  own.onmessage = ({ data }: MessageEvent<string>) => {
    told = data;
    hear();
    if (events === own && !isNewest()) onNewer();
  };
  own.onerror = () => {
    // While it is connecting, the browser tries by itself. Closed: refused, or too many; then the page asks.
    if (own.readyState === EventSource.CLOSED && events === own) events = null;
  };
}

export function stopListening(): void {
  events?.close();
  events = null;
}

/**
 * Whether the server would have told of a newer version than the one that shows. Without a network a line may seem open
 * for many minutes: one that has been silent for too long is closed.
 */
export function isUpToDate(): boolean {
  if (isSilent()) stopListening();
  return events?.readyState === EventSource.OPEN && navigator.onLine && isNewest();
}
