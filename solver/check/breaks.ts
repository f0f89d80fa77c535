import { isBreakDue } from "../contract";
import type { Problem, Task } from "../contract";
import { siteOf, startSiteOf } from "../contract/tasks";
import type { CheckedRoute, Rule } from "./context";
import { duration } from "./duration";
import { UNIT } from "./seconds";
import { legsOf } from "./travel";

/** Every break is taken, but for those that are taken only where they are due: exactly there. */
export const breaks: Rule = ({ problem, routes, fail }) => {
  for (const checked of routes) {
    const { vehicle, steps } = checked;
    const taken = new Set(steps.filter(({ step }) => step.type === "break").map(({ step }) => step.id));
    for (const rest of vehicle.breaks ?? []) {
      const where = { vehicleId: vehicle.id };
      if (!taken.has(rest.id)) {
        const [leaves, ends] = reported(checked);
        if (isBreakDue(rest, leaves, ends)) fail("missing_break", `Break ${rest.id} is missing.`, undefined, where);
      } else if (rest.onlyIfDue === true) {
        const without = withoutBreak(problem, checked);
        if (without !== null && !isBreakDue(rest, ...without))
          fail("needless_break", `Break ${rest.id} is taken and not due.`, undefined, where);
      }
    }
  }
};

/** When the vehicle leaves and when the route ends, as reported. */
function reported({ steps }: CheckedRoute): [number, number] {
  const last = steps[steps.length - 1]?.step;
  return [
    steps[0]?.step.arrivalSec ?? 0,
    last === undefined ? 0 : last.arrivalSec + last.waitingSec + last.setupSec + last.serviceSec,
  ];
}

/**
 * The same of the route without its break: earliest end, and the latest departure for it. Null where that isn't
 * possible.
 */
function withoutBreak(problem: Problem, { vehicle, steps }: CheckedRoute): [number, number] | null {
  const legTo = legsOf(problem, vehicle);
  const percent = Math.round(UNIT / (vehicle.speedFactor ?? 1));
  const stops = steps.flatMap(({ task }) => (task === undefined ? [] : [task]));
  const leg = (from: number | null, to: number | null): number =>
    from === null || to === null ? 0 : Math.max(0, legTo(from, to).seconds) * percent;
  const begin = (task: Task, at: number): number => {
    const next =
      task.timeWindows === undefined ? [at / UNIT, at / UNIT] : task.timeWindows.find(([, to]) => at <= to * UNIT);
    return next === undefined ? Infinity : Math.max(at, next[0] * UNIT);
  };
  const endOf = (leaves: number): number => {
    let clock = leaves;
    let here = vehicle.startIndex;
    let site = startSiteOf(vehicle);
    for (const task of stops) {
      const setup = site === siteOf(task) ? 0 : duration(task, vehicle, "setup");
      clock = begin(task, clock + leg(here, task.locationIndex)) + (setup + duration(task, vehicle, "service")) * UNIT;
      here = task.locationIndex;
      site = siteOf(task);
    }
    return clock + leg(here, vehicle.endIndex);
  };
  const earliest = vehicle.timeWindow?.[0] ?? 0;
  const end = endOf(earliest * UNIT);
  if (end === Infinity) return null;
  let low = earliest;
  let high = vehicle.strictStart === true ? low : Math.floor(end / UNIT);
  while (low < high) {
    const middle = Math.ceil((low + high) / 2);
    if (endOf(middle * UNIT) <= end) low = middle;
    else high = middle - 1;
  }
  return [low, Math.floor(end / UNIT)];
}
