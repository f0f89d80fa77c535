import { authorize } from "~/auth/actor.server";
import type { CompanySession } from "~/auth/session.server";
import { db } from "~/db/database.server";
import { countFinished, countUntold, findWidths, keptWindows } from "~/db/repositories/visit-predictions.server";
import { DAY_SEC } from "~/domain/time/calendar";
import { minutesOf } from "~/domain/time/format";
import { addSeconds } from "~/domain/time/utc-text";
import { DEFAULT_WIDTHS, shownStep } from "~/domain/visit/eta-window";
import type { Widths } from "~/domain/visit/eta-window";
import { LEAST_VISITS } from "~/domain/visit/learn-widths";
import { learntSince } from "~/planner/learn-widths.server";
import { nowText } from "~/services/now.server";

/** Days over which windows are judged. */
const DAYS = 30;

/** How well the company keeps the windows that its recipients are told. @throws AppError 403 */
export async function loadPromisedWindows(session: CompanySession) {
  authorize(session, "company.dashboard");
  const companyId = session.company.id;
  const now = nowText();
  const since = addSeconds(now, -DAYS * DAY_SEC);
  const { visits, early, late, widthSec } = await keptWindows(db(), companyId, since);
  const learnt = await findWidths(db(), companyId);
  return {
    windows: {
      days: DAYS,
      visits,
      early,
      late,
      widthMin: minutesOf(widthSec),
      /** reported so that nothing tells when the service began */
      untold: await countUntold(db(), companyId, since),
    },
    widths: {
      steps: stepsOf(learnt?.widths ?? DEFAULT_WIDTHS),
      /** finished visits that the widths were learnt from; null: the default counts */
      learntFrom: learnt?.visits ?? null,
      /** finished visits that count so far, and from how many on widths are learnt */
      finished: await countFinished(db(), companyId, learntSince(now)),
      least: LEAST_VISITS,
    },
  };
}

export type PromisedWindowsData = Awaited<ReturnType<typeof loadPromisedWindows>>;
export type WidthRow = ReturnType<typeof stepsOf>[number];

/** Whole minutes before and after the predicted begin. */
const stepsOf = (widths: Widths) =>
  widths.map(({ stops, ...ends }, index) => {
    const { fromSec, toSec } = shownStep(ends);
    const next = widths[index + 1]?.stops;
    return {
      from: stops,
      /** null: any number more */
      to: next === undefined ? null : next - 1,
      beforeMin: minutesOf(-fromSec),
      afterMin: minutesOf(toSec),
    };
  });
