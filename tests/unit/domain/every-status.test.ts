import { describe, expect, it } from "vitest";
import type { PlanningChanges } from "~/domain/changes";
import { isUnchanged } from "~/domain/changes";
import type { Decision } from "~/domain/decision";
import * as planRules from "~/domain/plan/plan-rules";
import { PLAN_STATUSES, PLAN_STATUS_LABELS } from "~/domain/plan/plan-status";
import type { PlanStatus } from "~/domain/plan/plan-status";
import { RECORD_STATUS_LABELS, RecordStatus, toggledRecordStatus } from "~/domain/record-status";
import * as routeTransitions from "~/domain/route/route-transitions";
import { ROUTE_STATUSES, ROUTE_STATUS_LABELS } from "~/domain/route/route-status";
import type { RouteStatus } from "~/domain/route/route-status";
import type { Route } from "~/domain/route/route";
import { displayedVisitStatus, pastPanel } from "~/domain/visit/visit-display";
import { visitTimes } from "~/domain/visit/visit-times";
import * as visitTransitions from "~/domain/visit/visit-transitions";
import { VISIT_STATUSES, VISIT_STATUS_LABELS } from "~/domain/visit/visit-status";
import type { VisitStatus } from "~/domain/visit/visit-status";
import type { Visit } from "~/domain/visit/visit";
import { makePlan, makeRoute, makeStops, makeVisit } from "./make";

/**
 * Every transition of the specification's section 4 from every status, written out. A status that is added to a const
 * map fails here (keys), and so does a transition that is added to the modules (names), until somebody decides what
 * becomes of it.
 */

const NOW = "2026-06-01 10:00:00";

/** What a decision makes of one record: its new status, `same` without a change of it, or the code of the refusal. */
type Outcome<Status> = Status | "same" | (string & {});

function outcome<Status>(
  decision: Decision<PlanningChanges>,
  pick: (changes: PlanningChanges) => Status | undefined,
): Outcome<Status> {
  if (!decision.ok) return decision.error.code;
  return pick(decision.changes) ?? "same";
}
const routeStatus = (changes: PlanningChanges): RouteStatus | "removed" | undefined =>
  changes.removeRouteIds.includes(1) ? "removed" : changes.routes.find((patch) => patch.id === 1)?.set.status;
const planStatus = (changes: PlanningChanges): PlanStatus | undefined => changes.plan?.set.status;
const visitStatus =
  (id: number) =>
  (changes: PlanningChanges): VisitStatus | "removed" | undefined =>
    changes.removeVisitIds.includes(id) ? "removed" : changes.visits.find((patch) => patch.id === id)?.set.status;

/** The functions of a module that take a record from one status to another; everything else it exports is named too. */
function expectNames(module: Record<string, unknown>, tables: readonly string[], others: readonly string[]): void {
  const functions = Object.keys(module).filter((name) => typeof module[name] === "function");
  expect(functions.sort()).toEqual([...tables, ...others].sort());
}
const keysOf = (table: Readonly<Record<string, unknown>>): number[] =>
  Object.keys(table)
    .map(Number)
    .sort((a, b) => a - b);

