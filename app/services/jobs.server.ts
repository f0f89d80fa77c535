/**
 * What commands can request of the process that calculates. The queue itself is in the database: a runner in this
 * process is notified at once, runners in other processes poll the queue.
 */
export interface JobRunner {
  /** There is a new row in the queue. */
  wake(): void;
  /** This calculation is to end with its best plan so far. */
  cancel(queryId: number): void;
}

const noJobs: JobRunner = { wake: () => undefined, cancel: () => undefined };
let runner = noJobs;

export const jobs = (): JobRunner => runner;

/** Given at boot in a process that calculates; without one, rows wait for a process that does. */
export function setJobRunner(next: JobRunner | undefined): void {
  runner = next ?? noJobs;
}
