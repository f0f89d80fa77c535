/**
 * A plan and a route as tables. Visits have the column heads that the import knows, so that an exported file can be
 * imported again.
 */
import { costHeader } from "~/domain/calculation/cost";
import { costOf, kmOneDecimal as km, minutesOf } from "~/domain/time/format";
import { ACCOUNT_HEADERS, PLANNED_VISITS_HEADER } from "~/domain/import/import-fields";
import { clashesOf } from "~/domain/route/double-booking";
import { routeStatusLabel } from "~/domain/route/route-status";
import { violationsAtVisit, violationsOfRoute } from "~/domain/route/route-warnings";
import { displayedVisitStatus, shownName } from "~/domain/visit/visit-display";
import { failReasonText } from "~/domain/visit/fail-reasons";
import { isLocationVisit, isPast, isScheduled } from "~/domain/visit/visit-order";
import { visitTypeLabel } from "~/domain/visit/visit-type";
import { VisitStatus, visitStatusLabel, countReports } from "~/domain/visit/visit-status";
import { breakSecOf, visitTimes, waitedSec } from "~/domain/visit/visit-times";
import type { Route } from "~/domain/route/route";
import type { Visit } from "~/domain/visit/visit";
import { reasonOf } from "~/domain/visit/unserved-reason";
import { sheetHour, sheetTime } from "~/domain/time/sheet-time";
import type { ExportCell, ExportColumn, ExportTable } from "~/services/export/table";
import { VISIT_COLUMN_LABELS as COLUMNS } from "~/domain/visit/field-labels";
import { clockOf, driverOf, hoursOf, loadOf, vehicleInFile, vehicleOf, visitsOf } from "./exported-plan";
import type { ExportedPlan } from "./exported-plan";

/** One column and its values. */
interface Field<Of> extends ExportColumn {
  cell: (one: Of) => ExportCell;
  /** a driver's files leave it out */
  isForPlanners?: true;
}

/** Whoever may see plans, and the driver of one route. */
export type Reader = "planner" | "driver";

const shownTo = <Of>(reader: Reader, fields: readonly Field<Of>[]): Field<Of>[] =>
  fields.filter(({ isForPlanners }) => reader === "planner" || isForPlanners !== true);

const table = <Of>(
  name: string,
  { plan }: ExportedPlan,
  fields: readonly Field<Of>[],
  rows: readonly Of[],
): ExportTable => ({
  name,
  day: plan.serviceDate,
  columns: fields.map(({ header, width }) => (width === undefined ? { header } : { header, width })),
  rows: rows.map((row) => fields.map((field) => field.cell(row))),
});

/** By whose clock the times are, in every row: rows of several plans are put together in one sheet. */
const zoneField = <Of>(plan: ExportedPlan): Field<Of> => ({
  header: "Time zone",
  width: 18,
  cell: () => plan.timeZone,
});

const messages = (violations: readonly { message: string }[]): string[] => violations.map((one) => one.message);

/** The rules that a route breaks as a whole, and what it shares with others of the day at the same time. */
const warningsOf = (plan: ExportedPlan, route: Route): string =>
  [
    ...messages(violationsOfRoute(route, visitsOf(plan, route))),
    ...clashesOf(route.id, plan.day, clockOf(plan)).map(({ text }) => text),
  ].join("; ");

interface RouteLine {
  route: Route;
  number: number;
  visits: Visit[];
}

