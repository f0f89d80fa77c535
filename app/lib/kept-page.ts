import { absolute, DRIVER_PATH } from "~/paths";

/** Pages that a phone keeps for the time without a network. */

/** On an answer that the service worker gives from what it keeps. */
export const KEPT_HEADER = "X-Kept-Page";

/** The same of the root of a page that is opened. */
export const KEPT_ATTRIBUTE = "data-kept";

/** The browser's caches. Pages and pictures are a person's; files are the product's. */
export const DRIVER_PAGES = "driver-pages-1";
export const DRIVER_PICTURES = "driver-pictures-1";
export const DRIVER_FILES = "driver-files-1";

/** No answer is on its way for longer: a page that is older still comes from a server whose clock was put back. */
const LONGEST_WAY_MS = 5 * 60_000;

/**
 * Whether a page is older than another one that came before it: answers may overtake each other.
 * @param made by the server's clock, milliseconds; 0: it doesn't say @param other the same of the other one
 */
export const isOvertaken = (made: number, other: number): boolean => made < other && made > other - LONGEST_WAY_MS;

/** Told to the service worker, which may have asked for pages that come after they were deleted. */
export const FORGET_THE_DAY = "forget the day";

/** When the person signs out: the browser keeps nothing of them, and takes no news for them. */
export async function forgetKeptPages(): Promise<void> {
  if (typeof caches === "undefined") return;
  await Promise.all([caches.delete(DRIVER_PAGES), caches.delete(DRIVER_PICTURES), endDay()]).catch(() => undefined);
}

async function endDay(): Promise<void> {
  const registration = await navigator.serviceWorker?.getRegistration(absolute(DRIVER_PATH));
  registration?.active?.postMessage(FORGET_THE_DAY);
  await (await registration?.pushManager?.getSubscription())?.unsubscribe();
}
