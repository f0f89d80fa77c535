/** Has the service worker keep the day's pages on the phone. */
import { addressOf } from "./page";

/** Where the browser has no service worker, or none without https, the pages need a network to be opened. */
export async function keepTheDay(): Promise<void> {
  if (!("serviceWorker" in navigator)) return;
  try {
    const options = { scope: addressOf("/driver"), updateViaCache: "none" } as const;
    await navigator.serviceWorker.register(addressOf("/driver-worker.js"), options);
    const { active } = await navigator.serviceWorker.ready;
    active?.postMessage("keep the day");
    // Without it the browser may clear what waits when the phone has little room. Some ask their user, who knows why
    // once the page is on the home screen.
    if (window.matchMedia("(display-mode: standalone)").matches) await navigator.storage?.persist?.();
  } catch {
    // The pages work without.
  }
}

/** Whether other pages open without a network. */
export const pagesAreKept = (): boolean => Boolean(navigator.serviceWorker?.controller);
