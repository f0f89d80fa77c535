import { latestEndWithout, routeLimits } from "../contract";
import type { Problem, StepRef, Task, TimeWindow, Vehicle } from "../contract";
import { siteOf, startSiteOf } from "../contract/tasks";
import { speedPercent, timeBaseSec, timeScaleOf } from "../contract/time-span";
import { largest } from "../contract/largest";
import { breakSequence } from "../schedule/break-orders";
import { balanceWeight } from "./balance";
import { breakLayers, layerSpans, openSpans } from "./break-layers";
import { denseProblem, withoutUnusedPlaces } from "./dense-problem";
import { Gaps } from "./gaps";
import { HORIZON, TaskType, perHour } from "./instance";
import type { Instance } from "./instance";
import { loadsOf } from "./loads";
import type { FlatLoads } from "./loads";
import { buildMatrices } from "./matrices";
import { Reach } from "./reach";
import { servableAlone } from "./servable";
import { withSharedTables } from "./shared-tables";

interface FlatTask extends FlatLoads {
  readonly task: Task;
  readonly type: number;
  readonly source: number;
  readonly skills: readonly number[];
  readonly priority: number;
}

/**
 * Flattens a valid problem. `checkpoint` is called all along and may end it by throwing.
 * @param onlyServable without what no vehicle could serve even alone. Not where a given plan is followed stop by stop:
 * which stops break a rule there must not depend on the part of the plan that is looked at.
 */
