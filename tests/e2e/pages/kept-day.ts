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
