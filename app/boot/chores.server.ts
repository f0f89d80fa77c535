const EVERY_MS = 3600_000;

/** A task for every hour, and the message when it fails. */
type Chore = readonly [failed: string, work: () => Promise<unknown>];

/**
 * Runs the tasks one after the other, now and every hour; a failed one does not stop the others. @returns a function
 * that ends it
 */
export function startChores(chores: readonly Chore[]): () => Promise<void> {
  let running: Promise<void> | null = null;
  const all = async () => {
    for (const [failed, work] of chores)
      try {
        await work();
      } catch (error) {
        console.error(failed, error);
      }
  };
  const round = () => {
    running ??= all().finally(() => {
      running = null;
    });
  };
  round();
  const timer = setInterval(round, EVERY_MS);
  return async () => {
    clearInterval(timer);
    await running;
  };
}
