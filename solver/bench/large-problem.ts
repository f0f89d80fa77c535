import type { Job, Matrix, PointsModel, Problem, Shipment, Vehicle } from "../index";
import { Random } from "../random";

interface LargeOptions {
  /** Vehicles of three kinds and speeds. */
  readonly mixedFleet?: boolean;
  /** Every second stop is half of a shipment. */
  readonly shipments?: boolean;
  /** A lunch break per vehicle. */
  readonly breaks?: boolean;
  /** Far too little capacity: most stops stay out. */
  readonly tooMuch?: boolean;
  /** Points in place of a square matrix, in seconds of driving. */
  readonly points?: boolean;
}

/**
 * Stops in towns of different size around one depot, a third of them with windows of four hours; always the same for
 * the same arguments.
 */
export function largeProblem(
  stops: number,
  fleet: number,
  { mixedFleet, shipments, breaks, tooMuch, points }: LargeOptions = {},
): Problem {
  const random = new Random(20);
  const towns = Array.from({ length: 60 }, () => [
    random.real() * 40_000,
    random.real() * 40_000,
    300 + random.real() * 2500,
  ]);
  const places = Array.from({ length: stops + 1 }, () => {
    const [x, y, width] = towns[random.below(towns.length)];
    return [x + (random.real() - 0.5) * width * 2, y + (random.real() - 0.5) * width * 2];
  });
  const all = Array.from({ length: stops }, (_, k): Job => {
    const from = 28_800 + 3600 * random.below(6);
    return {
      id: k + 1,
      locationIndex: k + 1,
      serviceSec: 90,
      setupSec: 60,
      delivery: [1 + random.below(8)],
      ...(random.real() < 0.3 ? { timeWindows: [[from, from + 4 * 3600]] as const } : {}),
    };
  });
  const jobs = shipments === true ? all.slice(0, stops / 2) : all;
  const pairs = Array.from({ length: shipments === true ? stops / 4 : 0 }, (_, k): Shipment => {
    const id = stops / 2 + 2 * k + 1;
    return {
      pickup: { id, locationIndex: id, serviceSec: 60 },
      delivery: { id: id + 1, locationIndex: id + 1, serviceSec: 60 },
      amount: [1 + random.below(8)],
    };
  });
  const vehicles = Array.from({ length: fleet }, (_, v): Vehicle => ({
    id: v + 1,
    profile: "car",
    startIndex: 0,
    endIndex: 0,
    capacity: [tooMuch === true ? 60 : 600],
    timeWindow: [25_200, 72_000],
    ...(mixedFleet === true
      ? { speedFactor: [1, 0.9, 1.2][v % 3], costs: { fixed: 1000 * (v % 3), perHour: 3600 } }
      : {}),
    ...(breaks === true ? { breaks: [{ id: v + 1, serviceSec: 1800, timeWindows: [[39_600, 50_400]] }] } : {}),
  }));
  return { vehicles, jobs, shipments: pairs, matrices: { car: points === true ? pointsOf(places) : squareOf(places) } };
}

/** Metres a second. */
const SPEED = 12;

function pointsOf(places: readonly (readonly number[])[]): PointsModel {
  const points = Float64Array.from(places.flat(), (metres) => metres / SPEED);
  return { kind: "points", size: places.length, metric: "euclidean", points };
}

function squareOf(places: readonly (readonly number[])[]): Matrix {
  const size = places.length;
  const durations = new Int32Array(new SharedArrayBuffer(4 * size * size));
  for (let i = 0; i < size; i++)
    for (let j = 0; j < size; j++)
      if (i !== j)
        durations[i * size + j] =
          20 + Math.round(Math.hypot(places[i][0] - places[j][0], places[i][1] - places[j][1]) / (11 + ((i + j) % 3)));
  return { size, durations };
}
