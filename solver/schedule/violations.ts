import { routeLimits } from "../contract";
import type { RouteLimit, StepRef, Vehicle, Violation, ViolationCode } from "../contract";
import { HUNDREDTHS } from "./timeline";
import type { Element, TaskIndex, Times } from "./timeline";

const seconds = (hundredths: number): number => Math.ceil(hundredths / HUNDREDTHS);

/**
 * What one step breaks: ways, windows, load, skills, order of pickup and delivery, working hours. `seen` holds the
 * stops before it, on this route and others, by `stepName`; the step is added to it.
 */
export function stepViolations(
  vehicle: Vehicle,
  elements: readonly Element[],
  k: number,
  times: Times,
  loads: readonly (readonly number[])[],
  endLimit: number,
  seen: Set<string>,
): Violation[] {
  const element = elements[k];
  const found: Violation[] = [];
  const add = (code: ViolationCode, amount: number | null, message: string, index?: number): void => {
    found.push({
      code,
      amount,
      ...(index === undefined ? {} : { index }),
      message,
      vehicleId: vehicle.id,
      ...(element.step === undefined ? {} : { step: plain(element.step) }),
    });
  };
  const load = loads[k];
  // an open end is no step, and nothing is loaded there
  const excess = element.kind === "end" && element.place === undefined ? null : above(load, vehicle.capacity);
  if (excess !== null) {
    const { amount, index } = excess;
    add("load", amount, `The load is ${amount} above the capacity of vehicle ${vehicle.id}.`, index);
  }
  if (element.lacksWay) {
    const where = element.kind === "end" ? `the end of vehicle ${vehicle.id}` : `${element.kind} ${element.step?.id}`;
    add("no_way", null, `No road leads to ${where} from the place before.`);
  }
  if (element.kind === "end") {
    const over = times.arrival[k] - endLimit;
    if (over > 0)
      add("overtime", seconds(over), `Vehicle ${vehicle.id} ends ${seconds(over)} s after its working hours.`);
    return found;
  }
  const windows = element.task?.timeWindows ?? element.rest?.timeWindows;
  if (windows !== undefined) {
    const begin = times.begin[k];
    if (!windows.some(([from, to]) => begin >= from * HUNDREDTHS && begin <= to * HUNDREDTHS)) {
      const next = windows.find(([from]) => from * HUNDREDTHS > begin);
      const last = windows.findLast(([, to]) => to * HUNDREDTHS < begin);
      const late = last === undefined ? Infinity : begin - last[1] * HUNDREDTHS;
      const early = next === undefined ? Infinity : next[0] * HUNDREDTHS - begin;
      const name = `${element.kind} ${element.step?.id}`;
      if (late <= early) add("delay", seconds(late), `The ${name} begins ${seconds(late)} s after its time window.`);
      else add("lead_time", seconds(early), `The ${name} begins ${seconds(early)} s before its time window.`);
    }
  }
  const begun = times.begin[k];
  const by = element.step?.serviceAtSec ?? element.step?.serviceBeforeSec;
  if (by !== undefined && begun > by * HUNDREDTHS)
    add(
      "delay",
      seconds(begun - by * HUNDREDTHS),
      `The ${element.kind} ${element.step?.id} begins ${seconds(begun - by * HUNDREDTHS)} s later than it was told to.`,
    );
  const most = element.rest?.maxLoad;
  const onBoard = most === undefined || most.length === 0 ? null : above(load, most);
  if (onBoard !== null) {
    const { amount, index } = onBoard;
    add("max_load", amount, `The load is ${amount} too high for break ${element.rest?.id}.`, index);
  }
  if (element.task !== undefined && element.step !== undefined) {
    const name = stepName(element.step);
    if (seen.has(name)) add("duplicate", 1, `The ${name} is served before, too.`);
    seen.add(name);
  }
  const lacking = (element.job?.skills ?? element.shipment?.skills)?.filter(
    (skill) => vehicle.skills?.includes(skill) !== true,
  );
  if (lacking !== undefined && lacking.length > 0)
    add("skills", lacking.length, `Vehicle ${vehicle.id} lacks skill ${lacking.join(", ")}.`);
  if (element.shipment !== undefined) {
    const partner = elements.findIndex((other) => other !== element && other.shipment === element.shipment);
    if (partner < 0) add("precedence", null, `The other half of the shipment is not on this route.`);
    else if (element.kind === "delivery" && partner > k)
      add("precedence", null, `Delivery ${element.step?.id} comes before its pickup.`);
  }
  return found;
}

