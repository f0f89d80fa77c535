/** Has the service worker keep the day's pages on the phone. */

const base = (): string => location.pathname.replace(/\/driver.*/, "");

/** Where the browser has no service worker, or none without https, the pages need a network to be opened. */
export async function keepTheDay(): Promise<void> {
  if (!("serviceWorker" in navigator)) return;
  try {
    const options = { scope: `${base()}/driver`, updateViaCache: "none" } as const;
    await navigator.serviceWorker.register(`${base()}/driver-worker.js`, options);
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