describe("plans", () => {
  const TABLE = {
    "mark completed": { 1: 5, 2: 5, 3: 5, 4: 5, 5: 5 },
    "mark not completed": { 1: 1, 2: 1, 3: 1, 4: 1, 5: 1 },
    "start dispatch": { 1: 4, 2: 4, 3: 4, 4: 4, 5: 4 },
    "change start or end": { 1: "same", 2: "same", 3: "same", 4: "same", 5: "same" },
  } satisfies Record<string, Record<PlanStatus, Outcome<PlanStatus>>>;
  const DO: Record<keyof typeof TABLE, (plan: ReturnType<typeof makePlan>) => Decision<PlanningChanges>> = {
    "mark completed": (plan) => planRules.setPlanCompleted(plan, true),
    "mark not completed": (plan) => planRules.setPlanCompleted(plan, false),
    "start dispatch": (plan) => planRules.startDispatch(plan),
    "change start or end": (plan) => planRules.changePlanEnds(plan, { endLocationType: "W" }, []),
  };
  for (const [name, table] of Object.entries(TABLE) as [
    keyof typeof TABLE,
    Record<PlanStatus, Outcome<PlanStatus>>,
  ][]) {
    it(`${name}: decided for every status`, () => expect(keysOf(table)).toEqual([...PLAN_STATUSES]));
    // @spec PC-4.002
    it.each(PLAN_STATUSES)(`${name} from status %i`, (status) => {
      expect(outcome(DO[name](makePlan({ status })), planStatus)).toBe(table[status]);
    });
  }
  it("no rule of plans without a table", () => {
    expectNames(
      planRules,
      ["setPlanCompleted", "startDispatch", "changePlanEnds"],
      [
        "canStartDispatch",
        "missedStarts",
        "isStartMissed",
        "planStatusFromRoutes",
        "deliveredPercent",
        "defaultPlanTitle",
        "defaultPlanTitles",
        "removePlanQuestion",
        "withPlanStatus",
        "canPlanOn",
        "lastPlanDay",
        "unfinishedInUse",
      ],
    );
  });
  it("a start is missed before the road only", () => {
    const table: Record<RouteStatus, boolean> = { 1: false, 2: true, 3: true, 4: false, 5: false };
    expect(keysOf(table)).toEqual([...ROUTE_STATUSES]);
    for (const status of ROUTE_STATUSES)
      expect(planRules.missedStarts([{ status, start: 99 }], 100).length === 1, String(status)).toBe(table[status]);
    expect(
      planRules.missedStarts(
        [
          { status: 2, start: 100 },
          { status: 2, start: null },
        ],
        100,
      ),
    ).toEqual([]);
  });
  it("dispatch is started once", () => {
    const table: Record<PlanStatus, boolean> = { 1: true, 2: true, 3: true, 4: false, 5: true };
    expect(keysOf(table)).toEqual([...PLAN_STATUSES]);
    for (const status of PLAN_STATUSES)
      expect(planRules.canStartDispatch({ status }).ok, String(status)).toBe(table[status]);
  });
});