export function buildInstance(
  given: Problem,
  checkpoint: () => void = () => undefined,
  onlyServable = false,
): Instance {
  const gaps = new Gaps(checkpoint);
  const dense = denseProblem(withSharedTables(given, checkpoint), checkpoint);
  const isGapless = dense.vehicles.every(({ profile }) => !gaps.in(dense.matrices[profile]));
  // stops that no vehicle can reach would only be tried again and again
  const reachable = isGapless ? dense : new Reach(dense, checkpoint).servable();
  const servable = onlyServable ? servableAlone(reachable, checkpoint) : reachable;
  // a search that has to look out for missing ways does less
  const problem = onlyServable && !isGapless ? withoutUnusedPlaces(servable, checkpoint) : servable;
  const tasks = flatten(problem);
  const n = tasks.length;
  const vehicles = problem.vehicles;
  const V = vehicles.length;
  const nodeCount = n + 2 * V;
  const timeScale = timeScaleOf(problem);
  const baseSec = timeBaseSec(given);
  const scaled = (sec: number): number => Math.max(-1, Math.min(HORIZON, (sec - baseSec) * timeScale));
  const matrices = buildMatrices(problem, timeScale, gaps, checkpoint);
  const costScale = matrices.costScale;
  const openRow = matrices.size - 1;

  const place = new Int32Array(nodeCount);
  const site = new Int32Array(nodeCount).fill(-1);
  const windowStart = new Int32Array(nodeCount);
  const windowEnd = new Int32Array(nodeCount).fill(HORIZON);
  tasks.forEach(({ task }, t) => {
    place[t] = task.locationIndex;
    site[t] = siteOf(task);
  });
  vehicles.forEach((vehicle, v) => {
    place[n + v] = vehicle.startIndex ?? openRow;
    site[n + v] = startSiteOf(vehicle) ?? -1;
    place[n + V + v] = vehicle.endIndex ?? openRow;
    if (vehicle.timeWindow != null) {
      windowStart[n + v] = windowStart[n + V + v] = Math.max(0, scaled(vehicle.timeWindow[0]));
      windowEnd[n + v] = windowEnd[n + V + v] = scaled(vehicle.timeWindow[1] + (vehicle.overtimeSec ?? 0));
    }
  });

  // windows of tasks
  const moreFrom = new Int32Array(n + 1);
  const more: number[] = [];
  let hasTaskWindows = false;
  tasks.forEach(({ task }, t) => {
    moreFrom[t] = more.length / 2;
    if (task.timeWindows === undefined) return;
    hasTaskWindows = true;
    const windows = task.timeWindows
      .map(([from, to]) => [Math.max(0, scaled(from)), scaled(to)])
      .filter(([, to]) => to >= 0);
    // over before anything begins: a vehicle comes too late, unless the stop is locked
    if (windows.length === 0) {
      windowEnd[t] = -1;
      return;
    }
    windowStart[t] = windows[0][0];
    windowEnd[t] = windows[windows.length - 1][1];
    if (windows.length > 1) for (const pair of windows) more.push(pair[0], pair[1]);
  });
  moreFrom[n] = more.length / 2;

  // setup and service per vehicle type
  const types = [...new Set(vehicles.map((vehicle) => vehicle.type))];
  const setup = new Int32Array(types.length * n);
  const service = new Int32Array(types.length * n);
  types.forEach((type, row) => {
    tasks.forEach(({ task }, t) => {
      const own = <K extends "setupSecPerType" | "serviceSecPerType">(key: K): number | undefined =>
        type !== undefined && task[key] !== undefined && Object.hasOwn(task[key], type) ? task[key][type] : undefined;
      setup[row * n + t] = Math.min(HORIZON, (own("setupSecPerType") ?? task.setupSec ?? 0) * timeScale);
      service[row * n + t] = Math.min(HORIZON, (own("serviceSecPerType") ?? task.serviceSec ?? 0) * timeScale);
    });
  });

  const loads = loadsOf(problem, tasks);
  const { dimensions } = loads;

  // breaks
  const breaks = vehicles.map((vehicle) =>
    breakSequence(vehicle.breaks ?? []).map((source) => ({ rest: vehicle.breaks![source], source })),
  );
  const breakFrom = new Int32Array(V + 1);
  breaks.forEach((list, v) => (breakFrom[v + 1] = breakFrom[v] + list.length));
  const allBreaks = breaks.flat();
  const { breakStates, orders } = breakLayers(breaks.map((list) => list.map(({ rest }) => rest)));
  const breakWindows = allBreaks.map(({ rest }) => {
    const windows = (rest.timeWindows ?? [[0, Number.MAX_SAFE_INTEGER] as TimeWindow])
      .map(([from, to]) => [Math.max(0, scaled(from)), scaled(to)])
      .filter(([, to]) => to >= 0);
    return Int32Array.from(windows.flat());
  });
  const breakService = Int32Array.from(allBreaks, ({ rest }) => Math.min(HORIZON, (rest.serviceSec ?? 0) * timeScale));
  const endWithoutBreak = Int32Array.from(vehicles, ({ breaks, timeWindow }) =>
    breaks?.[0] === undefined ? -1 : scaled(latestEndWithout(breaks[0], timeWindow?.[0] ?? 0)),
  );
  const spans = orders.map((order, v) => {
    if (order !== null) return openSpans(breakStates[v]);
    const own = [breakFrom[v], breakFrom[v + 1]] as const;
    const start = windowStart[n + v];
    const end = windowEnd[n + V + v];
    return layerSpans(breakWindows.slice(...own), breakService.subarray(...own), start, end, endWithoutBreak[v]);
  });
  const breakMaxLoad = allBreaks.map(({ rest }) =>
    rest.maxLoad === undefined || rest.maxLoad.length === 0
      ? null
      : Int32Array.from(loads.kept, (d) => rest.maxLoad?.[d] ?? 0),
  );

  setupIntoService(site, n, V, setup, service);

  // classes of equal vehicles
  const classOf = new Map<string, number>();
  const vehicleClass = new Int32Array(V);
  const classVehicles: number[][] = [];
  const keyOf = classKeys(problem, tasks, loads.kept, !isGapless);
  vehicles.forEach((vehicle, v) => {
    const key = keyOf(vehicle);
    let c = classOf.get(key);
    if (c === undefined) {
      c = classVehicles.length;
      classOf.set(key, c);
      classVehicles.push([]);
    }
    vehicleClass[v] = c;
    classVehicles[c].push(v);
  });
  const allowed = new Uint8Array(classVehicles.length * n);
  let hasBans = false;
  const reach = isGapless ? null : new Reach(problem, checkpoint);
  classVehicles.forEach((members, c) => {
    const vehicle = vehicles[members[0]];
    const skills = new Set(vehicle.skills);
    const reached = reach?.of(vehicle);
    tasks.forEach((task, t) => {
      allowed[c * n + t] = task.skills.every((skill) => skills.has(skill)) && reached?.[t] !== 0 ? 1 : 0;
      if (allowed[c * n + t] === 0) hasBans = true;
    });
  });

  const taskOf = new Map(tasks.map((task, t) => [`${["job", "pickup", "delivery"][task.type]} ${task.task.id}`, t]));
  const locked = vehicles.map((vehicle) =>
    Int32Array.from(
      (vehicle.lockedPrefix ?? [])
        .filter((step) => step.type !== "break")
        .map((step: StepRef) => taskOf.get(`${step.type} ${step.id}`)!),
    ),
  );
  const hasLocked = locked.some((list) => list.length > 0);
  const timeUnits = 3600 * timeScale;
  const limit = (value: number | undefined, scale: number): number =>
    value === undefined ? Number.MAX_SAFE_INTEGER : value * scale;

  const fixedCost = Float64Array.from(vehicles, (vehicle) => (vehicle.costs?.fixed ?? 0) * costScale);
  const { cost, costOf, size } = matrices;
  const ofBalance = { cost, costOf, size, taskCount: n, place, fixedCost };

  // One literal: an object that is spread into another has a hidden class of its own in V8, and then all code of the
  // search, which reads this object, would be compiled again for every problem, and slower code each time.
  return {
    problem,
    taskCount: n,
    vehicleCount: V,
    nodeCount,
    timeScale,
    timeBaseSec: baseSec,
    costScale,
    size: matrices.size,
    columns: new Map<Int32Array, Int32Array>(),
    place,
    site,
    windowStart,
    windowEnd,
    taskType: Uint8Array.from(tasks, (task) => task.type),
    paired: Int32Array.from(tasks, (task, t) =>
      task.type === TaskType.Job ? -1 : task.type === TaskType.Pickup ? t + 1 : t - 1,
    ),
    source: Int32Array.from(tasks, (task) => task.source),
    priority: prioritiesOf(tasks, locked),
    moreFrom,
    moreWindows: Int32Array.from(more),
    setup,
    service,
    dimensions,
    atStart: loads.atStart,
    taken: loads.taken,
    vehicleClass,
    travelOf: matrices.travelOf,
    costOf: matrices.costOf,
    typeOf: Int32Array.from(vehicles, (vehicle) => types.indexOf(vehicle.type)),
    capacity: loads.capacity,
    fixedCost,
    taskTimeCost: Float64Array.from(vehicles, (vehicle) => ((vehicle.costs?.perTaskHour ?? 0) * costScale) / timeUnits),
    maxTasks: Int32Array.from(vehicles, (vehicle) => Math.min(vehicle.maxTasks ?? HORIZON, HORIZON)),
    maxTravel: Float64Array.from(vehicles, (vehicle) => limit(vehicle.maxTravelTimeSec, timeScale)),
    maxDistance: Float64Array.from(vehicles, (vehicle) => limit(vehicle.maxDistanceM, 1)),
    breakFrom,
    breakService,
    breakWindows,
    breakMaxLoad,
    breakSource: Int32Array.from(allBreaks, ({ source }) => source),
    breakStates,
    breakOrders: orders,
    mostBreakStates: Math.max(1, largest(breakStates)),
    layerSpans: spans,
    endWithoutBreak,
    classCount: classVehicles.length,
    classVehicles: classVehicles.map((members) => Int32Array.from(members)),
    allowed,
    travel: matrices.travel,
    cost: matrices.cost,
    distance: matrices.distance,
    hasTime:
      hasTaskWindows ||
      vehicles.some((vehicle) => vehicle.timeWindow != null) ||
      allBreaks.some(({ rest }) => rest.timeWindows !== undefined || rest.maxLoad !== undefined),
    hasMoreWindows: more.length > 0,
    hasSetup: setup.some((value) => value > 0),
    hasTaskTimeCost: vehicles.some((vehicle) => (vehicle.costs?.perTaskHour ?? 0) > 0),
    hasTravelLimit: vehicles.some((vehicle) => vehicle.maxTravelTimeSec !== undefined),
    hasDistanceLimit: vehicles.some((vehicle) => vehicle.maxDistanceM !== undefined),
    hasTaskLimit: vehicles.some((vehicle) => vehicle.maxTasks !== undefined && vehicle.maxTasks < n),
    hasShipments: problem.shipments.length > 0,
    hasBreakLoads: breakMaxLoad.some((load) => load !== null),
    hasBans,
    hasNoWay: matrices.hasNoWay,
    sumDecidesLoad: problem.shipments.length === 0 && !(loads.areDelivered && loads.areTaken),
    locked,
    hasLocked,
    balanceWeight: balanceWeight(ofBalance, problem.balance ?? 0),
  };
}

