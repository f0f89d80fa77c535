import type { NewRoadTask } from "~/db/repositories/road-tasks.server";
import { RoadTaskKind } from "~/domain/tracking/road-task";
import type { ReportDetails } from "~/domain/tracking/road-task";

/** A report that was refused because its visit was on no route then. */
const DETAILS: ReportDetails = {
  action: "visit.done",
  code: "visit.no_route",
  message: "The visit is not on a route.",
  pressedAt: "2026-09-15 08:00:00",
  by: "Dora Driver",
  visitName: "Stop A",
  says: {},
  pictures: [],
};

export const reportDetails = (given: Partial<ReportDetails>): ReportDetails => ({ ...DETAILS, ...given });

/** @param of the plan, route and visit that it is about; none when left out */
export const reportTask = (
  key: string,
  details: Partial<ReportDetails> = {},
  of: Partial<Pick<NewRoadTask, "planId" | "routeId" | "visitId">> = {},
) => ({
  ...{ planId: null, routeId: null, visitId: null, ...of },
  key,
  kind: RoadTaskKind.Report,
  details: reportDetails(details),
});
