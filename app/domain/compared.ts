/** Whether a value is better or worse than another, for the colour of their difference. */
import { EQUAL_DIFFERENCE } from "./constants";

export type Compared = "equal" | "better" | "worse";

/**
 * @param difference the new value minus the old one, in the unit that is shown: minutes, kilometres, cost
 * @param more more of it is better; otherwise less is
 */
export function compared(difference: number, more = false): Compared {
  if (Math.abs(difference) <= EQUAL_DIFFERENCE) return "equal";
  return difference > 0 === more ? "better" : "worse";
}

/** Seconds later (or, negative, earlier) than planned, in whole minutes. */
export const comparedTimes = (seconds: number): Compared => compared(Math.round(seconds / 60));