describe("routes", () => {
  /** Served but for the end, so that nothing but the status decides. */
  const served = () => makeStops(4).map((visit) => (visit.type === "E" ? { ...visit, status: 2 as const } : visit));
  const TABLE = {
    approve: { 1: 3, 2: 3, 3: "same", 4: "same", 5: "same" },
    "approve while locked": { 1: "same", 2: "same", 3: "same", 4: "same", 5: "same" },
    start: { 1: 4, 2: 4, 3: 4, 4: "route.on_route", 5: "route.completed" },
    finish: { 1: "route.not_started", 2: "route.not_started", 3: "route.not_started", 4: 5, 5: "route.completed" },
    reset: { 1: 1, 2: 1, 3: 1, 4: 1, 5: 1 },
    "set empty": { 1: 1, 2: 1, 3: 1, 4: 1, 5: 1 },
    remove: { 1: "removed", 2: "removed", 3: "removed", 4: "removed", 5: "removed" },
    "remove while locked": {
      1: "route.locked",
      2: "route.locked",
      3: "route.locked",
      4: "route.locked",
      5: "route.locked",
    },
    lock: { 1: "same", 2: "same", 3: "same", 4: "same", 5: "same" },
    "remove all visits": { 1: 1, 2: 1, 3: 1, 4: 1, 5: 1 },
    "remove all visits while locked": {
      1: "route.locked",
      2: "route.locked",
      3: "route.locked",
      4: "route.locked",
      5: "route.locked",
    },
    "store a calculation": { 1: 2, 2: "same", 3: "same", 4: "same", 5: "same" },
  } satisfies Record<string, Record<RouteStatus, Outcome<RouteStatus>>>;
  const accepted = (changes: PlanningChanges): Decision<PlanningChanges> => ({ ok: true, changes });
  const changed = (set: Partial<Route>): Decision<PlanningChanges> => ({
    ok: true,
    changes: { ...routeTransitions.setRouteEmpty({ id: 2 }, []), routes: [{ id: 1, set }] },
  });
  const DO: Record<keyof typeof TABLE, (route: Route) => Decision<PlanningChanges>> = {
    approve: (route) => routeTransitions.approveRoute(route, makeStops()),
    "approve while locked": (route) => routeTransitions.approveRoute({ ...route, isLocked: true }, makeStops()),
    start: (route) => routeTransitions.startRoute(route, makeStops(), NOW),
    finish: (route) => routeTransitions.finishRoute(route, served(), NOW),
    reset: (route) => routeTransitions.resetRoute(route, makeStops()),
    "set empty": (route) => accepted(routeTransitions.setRouteEmpty(route, makeStops())),
    remove: (route) => routeTransitions.removeRoute(route, makeStops(), "Van"),
    "remove while locked": (route) => routeTransitions.removeRoute({ ...route, isLocked: true }, makeStops(), "Van"),
    lock: (route) => routeTransitions.toggleRouteLock(route),
    "remove all visits": (route) => routeTransitions.removeAllVisits([route], makeStops()),
    "remove all visits while locked": (route) =>
      routeTransitions.removeAllVisits([{ ...route, isLocked: true }], makeStops()),
    "store a calculation": (route) => changed(routeTransitions.withCalculation(route, 9)),
  };
  for (const [name, table] of Object.entries(TABLE) as [
    keyof typeof TABLE,
    Record<RouteStatus, Outcome<RouteStatus>>,
  ][]) {
    it(`${name}: decided for every status`, () => expect(keysOf(table)).toEqual([...ROUTE_STATUSES]));
    it.each(ROUTE_STATUSES)(`${name} from status %i`, (status) => {
      expect(outcome(DO[name](makeRoute({ status })), routeStatus)).toBe(table[status]);
    });
  }
  it("no transition of routes without a table", () => {
    expectNames(
      routeTransitions,
      [
        "approveRoute",
        "startRoute",
        "finishRoute",
        "resetRoute",
        "setRouteEmpty",
        "removeRoute",
        "toggleRouteLock",
        "removeAllVisits",
        "withCalculation",
      ],
      ["becomesEmpty", "driverByDefault", "startQuestion"],
    );
  });
});