/** By how much a load is above what is allowed, in the dimension where it is most; null where it holds in all. */
function above(
  load: readonly number[],
  most: readonly number[] | undefined,
): { readonly amount: number; readonly index: number } | null {
  const excess = load.map((units, d) => units - (most?.[d] ?? 0));
  const amount = Math.max(0, ...excess);
  return amount === 0 ? null : { amount, index: excess.indexOf(amount) };
}

/** What a route as a whole breaks: number of stops, travel time, distance, the settled beginning. */
export function routeViolations(
  vehicle: Vehicle,
  elements: readonly Element[],
  travel: number,
  metres: number,
): Violation[] {
  const found: Violation[] = [];
  const tasks = elements.filter((element) => element.task !== undefined);
  (vehicle.lockedPrefix ?? [])
    .filter(({ type }) => type !== "break")
    .forEach((step, k) => {
      const is = tasks[k]?.step;
      if (is?.type !== step.type || is.id !== step.id)
        found.push({
          code: "locked",
          amount: null,
          message: `Stop ${k + 1} of vehicle ${vehicle.id} has to be ${stepName(step)}.`,
          vehicleId: vehicle.id,
          step: plain(step),
        });
    });
  const lengths: Readonly<Record<RouteLimit, number>> = {
    max_tasks: tasks.length,
    max_travel_time: seconds(travel),
    max_distance: metres,
  };
  for (const [code, field] of routeLimits) {
    const amount = lengths[code] - (vehicle[field] ?? Infinity);
    if (amount > 0) found.push({ code, amount, message: tooLong(vehicle, code, amount), vehicleId: vehicle.id });
  }
  return found;
}

function tooLong({ id }: Vehicle, code: RouteLimit, amount: number): string {
  switch (code) {
    case "max_tasks":
      return `Vehicle ${id} has ${amount} ${amount === 1 ? "stop" : "stops"} too many.`;
    case "max_travel_time":
      return `Vehicle ${id} travels ${amount} s too long.`;
    case "max_distance":
      return `Vehicle ${id} travels ${amount} m too far.`;
  }
}

/** Steps that are left out because they are unknown, and breaks that are named twice. */
export function leftOut(vehicle: Vehicle, steps: readonly StepRef[], index: TaskIndex): Violation[] {
  const breaks = new Set<number>();
  return steps.flatMap((step): Violation[] => {
    const known =
      step.type === "break"
        ? vehicle.breaks?.some((rest) => rest.id === step.id) === true
        : index.find(step) !== undefined;
    if (!known)
      return [
        {
          code: "unknown",
          amount: null,
          message: `There is no ${stepName(step)} for vehicle ${vehicle.id}.`,
          vehicleId: vehicle.id,
          step: plain(step),
        },
      ];
    if (step.type !== "break") return [];
    if (breaks.has(step.id))
      return [
        {
          code: "duplicate",
          amount: 1,
          message: `The ${stepName(step)} is taken before, too.`,
          vehicleId: vehicle.id,
          step: plain(step),
        },
      ];
    breaks.add(step.id);
    return [];
  });
}

const stepName = (step: StepRef): string => `${step.type} ${step.id}`;
const plain = (step: StepRef): StepRef => ({ type: step.type, id: step.id });
