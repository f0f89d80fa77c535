/**
 * Keeps the page of a link up to date: by the server's events, else by asking every half minute. Without this script
 * the page is right when it is loaded, and its forms work.
 */
import { timeLimit } from "~/lib/time-limit";
import { isUpToDate, listen, stopListening } from "./line";
import { followMap } from "./map";
import { prepareNote, wasLoaded, wasNotLoaded, wasUnseen } from "./old-page";
import { keepTyped, main, mainIn, noteSent, replaceParts } from "./page";

const POLL_MS = 30_000;
/** A server that comes back isn't asked by everybody at once. */
const AGAIN_MS = 3_000;
/** A page that was hidden for longer may show what was long ago. */
const UNSEEN_MS = 60_000;

let isLoading = false;
let isMissed = false;
let hiddenMs = Date.now();

/** Loads the page once more and takes over what has changed. */
async function refresh(): Promise<void> {
  if (isLoading) {
    isMissed = true;
    return;
  }
  isLoading = true;
  try {
    const next = await newerPage();
    if (next === null) return;
    replaceParts(next);
    wasLoaded();
    followMap();
    if (main().dataset.events === undefined) stopListening();
  } finally {
    isLoading = false;
    if (isMissed) {
      isMissed = false;
      refreshSoon();
    }
  }
}

const refreshSoon = (): void => void refresh();

/** @returns null: it could not be loaded, which is said if it goes on; the next time will do */
async function newerPage(): Promise<HTMLElement | null> {
  let why = "No connection.";
  const limit = timeLimit(POLL_MS);
  try {
    const response = await fetch(location.pathname, { headers: { Accept: "text/html" }, signal: limit.signal });
    const next = mainIn(await response.text());
    // A link that is closed meanwhile has a page without events. Other faults are no news.
    if (next !== null && (response.ok || response.status === 404 || response.status === 410)) return next;
    why = "The newest times can’t be loaded.";
  } catch {
    // No network.
  } finally {
    limit.end();
  }
  wasNotLoaded(why);
  return null;
}

document.addEventListener("visibilitychange", () => {
  if (document.hidden) {
    hiddenMs = Date.now();
    return stopListening();
  }
  if (Date.now() - hiddenMs > UNSEEN_MS) wasUnseen();
  listen(refreshSoon);
  refreshSoon();
});
window.addEventListener("online", () => setTimeout(refreshSoon, AGAIN_MS * Math.random()));

setInterval(() => {
  if (document.hidden || main().dataset.events === undefined || isUpToDate()) return;
  listen(refreshSoon);
  refreshSoon();
}, POLL_MS);

document.documentElement.classList.add("js");
noteSent();
keepTyped();
prepareNote(refreshSoon);
followMap();
listen(refreshSoon);