/**
 * A delivery whose pickup is locked on a vehicle has to be served: it comes before everything that may be left out,
 * however much that is.
 */
function prioritiesOf(tasks: readonly FlatTask[], locked: readonly Int32Array[]): Int32Array {
  const priority = Int32Array.from(tasks, (task) => task.priority);
  const isLocked = new Set(locked.flatMap((list) => Array.from(list)));
  for (const t of isLocked)
    if (tasks[t].type === TaskType.Pickup && !isLocked.has(t + 1)) priority[t + 1] = 101 * (tasks.length + 1);
  return priority;
}

function flatten(problem: Problem): FlatTask[] {
  const tasks: FlatTask[] = problem.jobs.map((job, source) => ({
    task: job,
    type: TaskType.Job,
    source,
    skills: job.skills ?? [],
    priority: job.priority ?? 0,
    atStart: job.delivery ?? [],
    taken: job.pickup ?? [],
  }));
  problem.shipments.forEach((shipment, source) => {
    const shared = { source, skills: shipment.skills ?? [], priority: shipment.priority ?? 0, atStart: [] };
    const amount = shipment.amount ?? [];
    tasks.push({ ...shared, task: shipment.pickup, type: TaskType.Pickup, taken: amount });
    tasks.push({ ...shared, task: shipment.delivery, type: TaskType.Delivery, taken: amount.map((value) => -value) });
  });
  return tasks;
}

