import { db } from "~/db/database.server";
import {
  companiesWithFinishedAcrossCompanies,
  finishedPredictions,
  forgetWidths,
  keepWidths,
} from "~/db/repositories/visit-predictions.server";
import { errorsOf } from "~/domain/route/note-predictions";
import { DAY_SEC } from "~/domain/time/calendar";
import { addSeconds } from "~/domain/time/utc-text";
import type { UtcText } from "~/domain/time/utc-text";
import { LEAST_VISITS, learnWidths } from "~/domain/visit/learn-widths";
import { eachApart } from "~/lib/each-apart";
import { nowText } from "~/services/now.server";

/** What is older says little about how a company drives now. */
const LEARNT_FROM_SEC = 180 * DAY_SEC;
/** The newest visits, at most so many: a quantile of more is hardly better. */
const LEARNT_FROM = 2_000;

/** Since when visits count for how wide windows are. */
export const learntSince = (now: UtcText): UtcText => addSeconds(now, -LEARNT_FROM_SEC);

/**
 * Learns from each company's own finished visits how wide its windows are: an hourly chore.
 * @throws the first company's failure, once all have been tried
 */
export async function learnEtaWidths(): Promise<void> {
  const since = learntSince(nowText());
  await eachApart(await companiesWithFinishedAcrossCompanies(db(), since), (companyId) => learnOf(companyId, since));
}

async function learnOf(companyId: number, since: UtcText): Promise<void> {
  const visits = await finishedPredictions(db(), companyId, { since, limit: LEARNT_FROM });
  if (visits.length < LEAST_VISITS) return void (await forgetWidths(db(), companyId));
  const errors = visits.flatMap(({ begins, beganAt }) => (beganAt === null ? [] : errorsOf(begins, beganAt)));
  await keepWidths(db(), companyId, { widths: learnWidths(errors), visits: visits.length }, nowText());
}
