import { addsNamedIndex } from "./helpers";

/**
 * The legs that wait to be measured are looked for every second. 0039 adds their column and its index in one step,
 * which MySQL commits as two: a process that died between them left the index out, and no later start noticed. Where
 * it is missing, it is made now.
 */
export const { up } = addsNamedIndex("routing_visits", ["leg_estimate"], "routing_visits_leg_estimate");

/** The index is 0039's, and goes with its column. */
export const down = (): Promise<void> => Promise.resolve();
