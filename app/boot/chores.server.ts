const EVERY_MS = 3600_000;

/** Something to do every hour, and what is said when it failed. */
export type Chore = readonly [failed: string, work: () => Promise<unknown>];

/** Does the chores one after the other, now and every hour; one that fails stops no other. @returns what ends it */
export function startChores(chores: readonly Chore[]): () => Promise<void> {
  let running: Promise<void> | null = null;
  const all = async () => {
    for (const [failed, work] of chores) await work().catch((error: unknown) => console.error(failed, error));
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