/** All routes of a plan, or one of them with its number in the plan. */
export function routesTable(plan: ExportedPlan, only?: Route, reader: Reader = "planner"): ExportTable {
  const lines = plan.routes
    .map((route, index): RouteLine => ({
      route,
      number: index + 1,
      visits: visitsOf(plan, route).filter(isLocationVisit),
    }))
    .filter(({ route }) => only === undefined || route.id === only.id);
  return table<RouteLine>(
    "Routes",
    plan,
    shownTo(reader, [
      { header: "Route", width: 7, cell: ({ number }) => number },
      {
        header: "Vehicle",
        width: 22,
        cell: ({ route }) => vehicleOf(plan, route)?.title || vehicleInFile(vehicleOf(plan, route)),
      },
      { header: "Plate", cell: ({ route }) => vehicleOf(plan, route)?.plate ?? "" },
      { header: "Driver", width: 22, cell: ({ route }) => driverOf(plan, route) },
      { header: "Status", cell: ({ route }) => routeStatusLabel(route.status) },
      { header: "Locked", cell: ({ route }) => (route.isLocked ? "yes" : "no") },
      { header: "Visits", cell: ({ visits }) => visits.length },
      { header: "Done", cell: ({ visits }) => countReports(visits).done },
      { header: "Failed", cell: ({ visits }) => countReports(visits).failed },
      { header: "Start", cell: ({ route }) => sheetTime(hoursOf(plan, route).start, plan.timeZone) },
      { header: "Finish", cell: ({ route }) => sheetTime(hoursOf(plan, route).finish, plan.timeZone) },
      { header: "Distance km", cell: ({ route }) => km(route.distance) },
      { header: "Driving min", cell: ({ route }) => minutesOf(route.duration) },
      {
        header: ACCOUNT_HEADERS.routes,
        cell: ({ route }) => minutesOf(route.serviceDuration - breakSecOf(visitsOf(plan, route))),
      },
      { header: "Break min", cell: ({ route }) => minutesOf(breakSecOf(visitsOf(plan, route))) },
      { header: "Waiting min", cell: ({ route }) => minutesOf(route.waitingDuration) },
      { header: "Load kg", cell: ({ route }) => loadOf(plan, route).kg },
      { header: "Volume m3", cell: ({ route }) => loadOf(plan, route).m3 },
      { header: costHeader(plan.plan.aim), cell: ({ route }) => costOf(route.cost), isForPlanners: true },
      {
        header: "Warnings",
        width: 40,
        cell: ({ route }) => warningsOf(plan, route),
        isForPlanners: true,
      },
      zoneField(plan),
    ]),
    lines,
  );
}

interface VisitLine {
  visit: Visit;
  route: Route | null;
  routeNumber: number | null;
}

function placeFields(plan: ExportedPlan): Field<VisitLine>[] {
  return [
    { header: "Route", width: 7, cell: ({ routeNumber }) => routeNumber },
    {
      header: "Vehicle",
      width: 22,
      cell: ({ route }) => (route === null ? null : vehicleInFile(vehicleOf(plan, route))),
    },
    { header: "Driver", width: 22, cell: ({ route }) => (route === null ? null : driverOf(plan, route)) },
  ];
}

const onRoute = ({ visit, route }: VisitLine): boolean => route !== null && isScheduled(visit);

