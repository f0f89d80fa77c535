/** What people with a link, and those who answer them, send. */
import { z } from "zod";
import { COMMENT_LENGTH, MOST_STARS } from "~/domain/tracking/rating";
import { NOTE_LENGTH, SAFE_PLACE_LENGTH } from "~/domain/tracking/recipient-words";
import {
  countedField,
  itemId,
  numberField,
  optionalLines,
  optionalText,
  timeField,
  wholeInText,
} from "~/domain/validation/wire-fields";

/** An id in an address. */
export const LinkId = wholeInText();

export const TrackedRouteParams = z.object({ routeId: LinkId });
export const TrackedVisitParams = z.object({ visitId: LinkId });
export const TrackedRoute = z.strictObject({ routeId: itemId() });
export const TrackedVisit = z.strictObject({ visitId: itemId() });

/** What the driver should know. */
export const NoteInput = z.strictObject({
  note: optionalText("Note", NOTE_LENGTH),
  safePlace: optionalText("Safe place", SAFE_PLACE_LENGTH),
});

export const WindowInput = z.strictObject({ from: timeField("From"), to: timeField("To") });

const STARS = "Choose one to five stars";
export const RatingInput = z.strictObject({
  stars: numberField("Stars", { min: 1, max: MOST_STARS, whole: true }).refine((stars) => stars !== null, STARS),
  comment: optionalLines("Comment", COMMENT_LENGTH),
});

/** A request and what accepting it was shown to do. */
export const AcceptRequest = z.strictObject({
  taskId: itemId(),
  /** place on the route, 1 is the first; 0: where it is */
  place: countedField("Place", { min: 0, max: 100_000, whole: true }),
  /** of the plan that the effect was worked out on */
  version: countedField("Version", { min: 0, max: 2_000_000_000, whole: true }),
});
export const RequestId = z.strictObject({ taskId: itemId() });
