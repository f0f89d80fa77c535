/** What the web process may ask of whoever works off the queue of calculations. */
export interface JobRunner {
  /** There is a new row in the queue. */
  wake(): void;
  /** Someone wants this calculation to end with its best plan so far. */
  cancel(queryId: number): void;
}

const nobody: JobRunner = { wake: () => undefined, cancel: () => undefined };
let runner = nobody;

/**
 * The queue is in the database; the runner of this process is told at once, those of other processes look by
 * themselves.
 */
export const jobs = (): JobRunner => runner;

export function setJobRunner(next: JobRunner | undefined): void {
  runner = next ?? nobody;
}
