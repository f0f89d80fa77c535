import type {
  Break,
  Job,
  Matrix,
  PointsModel,
  Problem,
  Shipment,
  SparseMatrix,
  StepRef,
  Task,
  Vehicle,
  VehicleCosts,
} from "../contract";

/*
 * The fields of each kind of object: a misspelt limit would otherwise be none, and the plan would break it. The types
 * say them, so that a new field that is missing here doesn't compile.
 */

type Names<T> = Readonly<Record<keyof T, true>>;

const setOf = <T>(names: Names<T>): ReadonlySet<string> => new Set(Object.keys(names));

const TASK: Names<Task> = {
  id: true,
  description: true,
  locationIndex: true,
  siteIndex: true,
  setupSec: true,
  serviceSec: true,
  setupSecPerType: true,
  serviceSecPerType: true,
  timeWindows: true,
};

export const KNOWN = {
  problem: setOf<Problem>({ vehicles: true, jobs: true, shipments: true, matrices: true, balance: true }),
  task: setOf<Task>(TASK),
  job: setOf<Job>({ ...TASK, delivery: true, pickup: true, skills: true, priority: true }),
  shipment: setOf<Shipment>({ pickup: true, delivery: true, amount: true, skills: true, priority: true }),
  vehicle: setOf<Vehicle>({
    id: true,
    description: true,
    profile: true,
    type: true,
    startIndex: true,
    endIndex: true,
    startSiteIndex: true,
    capacity: true,
    skills: true,
    timeWindow: true,
    overtimeSec: true,
    strictStart: true,
    windowReserveSec: true,
    breaks: true,
    speedFactor: true,
    maxTasks: true,
    maxTravelTimeSec: true,
    maxDistanceM: true,
    costs: true,
    lockedPrefix: true,
    steps: true,
  }),
  costs: setOf<VehicleCosts>({ fixed: true, perHour: true, perKm: true, perTaskHour: true }),
  break: setOf<Break>({
    id: true,
    description: true,
    timeWindows: true,
    serviceSec: true,
    maxLoad: true,
    onlyIfDue: true,
    dueAfterSec: true,
  }),
  step: setOf<StepRef>({ type: true, id: true, serviceAtSec: true, serviceAfterSec: true, serviceBeforeSec: true }),
  dense: setOf<Matrix>({ kind: true, size: true, durations: true, distances: true, costs: true }),
  points: setOf<PointsModel>({ kind: true, size: true, metric: true, points: true, distances: true, costs: true }),
  sparse: setOf<SparseMatrix>({
    kind: true,
    size: true,
    rowStart: true,
    to: true,
    durations: true,
    distances: true,
    costs: true,
    metric: true,
    points: true,
    beyond: true,
  }),
} as const;
