/** How often links may be guessed, followed live, and written with. */
import { networkOf, takeAll } from "~/auth/try-limits.server";
import { waitMinutes } from "~/domain/format-number";
import { subjectText } from "~/domain/tracking/tracking-subject";
import type { TrackingSubject } from "~/domain/tracking/tracking-subject";
import { waitError } from "~/services/limits/limits.server";
import type { Limit } from "~/services/limits/limits.server";

/** Links that nobody gave out: a link that is right is never held back by them. */
const UNKNOWN_LINKS: Limit = { name: "tracking-unknown", uses: 60, windowSec: 10 * 60 };
const WRITTEN_BY_LINK: Limit = { name: "tracking-write-link", uses: 20, windowSec: 60 * 60 };
const WRITTEN_BY_ADDRESS: Limit = { name: "tracking-write-address", uses: 100, windowSec: 60 * 60 };

/** @returns seconds to wait; 0: say that it is unknown */
export const countUnknownLink = (ip: string): Promise<number> => takeAll([[UNKNOWN_LINKS, networkOf(ip)]]);

/** @throws AppError 429 */
export async function countWriting(subject: TrackingSubject, ip: string): Promise<void> {
  const waitSec = await takeAll([
    [WRITTEN_BY_LINK, subjectText(subject)],
    [WRITTEN_BY_ADDRESS, networkOf(ip)],
  ]);
  if (waitSec > 0)
    throw waitError("tracking.often", `Please wait ${waitMinutes(waitSec)} before you send more.`, waitSec);
}