/**
 * Setup is due on arrival from another site. Where nothing else happens at a site and no vehicle starts there, that is
 * always so, and it is a part of the service.
 */
function setupIntoService(site: Int32Array, n: number, V: number, setup: Int32Array, service: Int32Array): void {
  const used = new Map<number, number>();
  for (let i = 0; i < n + V; i++) used.set(site[i], (used.get(site[i]) ?? 0) + 1);
  for (let k = 0; k < setup.length; k++) {
    if (used.get(site[k % n]) !== 1) continue;
    service[k] = Math.min(HORIZON, service[k] + setup[k]);
    setup[k] = 0;
  }
}

/** Vehicles with the same key can stand in for each other: what no task asks for doesn't tell them apart. */
function classKeys(
  { jobs, shipments }: Problem,
  tasks: readonly FlatTask[],
  dimensions: readonly number[],
  hasGaps: boolean,
): (vehicle: Vehicle) => string {
  const asked = new Set([...jobs, ...shipments].flatMap(({ skills }) => skills ?? []));
  const hasTypes = tasks.some(({ task }) => task.setupSecPerType !== undefined || task.serviceSecPerType !== undefined);
  return (vehicle) => {
    const { lockedPrefix = [], maxTasks = Infinity } = vehicle;
    return JSON.stringify([
      vehicle.profile,
      hasTypes ? vehicle.type : null,
      vehicle.startIndex,
      startSiteOf(vehicle),
      vehicle.endIndex,
      dimensions.map((d) => vehicle.capacity?.[d] ?? 0),
      [...(vehicle.skills ?? [])].filter((skill) => asked.has(skill)).sort(),
      vehicle.timeWindow,
      vehicle.overtimeSec ?? 0,
      (vehicle.breaks ?? []).map((rest) => [
        rest.timeWindows,
        rest.serviceSec,
        rest.maxLoad,
        rest.onlyIfDue === true,
        rest.dueAfterSec,
      ]),
      speedPercent(vehicle),
      ...routeLimits.map(([, field]) => (field === "maxTasks" ? null : vehicle[field])),
      maxTasks < tasks.length ? maxTasks : null,
      vehicle.costs?.fixed ?? 0,
      perHour(vehicle),
      vehicle.costs?.perKm ?? 0,
      vehicle.costs?.perTaskHour ?? 0,
      // over some roads alone not every stop can be reached behind the locked ones
      hasGaps && lockedPrefix.length > 0 ? vehicle.id : -1,
    ]);
  };
}
