import { ErrorCode } from "../contract";

/** Travel of many places in VROOM's format that is wrong in one way, and what is to be answered. */
interface BadTravel {
  readonly name: string;
  readonly car: () => Readonly<Record<string, unknown>>;
  readonly number: number;
  /** Within the profile. */
  readonly field: string;
}

export const BAD_TRAVEL_STOPS = 30_000;
const PLACES = BAD_TRAVEL_STOPS + 1;
/** Places before and behind each one that its row lists. */
const NEAR = 20;
const MIDDLE = PLACES >> 1;

/** Places along a winding road. */
const place = (i: number): [number, number] => [Math.round(1e5 * (9 + i / 1e4)) / 1e5, 47 + (i % 100) / 1000];

export const pointsTravel = (): { metric: string; points: (number | null)[][] } => ({
  metric: "euclidean",
  points: Array.from({ length: PLACES }, (_, i) => [i, (i * 31) % 1000]),
});

/** Near pairs with distances: some 1.2 million entries, 20 MB. */
export function sparseTravel(): {
  metric: string;
  points: (number | null)[][];
  row_start: (number | null)[];
  to: (number | null)[];
  durations: (number | null)[];
  distances: (number | null)[];
  beyond: number[];
} {
  const to: number[] = [];
  const rowStart = [0];
  for (let i = 0; i < PLACES; i++) {
    for (let j = Math.max(0, i - NEAR); j <= Math.min(PLACES - 1, i + NEAR); j++) if (j !== i) to.push(j);
    rowStart.push(to.length);
  }
  return {
    metric: "geographic",
    points: Array.from({ length: PLACES }, (_, i) => place(i)),
    row_start: rowStart,
    to,
    durations: to.map((j, k) => 30 + ((j * 7 + k) % 600)),
    distances: to.map((j, k) => 300 + ((j * 70 + k) % 9000)),
    beyond: Array.from({ length: PLACES }, () => 10),
  };
}

/** One value of one list is another. */
function sparseBut(
  key: "row_start" | "to" | "durations" | "distances" | "points",
  at: number,
  value: (was: number) => unknown,
): Readonly<Record<string, unknown>> {
  const travel = sparseTravel();
  const values: unknown[] = travel[key];
  values[at] = value(values[at] as number);
  return travel;
}

const ENTRIES = sparseTravel().to.length;
const ROW = 2 * NEAR * MIDDLE - (NEAR * (NEAR + 1)) / 2;

/** Each fault stands in the middle or at the end, so that much is read before it is found. */
export const BAD_TRAVEL: readonly BadTravel[] = [
  {
    name: "points and durations both",
    car: () => ({ ...pointsTravel(), durations: [[0]] }),
    number: ErrorCode.Conflict,
    field: "durations",
  },
  {
    name: "points, one that is NaN (null in JSON)",
    car: () => {
      const travel = pointsTravel();
      travel.points[PLACES - 1] = [NaN, 5];
      return travel;
    },
    number: ErrorCode.WrongType,
    field: `points[${PLACES - 1}][0]`,
  },
  {
    name: "points, fewer than stops",
    car: () => {
      const travel = pointsTravel();
      return { ...travel, points: travel.points.slice(0, -1) };
    },
    number: ErrorCode.UnknownIndex,
    field: "",
  },
  {
    name: "near pairs beside a square matrix",
    car: () => ({ ...sparseTravel(), costs: [[0]] }),
    number: ErrorCode.Conflict,
    field: "costs",
  },
  {
    name: "a row that isn't sorted",
    car: () => sparseBut("to", ROW + 5, (was) => was - 2),
    number: ErrorCode.RowOrder,
    field: `to[${ROW + 5}]`,
  },
  {
    name: "a place twice in a row",
    car: () => sparseBut("to", ENTRIES - 1, (was) => was - 1),
    number: ErrorCode.RowOrder,
    field: `to[${ENTRIES - 1}]`,
  },
  {
    name: "an index beyond the size, last entry",
    car: () => sparseBut("to", ENTRIES - 1, () => PLACES),
    number: ErrorCode.UnknownIndex,
    field: `to[${ENTRIES - 1}]`,
  },
  {
    name: "a duration that is NaN (a text in JSON), last entry",
    car: () => sparseBut("durations", ENTRIES - 1, () => "NaN"),
    number: ErrorCode.WrongType,
    field: `durations[${ENTRIES - 1}]`,
  },
  {
    name: "a negative distance, last entry",
    car: () => sparseBut("distances", ENTRIES - 1, () => -1),
    number: ErrorCode.OutOfRange,
    field: `distances[${ENTRIES - 1}]`,
  },
  {
    name: "near pairs, a point that is NaN (null in JSON)",
    car: () => sparseBut("points", PLACES - 1, () => [9, NaN]),
    number: ErrorCode.WrongType,
    field: `points[${PLACES - 1}][1]`,
  },
  {
    name: "rows that don't begin at 0",
    car: () => sparseBut("row_start", 0, () => 1),
    number: ErrorCode.OutOfRange,
    field: "row_start[0]",
  },
  {
    name: "a row that begins before the one ahead of it",
    car: () => sparseBut("row_start", PLACES - 1, () => 5),
    number: ErrorCode.RowOrder,
    field: `row_start[${PLACES - 1}]`,
  },
  {
    name: "rows that end behind the last entry",
    car: () => sparseBut("row_start", PLACES, (was) => was + 1),
    number: ErrorCode.MatrixSize,
    field: "to",
  },
  {
    name: "a row too few",
    car: () => {
      const travel = sparseTravel();
      return { ...travel, row_start: travel.row_start.slice(0, -1) };
    },
    number: ErrorCode.MatrixSize,
    field: "row_start",
  },
];

/** A problem of 30,000 stops with this travel. */
export const problemWith = (car: object): object => ({
  vehicles: Array.from({ length: 300 }, (_, v) => ({ id: v + 1, start_index: 0, end_index: 0, capacity: [120] })),
  jobs: Array.from({ length: BAD_TRAVEL_STOPS }, (_, j) => ({
    id: j + 1,
    location_index: j + 1,
    service: 60,
    delivery: [1],
    time_windows: [[0, 86_400]],
  })),
  matrices: { car },
});
