import { shownStep } from "~/domain/visit/eta-window";

/** Seconds between the ends of a window as it is shown. */
export function shownWidthSec(step: { fromSec: number; toSec: number }): number {
  const { fromSec, toSec } = shownStep(step);
  return toSec - fromSec;
}
