/** The stars and the comment of a recipient. */
import { ALLOWED, refuse } from "../decision";
import type { Permission } from "../decision";
import { RecipientStage } from "./recipient-stage";

export const MOST_STARS = 5;
export const COMMENT_LENGTH = 1_000;
/** So long after the first one they may think again. */
const RATING_CHANGE_SEC = 24 * 60 * 60;

/** @param ratedSec when they rated first; null: they didn't */
export function canRate(stage: RecipientStage, ratedSec: number | null, nowSec: number): Permission {
  if (stage !== RecipientStage.Done) return refuse("rating.not_done", "It can be rated once it is done.", 409);
  if (ratedSec !== null && nowSec - ratedSec > RATING_CHANGE_SEC)
    return refuse("rating.closed", "A rating can be changed for a day. Thank you for yours.", 409);
  return ALLOWED;
}