describe("visits", () => {
  const onRoad = () => makeRoute({ status: 4 });
  /** The start is done; 11 is next, 12 is not. */
  const road = (status: VisitStatus): Visit[] =>
    makeStops(3).map((visit) =>
      visit.type === "S" ? { ...visit, status: 4 as const } : visit.id === 12 ? { ...visit, status } : visit,
    );
  const visitIn = (visits: Visit[]) => visits.find((visit) => visit.id === 12)!;
  const TABLE = {
    "mark done": { 1: 4, 2: 4, 3: 4, 4: "same", 5: 4 },
    "mark failed": { 1: 5, 2: 5, 3: 5, 4: 5, 5: 5 },
    "mark failed without the reason that the company asks for": {
      1: "visit.fail_reason_required",
      2: "visit.fail_reason_required",
      3: "visit.fail_reason_required",
      4: "visit.fail_reason_required",
      5: "visit.fail_reason_required",
    },
    "set on route again": { 1: "visit.not_past", 2: "visit.not_past", 3: "visit.not_past", 4: 3, 5: 3 },
    "place on a route": { 1: 2, 2: 2, 3: 3, 4: "visit.past", 5: "visit.past" },
    "place on a route on the road": { 1: 3, 2: 2, 3: 3, 4: "visit.past", 5: "visit.past" },
    "place on a locked route": {
      1: "route.locked",
      2: "route.locked",
      3: "route.locked",
      4: "visit.past",
      5: "visit.past",
    },
    unschedule: { 1: 1, 2: 1, 3: 1, 4: "visit.past", 5: "visit.past" },
    remove: { 1: "removed", 2: "removed", 3: "removed", 4: "removed", 5: "removed" },
    detach: { 1: 1, 2: 1, 3: 1, 4: 1, 5: 1 },
    "remove from a locked route": {
      1: "route.locked",
      2: "route.locked",
      3: "route.locked",
      4: "route.locked",
      5: "route.locked",
    },
    approve: { 1: 3, 2: 3, 3: 3, 4: 3, 5: 3 },
  } satisfies Record<string, Record<VisitStatus, Outcome<VisitStatus>>>;
  const DO: Record<keyof typeof TABLE, (visit: Visit, visits: Visit[]) => Decision<PlanningChanges>> = {
    "mark done": (visit, visits) => visitTransitions.markVisitDone(visit, onRoad(), visits, { now: NOW }),
    "mark failed": (visit, visits) =>
      visitTransitions.markVisitFailed(visit, onRoad(), visits, { now: NOW, failReasonId: 1, companyFailReasons: [1] }),
    "mark failed without the reason that the company asks for": (visit, visits) =>
      visitTransitions.markVisitFailed(visit, onRoad(), visits, { now: NOW, companyFailReasons: [1] }),
    "set on route again": (visit) => visitTransitions.setVisitOnRoute(visit, onRoad(), NOW),
    "place on a route": (visit) => visitTransitions.moveVisitToRoute(visit, null, makeRoute({ status: 2 }), 1),
    "place on a route on the road": (visit) => visitTransitions.moveVisitToRoute(visit, null, onRoad(), 1),
    "place on a locked route": (visit) =>
      visitTransitions.moveVisitToRoute(visit, null, makeRoute({ isLocked: true }), 1),
    unschedule: (visit) => visitTransitions.unscheduleVisit(visit, makeRoute()),
    remove: (visit) => visitTransitions.removeVisit(visit, makeRoute(), { warehouseId: 1 }),
    detach: (visit) => visitTransitions.removeVisit(visit, makeRoute(), { warehouseId: 1 }, "detach"),
    "remove from a locked route": (visit) =>
      visitTransitions.removeVisit(visit, makeRoute({ isLocked: true }), { warehouseId: 1 }),
    approve: (visit) => ({
      ok: true,
      changes: {
        ...routeTransitions.setRouteEmpty({ id: 2 }, []),
        visits: [{ id: visit.id, set: visitTransitions.approvedVisit() }],
      },
    }),
  };
  for (const [name, table] of Object.entries(TABLE) as [
    keyof typeof TABLE,
    Record<VisitStatus, Outcome<VisitStatus>>,
  ][]) {
    it(`${name}: decided for every status`, () => expect(keysOf(table)).toEqual([...VISIT_STATUSES]));
    it.each(VISIT_STATUSES)(`${name} from status %i`, (status) => {
      const visits = road(status);
      expect(outcome(DO[name](visitIn(visits), visits), visitStatus(12))).toBe(table[status]);
    });
  }
  it("no transition of visits without a table", () => {
    expectNames(
      visitTransitions,
      [
        "moveVisitToRoute",
        "unscheduleVisit",
        "markVisitDone",
        "markVisitFailed",
        "setVisitOnRoute",
        "approvedVisit",
        "removeVisit",
      ],
      ["placedStatus"],
    );
  });
  it("a visit that is done already stays as it is, field for field", () => {
    const visits = road(4);
    const decision = visitTransitions.markVisitDone(visitIn(visits), onRoad(), visits, { now: NOW });
    expect(decision.ok && isUnchanged(decision.changes)).toBe(true);
  });
});

