/** What the driver's page of a route shows first, and how far the route is: the same on the server and on the phone. */
import { count } from "../format-number";
import { VisitStatus } from "../visit/visit-status";

/** Before the start, on the road, and after the finish. */
export type RoadStage = "ready" | "road" | "completed";

/** The state of a stop; "left": it is still to be served. */
export type StopState = "left" | "done" | "failed";

export const stateOfVisit = ({ status }: { status: VisitStatus }): StopState =>
  status === VisitStatus.Delivered ? "done" : status === VisitStatus.Failed ? "failed" : "left";

export interface RoadStop {
  id: number;
  /** breaks stand in the order, but don't count as stops */
  kind: "stop" | "break";
  state: StopState;
}

/** The stop that the vehicle is heading to: the first that is left, in the order of driving; null: none. */
export const nextStop = <S extends RoadStop>(stops: readonly S[]): S | null =>
  stops.find((stop) => stop.state === "left") ?? null;

/** The id of the view that a page opens with. */
export function firstView(stage: RoadStage, stops: readonly RoadStop[]): string {
  if (stage === "ready") return "start";
  if (stage === "completed") return "completed";
  const next = nextStop(stops);
  return next === null ? "finish" : `stop-${next.id}`;
}

const served = (stops: readonly RoadStop[]): RoadStop[] =>
  stops.filter((stop) => stop.kind === "stop" && stop.state !== "left");

/** '3 done, 1 failed.'; empty where none failed: then the number of stops says it. */
export function servedText(stops: readonly RoadStop[]): string {
  const failed = served(stops).filter((stop) => stop.state === "failed").length;
  return failed > 0 ? `${served(stops).length - failed} done, ${failed} failed.` : "";
}

const NOTHING_LEFT = "Nothing left to serve";

/** Over the driver's question whether the route is finished: 'All stops served' where none has failed. */
export const finishHeading = (all: readonly RoadStop[]): string => {
  const stops = all.filter((stop) => stop.kind === "stop");
  return stops.length > 0 && stops.every((stop) => stop.state === "done") ? "All stops served" : NOTHING_LEFT;
};

/**
 * Nothing is left: 'All 12 stops served', '11 of 12 stops served, 1 failed', and 'Nothing left to serve' on a route
 * whose last stop was taken off it. A failed stop isn't served.
 * @param stopsOf the number with what is counted
 */
export function allOverText(total: number, failed: number, stopsOf: (total: number) => string = String): string {
  if (total === 0) return NOTHING_LEFT;
  return failed === 0 ? `All ${stopsOf(total)} served` : servedOfText(total - failed, failed, stopsOf(total));
}

/** '3 of 12 stops served, 1 failed'. @param stops how many there are, with what is counted */
export const servedOfText = (done: number, failed: number, stops: string): string =>
  `${done} of ${stops} served${failed === 0 ? "" : `, ${failed} failed`}`;

/** 'Stop 3 of 12'. */
export function progressText(stage: RoadStage, all: readonly RoadStop[]): string {
  const stops = all.filter((stop) => stop.kind === "stop");
  const past = served(stops).length;
  const failed = stops.filter(({ state }) => state === "failed").length;
  if (stage === "completed") return "Completed";
  if (stage === "ready") return count(stops.length, "stop");
  return past < stops.length ? `Stop ${past + 1} of ${stops.length}` : allOverText(stops.length, failed);
}
