import type { Page } from "@playwright/test";
import { expect } from "../fixtures";

/** The day is on the phone when its pages open without a network. */
export async function untilKept(page: Page, routeId: number): Promise<void> {
  await expect
    .poll(() =>
      page.evaluate(async (id) => {
        const kept = await (await caches.open("driver-pages-1")).keys();
        const names = kept.map(({ url }) => new URL(url).pathname);
        return ["/platform/driver", `/platform/driver/route/${id}`].filter((name) => !names.includes(name));
      }, routeId),
    )
    .toEqual([]);
}

/** How many parts of forms the phone keeps. */
export const keptParts = (phone: Page): Promise<number> =>
  phone.evaluate(
    () =>
      new Promise<number>((resolve, reject) => {
        const opening = indexedDB.open("driver-drafts", 1);
        opening.onerror = () => reject(opening.error!);
        opening.onsuccess = () => {
          const counting = opening.result.transaction("drafts").objectStore("drafts").count();
          counting.onsuccess = () => (opening.result.close(), resolve(counting.result));
          counting.onerror = () => reject(counting.error!);
        };
      }),
  );
