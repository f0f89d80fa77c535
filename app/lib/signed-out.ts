/**
 * What a sign-out leaves in the browser: nothing that was kept for the person, and no other tab with their page. The
 * page after the sign-out does both; a session that ends by itself does neither, so that what is typed stays.
 */

const CHANNEL = "platform.signed-out";

/** Reports of drivers wait for those who made them; the colours are the device's. */
const STAYS = /^(?:driver\.|mantine-color-scheme)/;

/** The browser's database of what drivers have filled in and not reported. */
export const DRIVER_DRAFTS = "driver-drafts";

/** A function, because in some browsers the mere access to the storage throws. */
export function forgetPerson(storage: () => Pick<Storage, "removeItem">): void {
  try {
    const kept = storage();
    for (const key of Object.keys(kept)) if (!STAYS.test(key)) kept.removeItem(key);
  } catch {
    // It keeps nothing.
  }
}

/** Signatures and pictures of recipients, which are nobody else's business. */
export function forgetDrafts(): void {
  try {
    indexedDB.deleteDatabase(DRIVER_DRAFTS);
  } catch {
    // It keeps nothing.
  }
}

/** To the browser's other tabs. */
export function tellSignedOut(): void {
  if (typeof BroadcastChannel === "undefined") return;
  const channel = new BroadcastChannel(CHANNEL);
  channel.postMessage(null);
  channel.close();
}

/** Calls back when the browser's user has signed out in another tab. @returns a function that ends it */
export function onSignedOut(leave: () => void): () => void {
  if (typeof BroadcastChannel === "undefined") return () => undefined;
  const channel = new BroadcastChannel(CHANNEL);
  channel.onmessage = leave;
  return () => channel.close();
}