describe("what is shown", () => {
  /** Visit status by row, route status by column. */
  const SHOWN: Record<VisitStatus, Record<RouteStatus, VisitStatus>> = {
    1: { 1: 1, 2: 1, 3: 1, 4: 1, 5: 1 },
    2: { 1: 2, 2: 2, 3: 2, 4: 3, 5: 3 },
    3: { 1: 2, 2: 2, 3: 2, 4: 3, 5: 3 },
    4: { 1: 4, 2: 4, 3: 4, 4: 4, 5: 4 },
    5: { 1: 5, 2: 5, 3: 5, 4: 5, 5: 5 },
  };
  it("is decided for every status of a visit on every status of its route", () => {
    expect(keysOf(SHOWN)).toEqual([...VISIT_STATUSES]);
    for (const visit of VISIT_STATUSES) {
      expect(keysOf(SHOWN[visit])).toEqual([...ROUTE_STATUSES]);
      for (const route of ROUTE_STATUSES)
        expect(displayedVisitStatus({ status: visit, routeId: 1 }, { status: route }), `${visit} on ${route}`).toBe(
          SHOWN[visit][route],
        );
    }
  });
  it("without a route is always Unscheduled, whatever is stored", () => {
    for (const visit of VISIT_STATUSES)
      for (const route of [null, ...ROUTE_STATUSES.map((status) => ({ status }))])
        expect(displayedVisitStatus({ status: visit, routeId: null }, route), String(visit)).toBe(1);
  });
  it("time and panel, for every status of a visit", () => {
    const label: Record<VisitStatus, "ATA" | "ETA"> = { 1: "ETA", 2: "ETA", 3: "ETA", 4: "ATA", 5: "ATA" };
    const panel: Record<VisitStatus, string | null> = { 1: null, 2: null, 3: null, 4: "Done!", 5: "Failed!" };
    expect([keysOf(label), keysOf(panel)]).toEqual([[...VISIT_STATUSES], [...VISIT_STATUSES]]);
    for (const status of VISIT_STATUSES) {
      expect(visitTimes(makeVisit({ status, arrivalTime: NOW, completedAt: NOW }))?.label).toBe(label[status]);
      expect(
        pastPanel({ status, confirmationType: null, doneNote: "", failReasonId: null, failNote: "" }, "today")?.title ??
          null,
      ).toBe(panel[status]);
    }
  });
  it("every status has a word of its own", () => {
    for (const [labels, statuses] of [
      [PLAN_STATUS_LABELS, PLAN_STATUSES],
      [ROUTE_STATUS_LABELS, ROUTE_STATUSES],
      [VISIT_STATUS_LABELS, VISIT_STATUSES],
      [RECORD_STATUS_LABELS, Object.values(RecordStatus)],
    ] as const) {
      expect(keysOf(labels)).toEqual([...statuses].sort());
      expect(new Set(Object.values(labels)).size).toBe(statuses.length);
    }
    const toggled: Record<RecordStatus, RecordStatus> = { 0: 1, 1: 0 };
    for (const status of Object.values(RecordStatus)) expect(toggledRecordStatus(status)).toBe(toggled[status]);
  });
  it("the plan's status follows its routes, for every pair", () => {
    const follows: Record<PlanStatus, Record<RouteStatus, PlanStatus>> = {
      1: { 1: 1, 2: 2, 3: 3, 4: 3, 5: 3 },
      2: { 1: 1, 2: 2, 3: 3, 4: 3, 5: 3 },
      3: { 1: 1, 2: 2, 3: 3, 4: 3, 5: 3 },
      4: { 1: 4, 2: 4, 3: 4, 4: 4, 5: 4 },
      5: { 1: 5, 2: 5, 3: 5, 4: 5, 5: 5 },
    };
    expect(keysOf(follows)).toEqual([...PLAN_STATUSES]);
    for (const status of PLAN_STATUSES) {
      expect(keysOf(follows[status])).toEqual([...ROUTE_STATUSES]);
      for (const route of ROUTE_STATUSES)
        expect(planRules.planStatusFromRoutes({ status }, [{ status: route }]), `${status} with a route ${route}`).toBe(
          follows[status][route],
        );
    }
  });
});
