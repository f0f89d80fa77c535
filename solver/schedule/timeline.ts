import { hasWay, legSec } from "../contract";
import type { Break, Job, Problem, Shipment, StepRef, Task, TaskKind, TimeWindow, Vehicle } from "../contract";
import { siteOf, startSiteOf } from "../contract/tasks";

/** Times here are hundredths of a second: travel of a vehicle with a speed factor is a whole number of them. */
export const HUNDREDTHS = 100;

/** A stop or break of a route with what its times depend on. */
export interface Element {
  readonly kind: "start" | TaskKind | "break" | "end";
  readonly step?: StepRef;
  readonly task?: Task;
  readonly job?: Job;
  readonly shipment?: Shipment;
  readonly rest?: Break;
  /** Matrix row; undefined on an open start or end and for breaks. */
  readonly place?: number;
  /** Travel to it from the last place before, hundredths (0 for breaks, and where there is no way). */
  travel: number;
  /** No road leads there from the last place before. */
  readonly lacksWay: boolean;
  setup: number;
  service: number;
  readonly windows: readonly TimeWindow[];
}

export interface Times {
  /** Per element, hundredths. */
  readonly arrival: number[];
  readonly begin: number[];
}

const ALWAYS: readonly TimeWindow[] = [[0, Number.MAX_SAFE_INTEGER]];

/** Tasks of a problem by name. */
export class TaskIndex {
  private readonly jobs: Map<number, Job>;
  private readonly pickups: Map<number, Shipment>;
  private readonly deliveries: Map<number, Shipment>;

  constructor(problem: Problem) {
    this.jobs = new Map(problem.jobs.map((job) => [job.id, job]));
    this.pickups = new Map(problem.shipments.map((shipment) => [shipment.pickup.id, shipment]));
    this.deliveries = new Map(problem.shipments.map((shipment) => [shipment.delivery.id, shipment]));
  }

  find(step: StepRef): { task: Task; job?: Job; shipment?: Shipment } | undefined {
    if (step.type === "job") {
      const job = this.jobs.get(step.id);
      return job && { task: job, job };
    }
    const shipment = (step.type === "pickup" ? this.pickups : this.deliveries).get(step.id);
    if (shipment === undefined) return undefined;
    return { task: step.type === "pickup" ? shipment.pickup : shipment.delivery, shipment };
  }
}

/** The elements of a route in the given order; unknown steps and breaks named twice are left out. */
export function elementsOf(problem: Problem, vehicle: Vehicle, steps: readonly StepRef[], index: TaskIndex): Element[] {
  const matrix = problem.matrices[vehicle.profile];
  const factor = Math.round(HUNDREDTHS / (vehicle.speedFactor ?? 1));
  const elements: Element[] = [
    {
      kind: "start",
      place: vehicle.startIndex ?? undefined,
      travel: 0,
      lacksWay: false,
      setup: 0,
      service: 0,
      windows: ALWAYS,
    },
  ];
  let here = vehicle.startIndex ?? undefined;
  let site = startSiteOf(vehicle);
  const travelTo = (place: number): number => (here === undefined ? 0 : legSec(matrix, here, place) * factor);
  const lacksWay = (place: number): boolean => here !== undefined && !hasWay(matrix, here, place);
  for (const step of steps) {
    if (step.type === "break") {
      const rest = vehicle.breaks?.find((candidate) => candidate.id === step.id);
      if (rest !== undefined && !elements.some((element) => element.rest === rest))
        elements.push(breakElement(rest, step));
      continue;
    }
    const found = index.find(step);
    if (found === undefined) continue;
    const { task } = found;
    const place = task.locationIndex;
    // no spread: all elements have one shape, and a plan of thousands of stops is timed within the few milliseconds
    // that a stop flag leaves
    elements.push({
      kind: step.type,
      step,
      task,
      job: found.job,
      shipment: found.shipment,
      place,
      travel: travelTo(place),
      lacksWay: lacksWay(place),
      setup: siteOf(task) === site ? 0 : HUNDREDTHS * perType(task.setupSecPerType, vehicle, task.setupSec),
      service: HUNDREDTHS * perType(task.serviceSecPerType, vehicle, task.serviceSec),
      windows: windowsOf(step, task.timeWindows),
    });
    here = place;
    site = siteOf(task);
  }
  const end = vehicle.endIndex ?? undefined;
  elements.push({
    kind: "end",
    place: end,
    travel: end === undefined ? 0 : travelTo(end),
    // a route without stops isn't driven
    lacksWay: end !== undefined && elements.some(({ task }) => task !== undefined) && lacksWay(end),
    setup: 0,
    service: 0,
    windows: ALWAYS,
  });
  return elements;
}

export function breakElement(rest: Break, step: StepRef): Element {
  return {
    kind: "break",
    step,
    rest,
    travel: 0,
    lacksWay: false,
    setup: 0,
    service: HUNDREDTHS * (rest.serviceSec ?? 0),
    windows: windowsOf(step, rest.timeWindows),
  };
}

