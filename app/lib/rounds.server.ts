import { AppError } from "./errors";

export interface Rounds {
  /** Nothing begins any more; waits for what runs. */
  stop(): Promise<void>;
}

interface RoundsOptions {
  everyMs: number;
  /** after a round that failed */
  laterMs: number;
  /** for the log; an AppError is somebody's who is away, and no news */
  failed: string;
  /** nobody else would tell of an AppError either */
  isAlwaysNews?: boolean;
}

/**
 * Does a piece of work again and again, one round after the other, as long as the server runs.
 * @param round gives true when there is more to do at once
 */
export function startRounds(
  round: (isStopped: () => boolean) => Promise<boolean>,
  { everyMs, laterMs, failed, isAlwaysNews = false }: RoundsOptions,
): Rounds {
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
      next((await round(() => stopped)) ? 0 : everyMs);
    } catch (error) {
      if (isAlwaysNews || !(error instanceof AppError)) console.error(failed, error);
      next(laterMs);
    }
  };
  next(everyMs);
  return {
    async stop() {
      stopped = true;
      clearTimeout(timer);
      await running;
    },
  };
}
