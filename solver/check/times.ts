import type { SolutionStep, TimeWindow } from "../contract";
import type { CheckedRoute, CheckContext, Rule } from "./context";
import { UNIT, seconds } from "./seconds";

/**
 * Walks along the route with a clock of its own: every arrival is what comes of the steps before it, every begin lies
 * in a window, working hours with overtime hold, no break is taken twice, reported setup and service are right.
 *
 * Three things are the plan's own choice and taken from it: when the vehicle leaves, how long it waits, and where on
 * its way it rests. All of them are whole seconds, as windows and working hours are; what isn't, an arrival, follows
 * from them exactly and is reported rounded down.
 */
export const times: Rule = ({ routes, fail }) => {
  for (const route of routes) {
    const end = walk(route, departure(route, fail), fail);
    ends(route, end, fail);
  }
};

type Fail = CheckContext["fail"];

/** When the vehicle leaves. Where its start is open it leaves when it is at the first step. */
function departure({ vehicle, steps }: CheckedRoute, fail: Fail): number {
  const where = { vehicleId: vehicle.id };
  const startsAt = (vehicle.timeWindow?.[0] ?? 0) * UNIT;
  const first = steps[0]?.step;
  const isNamed = first?.type === "start";
  if (vehicle.startIndex !== null && !isNamed) fail("unknown", "The route has no start.", undefined, where);
  if (first === undefined || (vehicle.startIndex !== null && !isNamed)) return startsAt;
  const leaves = first.arrivalSec * UNIT;
  if (leaves < startsAt)
    fail("lead_time", `Vehicle ${vehicle.id} leaves before its working hours.`, seconds(startsAt - leaves), where);
  if (vehicle.strictStart === true && leaves !== startsAt)
    fail(
      "strict_start",
      `Vehicle ${vehicle.id} has to leave at ${startsAt / UNIT}.`,
      seconds(Math.abs(leaves - startsAt)),
      where,
    );
  return Math.max(leaves, startsAt);
}

/** The clock at the end of the last step. */
function walk(checked: CheckedRoute, leaves: number, fail: Fail): number {
  const { vehicle, steps, sums } = checked;
  const where = { vehicleId: vehicle.id };
  const breaksLeft = new Map((vehicle.breaks ?? []).map((rest) => [rest.id, rest]));
  const travel = travelUntil(checked);
  let clock = leaves;
  let driven = 0;
  steps.forEach(({ step, task }, k) => {
    const at = { ...where, step };
    const name = `${step.type} ${step.id ?? ""}`.trim();
    const { setup, service } = sums.steps[k];
    const begin = (step.arrivalSec + step.waitingSec) * UNIT;
    if (step.waitingSec < 0) fail("lead_time", `Negative waiting before ${name}.`, -step.waitingSec, at);
    if (step.setupSec !== setup || step.serviceSec !== service)
      fail("cost", `Setup and service of ${name} are ${setup} and ${service} s.`, undefined, at);
    if ((step.type === "start" || step.type === "end") && step.waitingSec !== 0)
      fail("cost", `Nobody waits at the ${step.type} of a route.`, undefined, at);
    let windows = task?.timeWindows;
    if (step.type === "start") {
      if (k !== 0) fail("unknown", "The start is not the first step.", undefined, where);
      return;
    }
    if (step.type === "break") {
      const rest = breaksLeft.get(step.id);
      if (rest === undefined) {
        fail("unknown", `Break ${step.id} is unknown or taken twice.`, undefined, at);
        return;
      }
      breaksLeft.delete(rest.id);
      windows = rest.timeWindows;
      // until it begins the vehicle drives on; it waits only where it is at the next place before that
      const begins = Math.max(clock, begin);
      const way = Math.min(travel[k] - driven, begins - clock);
      driven += way;
      clock = Math.max(begins, reach(step, clock + way, name, where, fail));
    } else {
      clock = reach(step, clock + travel[k] - driven, name, where, fail);
      driven = travel[k];
      if (step.type === "end" && k !== steps.length - 1)
        fail("unknown", "The end is not the last step.", undefined, where);
      if (step.waitingSec > 0) clock = Math.max(clock, begin);
    }
    if (windows !== undefined) inWindows(clock, windows, name, at, fail);
    clock += (setup + service) * UNIT;
  });
  return clock;
}

/** Travel from the start of the route to where each step is, for breaks to the next place. */
function travelUntil({ steps, sums }: CheckedRoute): number[] {
  const travel = new Array<number>(steps.length);
  for (let k = steps.length - 1; k >= 0; k--) {
    const isBreak = steps[k].step.type === "break" && k + 1 < steps.length;
    travel[k] = isBreak ? travel[k + 1] : sums.steps[k].travel;
  }
  return travel;
}

/** When a step is reached: as computed, or as reported where that is later, for then the plan says so itself. */
function reach(step: SolutionStep, exact: number, name: string, where: { vehicleId: number }, fail: Fail): number {
  const reported = step.arrivalSec * UNIT;
  const right = Math.floor(exact / UNIT);
  if (step.arrivalSec === right) return exact;
  const at = { ...where, step };
  if (reported < exact)
    fail("lead_time", `The ${name} can't be reached before ${exact / UNIT}.`, seconds(exact - reported), at);
  else fail("cost", `The ${name} is reached at ${right}, not ${step.arrivalSec}.`, undefined, at);
  return Math.max(exact, reported);
}

function inWindows(
  at: number,
  windows: readonly TimeWindow[],
  name: string,
  where: { vehicleId: number; step: SolutionStep },
  fail: Fail,
): void {
  if (windows.some(([from, to]) => at >= from * UNIT && at <= to * UNIT)) return;
  // between two windows it should have waited for the next one
  const next = windows.find(([from]) => from * UNIT > at);
  if (next === undefined) {
    const late = seconds(at - windows[windows.length - 1][1] * UNIT);
    fail("delay", `The ${name} begins ${late} s after its window.`, late, where);
  } else {
    const early = seconds(next[0] * UNIT - at);
    fail("lead_time", `The ${name} begins ${early} s before its window.`, early, where);
  }
}

function ends({ vehicle, steps }: CheckedRoute, clock: number, fail: Fail): void {
  const where = { vehicleId: vehicle.id };
  if (vehicle.endIndex !== null && steps[steps.length - 1]?.step.type !== "end")
    fail("unknown", "The route has no end.", undefined, where);
  if (vehicle.timeWindow == null) return;
  const over = clock - (vehicle.timeWindow[1] + (vehicle.overtimeSec ?? 0)) * UNIT;
  const late = seconds(over);
  if (late > 0) fail("overtime", `Vehicle ${vehicle.id} ends ${late} s too late.`, late, where);
}
