import { z } from "zod";
import { reportedPlaceOf } from "~/domain/visit/reported-place";
import { ReportDone, ReportFailed } from "../schemas";

const { confirmationType, signatureName, doneNote, lat, lng, accuracyM } = ReportDone.shape;
const { failReasonId, failNote } = ReportFailed.shape;
const Done = z.object({ confirmationType, signatureName, doneNote }).partial();
const Failed = z.object({ failReasonId, failNote }).partial();
const From = z.object({ lat, lng, accuracyM });

/** What a refused report said besides, as the reports take it; what an earlier build wrote otherwise is left out. */
export function readSaid(says: Readonly<Record<string, unknown>>) {
  const [done, failed, from] = [Done.safeParse(says), Failed.safeParse(says), From.safeParse(says)];
  return {
    done: done.success ? done.data : {},
    failed: failed.success ? failed.data : {},
    place: from.success ? reportedPlaceOf(from.data) : null,
  };
}
