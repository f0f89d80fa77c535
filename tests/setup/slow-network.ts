import type { BrowserContext } from "@playwright/test";
import { pause } from "~/lib/pause";
import { randomOf } from "../helpers/random";

/** SLOW_NETWORK_MS of the environment: pages and answers come up to so much later. 0: at once. */
const MOST_MS = Number(process.env.SLOW_NETWORK_MS ?? 0);

/** What a person waits for; scripts and pictures come as ever, and streams stay open. */
const HELD = new Set(["document", "fetch", "xhr"]);

/**
 * Holds each request of a browser back for another time, the same ones in every run of a test: what a test, or the
 * product, does too early shows then.
 */
export async function slowDown(context: BrowserContext, test: string): Promise<void> {
  if (MOST_MS === 0) return;
  const random = randomOf(test);
  await context.route("**/*", async (route) => {
    if (HELD.has(route.request().resourceType())) await pause(random.below(MOST_MS));
    // The page may have gone on to another one meanwhile.
    await route.fallback().catch(() => undefined);
  });
}
