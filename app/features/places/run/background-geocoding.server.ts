import { AppError } from "~/lib/errors";
import { geocodeWaiting } from "../commands/geocode-waiting.server";

const LOOK_MS = 2_000;
/** After a service that did not answer. */
const LATER_MS = 60_000;

/** Looks up addresses of imported visits that have no place, as long as the server runs. */
export function startGeocoding(): { stop(): Promise<void> } {
  let timer: NodeJS.Timeout;
  let running: Promise<void> = Promise.resolve();
  let stopped = false;
  const next = (ms: number) => {
    if (stopped) return;
    timer = setTimeout(() => {
      running = look();
    }, ms);
    timer.unref();
  };
  const look = async () => {
    try {
      next((await geocodeWaiting(() => stopped)) > 0 ? 0 : LOOK_MS);
    } catch (error) {
      // A service that is away is no news: pages say it where somebody searches.
      if (!(error instanceof AppError)) console.error("Addresses could not be looked up:", error);
      next(LATER_MS);
    }
  };
  next(LOOK_MS);
  return {
    async stop() {
      stopped = true;
      clearTimeout(timer);
      await running;
    },
  };
}
