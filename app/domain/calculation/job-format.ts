/**
 * A problem in another product's format, which waits in the queue of calculations: `vroom` and `vrp` are answered while
 * the caller waits, `vrp-long` is asked for later.
 */
export type JobFormat = "vroom" | "vrp" | "vrp-long";

/** Plans' own calculations have 0: dispatchers wait for them. */
export const JOB_PRIORITY: Readonly<Record<JobFormat, number>> = { vroom: -1, vrp: -1, "vrp-long": -2 };

/** A job as it is stored: what was sent, and what the sender's settings add. */
export interface JobInput {
  request: Readonly<Record<string, unknown>>;
  /** which road engine is asked first; absent: osrm */
  router?: "osrm" | "valhalla" | undefined;
}