/**
 * When a step may begin. Plan mode may fix its time, which then stands above its windows, or bound it: windows hold
 * within the bounds. Where none does, the bounds hold, and the moment in them that is nearest to a window is best.
 */
function windowsOf(step: StepRef, own: readonly TimeWindow[] = ALWAYS): readonly TimeWindow[] {
  const { serviceAtSec: at, serviceAfterSec: after, serviceBeforeSec: before } = step;
  if (at !== undefined) return [[at, at]];
  if (after === undefined && before === undefined) return own;
  const first = after ?? 0;
  const last = before ?? Number.MAX_SAFE_INTEGER;
  const within = own
    .filter(([from, to]) => to >= first && from <= last)
    .map(([from, to]): TimeWindow => [Math.max(from, first), Math.min(to, last)]);
  if (within.length > 0) return within;
  const late = own.reduce((least, [, to]) => Math.min(least, to < first ? first - to : Infinity), Infinity);
  const early = own.reduce((least, [from]) => Math.min(least, from > last ? from - last : Infinity), Infinity);
  const nearest = late <= early ? first : last;
  return [[nearest, nearest]];
}

/** A vehicle type's own seconds, or those for all. */
export function perType(
  values: Readonly<Record<string, number>> | undefined,
  vehicle: Vehicle,
  common: number | undefined,
): number {
  if (values !== undefined && vehicle.type !== undefined && Object.hasOwn(values, vehicle.type))
    return values[vehicle.type];
  return common ?? 0;
}

/** Begin of an element reached at `time`: waits for a window; when all are over it begins on arrival, late. */
export function beginOf(element: Element, time: number): number {
  for (const [from, to] of element.windows) if (time <= to * HUNDREDTHS) return Math.max(time, from * HUNDREDTHS);
  return time;
}

export function lateness(element: Element, begin: number): number {
  const last = element.windows[element.windows.length - 1][1];
  return Math.max(0, begin - last * HUNDREDTHS);
}

/** The place on a leg where a break lies: the vehicle drives on while the break's window isn't open yet. */
export function forward(elements: readonly Element[], departure: number): Times {
  const arrival: number[] = [];
  const begin: number[] = [];
  let clock = departure;
  let toDrive = 0;
  for (let k = 0; k < elements.length; k++) {
    const element = elements[k];
    if (element.kind === "start") {
      arrival.push(clock);
      begin.push(clock);
      toDrive = legFrom(elements, k);
      continue;
    }
    if (element.kind === "break") {
      const start = beginOf(element, clock);
      const driven = Math.min(toDrive, start - clock);
      arrival.push(clock + driven);
      begin.push(start);
      toDrive -= driven;
      clock = start + element.service;
      continue;
    }
    clock += toDrive;
    arrival.push(clock);
    const start = beginOf(element, clock);
    begin.push(start);
    clock = start + element.setup + element.service;
    toDrive = legFrom(elements, k);
  }
  return { arrival, begin };
}

/** Travel of the leg that leaves element k, whatever breaks lie on it. */
function legFrom(elements: readonly Element[], k: number): number {
  for (let j = k + 1; j < elements.length; j++) if (elements[j].kind !== "break") return elements[j].travel;
  return 0;
}

/**
 * Latest departure for which nothing ends later than in `times` and nothing becomes later than its window
 * (or than it already is). @param reserve what stops keep of their windows where they have as much in `times`
 */
export function latestDeparture(elements: readonly Element[], times: Times, reserve: number): number {
  // limits on the clock before an element, and on clock + travel left
  let clockLimit = Number.MAX_SAFE_INTEGER;
  let arriveLimit = Number.MAX_SAFE_INTEGER;
  for (let k = elements.length - 1; k > 0; k--) {
    const element = elements[k];
    if (element.kind === "end") {
      arriveLimit = times.arrival[k];
      clockLimit = arriveLimit;
      continue;
    }
    if (element.kind === "break") {
      const latest = Math.min(clockLimit, arriveLimit) - element.service;
      clockLimit = latestBegin(element, latest, times.begin[k], 0);
      arriveLimit -= element.service;
      continue;
    }
    const latest = Math.min(clockLimit, arriveLimit - legFrom(elements, k)) - element.setup - element.service;
    arriveLimit = latestBegin(element, latest, times.begin[k], reserve);
    clockLimit = arriveLimit;
  }
  return Math.min(clockLimit, arriveLimit - legFrom(elements, 0));
}

function latestBegin(element: Element, limit: number, now: number, reserve: number): number {
  let result = now;
  for (const [from, to] of element.windows) {
    const last = Math.max(from * HUNDREDTHS, to * HUNDREDTHS - reserve);
    if (from * HUNDREDTHS <= limit) result = Math.max(result, Math.min(last, limit));
  }
  return Math.min(result, Math.max(limit, now));
}
