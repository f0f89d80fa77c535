import type { CheckedRoute, CheckContext, Rule } from "./context";
import { duration } from "./duration";
import { legsOf } from "./travel";

/** Hundredths of a second, in which travel times are whole numbers. */
const UNIT = 100;

/**
 * Walks along the reported times: every arrival is possible, every begin lies in a window, working hours with
 * overtime hold, no break is taken twice, reported setup and service are right.
 */
export const times: Rule = (context) => {
  for (const route of context.routes) walk(route, context);
};

function walk({ vehicle, steps }: CheckedRoute, { problem, fail }: CheckContext): void {
  const leg = legsOf(problem, vehicle);
  const percent = Math.round(UNIT / (vehicle.speedFactor ?? 1));
  // reported times are whole seconds, travel is not when the factor isn't
  const slack = percent % UNIT === 0 ? 0 : UNIT;
  const where = { vehicleId: vehicle.id };
  const breaksLeft = new Map((vehicle.breaks ?? []).map((rest) => [rest.id, rest]));
  const startsAt = (vehicle.timeWindow?.[0] ?? 0) * UNIT;
  let clock = startsAt;
  let here: number | null = vehicle.startIndex;
  let remaining = legTo(here, nextPlace(steps, 0));

  function legTo(from: number | null, to: number | null): number {
    return from === null || to === null ? 0 : Math.max(0, leg(from, to).seconds) * percent;
  }
  function nextPlace(list: CheckedRoute["steps"], from: number): number | null {
    for (let k = from; k < list.length; k++) {
      const { step, task } = list[k];
      if (task !== undefined) return task.locationIndex;
      if (step.type === "end") return vehicle.endIndex;
    }
    return null;
  }
  const inWindows = (
    at: number,
    windows: readonly (readonly [number, number])[] | undefined,
    name: string,
    step: CheckedRoute["steps"][number]["step"],
  ): void => {
    if (windows === undefined) return;
    if (windows.some(([from, to]) => at >= from * UNIT && at <= to * UNIT + slack)) return;
    const late = at - windows[windows.length - 1][1] * UNIT;
    if (late > 0)
      fail("delay", `The ${name} begins ${late / UNIT} s after its windows.`, late / UNIT, { ...where, step });
    else fail("lead_time", `The ${name} begins at ${at / UNIT}, outside its windows.`, undefined, { ...where, step });
  };

  steps.forEach(({ step, task }, k) => {
    const arrival = step.arrivalSec * UNIT;
    const begin = arrival + step.waitingSec * UNIT;
    if (step.waitingSec < 0)
      fail("lead_time", `Negative waiting before ${step.type} ${step.id ?? ""}.`, -step.waitingSec, { ...where, step });
    if (step.type === "start") {
      if (k !== 0) fail("unknown", "The start is not the first step.", undefined, where);
      if (arrival < startsAt)
        fail("lead_time", `Vehicle ${vehicle.id} leaves before its working hours.`, (startsAt - arrival) / UNIT, where);
      if (vehicle.strictStart === true && arrival !== startsAt)
        fail(
          "strict_start",
          `Vehicle ${vehicle.id} has to leave at ${startsAt / UNIT}.`,
          Math.abs(arrival - startsAt) / UNIT,
          where,
        );
      clock = Math.max(arrival, startsAt);
      remaining = legTo(here, nextPlace(steps, 1));
    } else if (step.type === "break") {
      const rest = breaksLeft.get(step.id ?? -1);
      if (rest === undefined) {
        fail("unknown", `Break ${step.id} is unknown or taken twice.`, undefined, { ...where, step });
        return;
      }
      breaksLeft.delete(rest.id);
      if (arrival < clock - slack)
        fail("lead_time", `Break ${rest.id} is reached too early.`, (clock - arrival) / UNIT, { ...where, step });
      remaining = Math.max(0, remaining - Math.max(0, arrival - clock));
      inWindows(begin, rest.timeWindows, `break ${rest.id}`, step);
      if (step.serviceSec !== (rest.serviceSec ?? 0))
        fail("cost", `Break ${rest.id} lasts ${rest.serviceSec ?? 0} s.`, undefined, { ...where, step });
      clock = begin + (rest.serviceSec ?? 0) * UNIT;
    } else {
      const earliest = clock + remaining;
      const name = `${step.type} ${step.id ?? ""}`.trim();
      if (arrival < earliest - slack)
        fail("lead_time", `The ${name} can't be reached before ${earliest / UNIT}.`, (earliest - arrival) / UNIT, {
          ...where,
          step,
        });
      if (step.type === "end") {
        if (k !== steps.length - 1) fail("unknown", "The end is not the last step.", undefined, where);
        clock = arrival;
        return;
      }
      if (task === undefined) return;
      inWindows(begin, task.timeWindows, name, step);
      const setup = here === task.locationIndex ? 0 : duration(task, vehicle, "setup");
      const service = duration(task, vehicle, "service");
      if (step.setupSec !== setup || step.serviceSec !== service)
        fail("cost", `Setup and service of ${name} are ${setup} and ${service} s.`, undefined, { ...where, step });
      clock = begin + (setup + service) * UNIT;
      here = task.locationIndex;
      remaining = legTo(here, nextPlace(steps, k + 1));
    }
  });
  const first = steps[0]?.step.type;
  const last = steps[steps.length - 1]?.step.type;
  if (vehicle.startIndex !== null && first !== "start") fail("unknown", "The route has no start.", undefined, where);
  if (vehicle.endIndex !== null && last !== "end") fail("unknown", "The route has no end.", undefined, where);
  if (vehicle.timeWindow != null) {
    const over = clock - (vehicle.timeWindow[1] + (vehicle.overtimeSec ?? 0)) * UNIT;
    if (over > slack) fail("overtime", `Vehicle ${vehicle.id} ends ${over / UNIT} s too late.`, over / UNIT, where);
  }
}