function visitFields(plan: ExportedPlan): Field<VisitLine>[] {
  return [
    {
      header: "Stop no.",
      width: 8,
      cell: (line) => (onRoute(line) && line.visit.labelPosition > 0 ? line.visit.labelPosition : null),
    },
    { header: COLUMNS.name, width: 28, cell: ({ visit }) => shownName(visit) },
    { header: COLUMNS.address, width: 34, cell: ({ visit }) => visit.address },
    { header: COLUMNS.postcode, cell: ({ visit }) => visit.postcode },
    { header: COLUMNS.type, cell: ({ visit }) => visitTypeLabel(visit.type) },
    { header: "Status", width: 12, cell: ({ visit, route }) => visitStatusLabel(displayedVisitStatus(visit, route)) },
    { header: "ETA", cell: (line) => (onRoute(line) ? sheetTime(line.visit.arrivalTime, plan.timeZone) : null) },
    { header: "ATA", cell: ({ visit }) => (isPast(visit) ? sheetTime(visit.completedAt, plan.timeZone) : null) },
    {
      header: PLANNED_VISITS_HEADER,
      cell: (line) => (onRoute(line) ? sheetTime(visitTimes(line.visit)?.begin ?? null, plan.timeZone) : null),
    },
    {
      header: "End of service",
      cell: (line) => (onRoute(line) ? sheetTime(visitTimes(line.visit)?.end ?? null, plan.timeZone) : null),
    },
    { header: COLUMNS.startTime, cell: ({ visit }) => sheetHour(visit.startTime) },
    { header: COLUMNS.endTime, cell: ({ visit }) => sheetHour(visit.endTime) },
    { header: `${COLUMNS.serviceTime} min`, cell: ({ visit }) => visit.serviceTime },
    { header: `${COLUMNS.packageLoad} kg`, cell: ({ visit }) => visit.packageLoad },
    { header: `${COLUMNS.packageCapacity} m3`, cell: ({ visit }) => visit.packageCapacity },
    { header: COLUMNS.recipientName, width: 22, cell: ({ visit }) => visit.recipientName },
    { header: COLUMNS.recipientPhone, width: 18, cell: ({ visit }) => visit.recipientPhone },
    { header: COLUMNS.recipientEmail, width: 24, cell: ({ visit }) => visit.recipientEmail, isForPlanners: true },
    { header: COLUMNS.recipientNote, width: 34, cell: ({ visit }) => visit.recipientNote },
    { header: COLUMNS.deliveryNote, width: 34, cell: ({ visit }) => visit.deliveryNote },
    {
      header: "Fail reason",
      width: 22,
      cell: ({ visit }) => (visit.status === VisitStatus.Failed ? failReasonText(visit) : null),
    },
    { header: "Distance km", cell: (line) => (onRoute(line) ? km(line.visit.distance) : null) },
    { header: "Driving min", cell: (line) => (onRoute(line) ? minutesOf(line.visit.travelDuration) : null) },
    { header: "Waiting min", cell: (line) => (onRoute(line) ? minutesOf(waitedSec(line.visit)) : null) },
    {
      header: "Warnings",
      width: 40,
      cell: ({ visit }) => messages(violationsAtVisit(visit)).join("; "),
      isForPlanners: true,
    },
    { header: COLUMNS.lat, cell: ({ visit }) => visit.lat },
    { header: COLUMNS.lng, cell: ({ visit }) => visit.lng },
    { header: "External id", width: 16, cell: ({ visit }) => visit.externalId },
    { header: "External warehouse id", width: 16, cell: ({ visit }) => visit.externalWarehouseId },
    zoneField(plan),
  ];
}

/** Deliveries and pickups: route by route in driving order, then those without a route. */
export function visitsTable(plan: ExportedPlan): ExportTable {
  const lines: VisitLine[] = [];
  plan.routes.forEach((route, index) => {
    for (const visit of visitsOf(plan, route))
      if (isLocationVisit(visit)) lines.push({ visit, route, routeNumber: index + 1 });
  });
  for (const visit of plan.visits)
    if (visit.routeId === null && isLocationVisit(visit)) lines.push({ visit, route: null, routeNumber: null });
  return table("Visits", plan, [...placeFields(plan), ...visitFields(plan)], lines);
}

const helpOf = (reason: Visit["unservedReason"]): string | null =>
  reason?.suggestion ? `It would fit if ${reason.suggestion.message}` : null;

/** Visits on no route, each with its reason and the cheapest change that would help. */
export function unservedTable(plan: ExportedPlan): ExportTable {
  const unserved = plan.visits.filter((visit) => isLocationVisit(visit) && !isScheduled(visit));
  return table<Visit>(
    "Unscheduled",
    plan,
    [
      { header: COLUMNS.name, width: 28, cell: (visit) => visit.name },
      { header: COLUMNS.address, width: 34, cell: (visit) => visit.address },
      { header: COLUMNS.startTime, cell: (visit) => sheetHour(visit.startTime) },
      { header: COLUMNS.endTime, cell: (visit) => sheetHour(visit.endTime) },
      { header: `${COLUMNS.packageLoad} kg`, cell: (visit) => visit.packageLoad },
      { header: `${COLUMNS.packageCapacity} m3`, cell: (visit) => visit.packageCapacity },
      { header: "Reason", width: 60, cell: (visit) => reasonOf(visit) ?? "Not calculated yet" },
      { header: ACCOUNT_HEADERS.unserved, width: 60, cell: (visit) => helpOf(visit.unservedReason) },
      { header: "External id", width: 16, cell: (visit) => visit.externalId },
      zoneField(plan),
    ],
    unserved,
  );
}

/** One route from its start to its end, breaks included. */
export function stopsTable(plan: ExportedPlan, route: Route, reader: Reader): ExportTable {
  const lines = visitsOf(plan, route).map((visit): VisitLine => ({ visit, route, routeNumber: null }));
  return table("Stops", plan, shownTo(reader, visitFields(plan)), lines);
}
