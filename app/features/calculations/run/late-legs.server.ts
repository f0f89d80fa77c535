import { measureLateLegs } from "~/planner/measure-late-legs.server";
import { AppError } from "~/lib/errors";

const LOOK_MS = 1000;
/** After an engine that did not answer. */
const LATER_MS = 30_000;

/** Looks for legs that wait to be measured, as long as the server runs. */
export function startLateLegs(): { stop(): Promise<void> } {
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
      await measureLateLegs();
      next(LOOK_MS);
    } catch (error) {
      // An engine that is away is no news; it was told when the change was made.
      if (!(error instanceof AppError)) console.error("Estimated legs could not be measured:", error);
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
