/**
 * Keeps the page of a link up to date: by the server's events, else by asking every half minute. Without this script
 * the page is right when it is loaded, and its forms work.
 */
import { timeoutSignal } from "~/lib/timeout-signal";
import { followMap } from "./map";
import { wasLoaded, wasNotLoaded, wasRight } from "./old-page";
import { keepTyped, main, mainIn, replaceParts } from "./page";

const POLL_MS = 30_000;
/** A server that comes back isn't asked by everybody at once. */
const AGAIN_MS = 3_000;

let events: EventSource | null = null;
let isLoading = false;
let isMissed = false;

/** Loads the page once more and takes over what has changed. */
async function refresh(): Promise<void> {
  if (isLoading) {
    isMissed = true;
    return;
  }
  isLoading = true;
  try {
    const next = await newerPage();
    wasLoaded();
    replaceParts(next);
    followMap();
    if (main().dataset.events === undefined) stop();
  } catch {
    // No network: the next time will do.
    wasNotLoaded(() => void refresh());
  } finally {
    isLoading = false;
    if (isMissed) {
      isMissed = false;
      void refresh();
    }
  }
}

/** @throws where there is none: a fault is no news */
async function newerPage(): Promise<HTMLElement> {
  const response = await fetch(location.pathname, {
    headers: { Accept: "text/html" },
    signal: timeoutSignal(POLL_MS),
  });
  const next = mainIn(await response.text());
  // A link that is closed meanwhile has a page without events.
  if (next !== null && (response.ok || response.status === 404 || response.status === 410)) return next;
  throw new Error(`No page: ${response.status}`);
}

function listen(): void {
  const { events: address } = main().dataset;
  if (events !== null || document.hidden || address === undefined || typeof EventSource === "undefined") return;
  const own = new EventSource(address);
  events = own;
  let isOpen = false;
  own.onopen = () => (isOpen = true);
  own.onmessage = ({ data }) => {
    wasRight();
    if (data !== main().dataset.version) void refresh();
  };
  own.onerror = () => {
    if (isOpen) wasRight();
    isOpen = false;
    // While it is connecting, the browser tries by itself. Closed: refused, or too many; then the page asks.
    if (own.readyState !== EventSource.CLOSED) return;
    events = null;
  };
}

function stop(): void {
  events?.close();
  events = null;
}

document.addEventListener("visibilitychange", () => {
  if (document.hidden) return stop();
  listen();
  void refresh();
});
window.addEventListener("online", () => setTimeout(() => void refresh(), AGAIN_MS * Math.random()));

/** Without a network a line may seem open for many minutes. */
const isHeard = (): boolean => events?.readyState === EventSource.OPEN && navigator.onLine;

setInterval(() => {
  if (document.hidden || main().dataset.events === undefined || isHeard()) return;
  listen();
  void refresh();
}, POLL_MS);

document.documentElement.classList.add("js");
keepTyped();
followMap();
listen();
