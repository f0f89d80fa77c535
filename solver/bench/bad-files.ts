import { BAD_TRAVEL, problemWith } from "./bad-travel";

interface BadFile {
  readonly name: string;
  readonly text: () => string;
}

const PLACES = 1100;
const JOBS = 70_000;

/** Wrong problems of some 10 to 20 MB, each broken in one way at one place. */
export const BAD_FILES: readonly BadFile[] = [
  { name: "negative amount in the first stop", text: () => many(0, { delivery: [-1] }) },
  { name: "unknown row in the middle", text: () => many(JOBS / 2, { location_index: 7 }) },
  { name: "window that ends before it starts, last stop", text: () => many(JOBS - 1, { time_windows: [[10, 5]] }) },
  { name: "id used twice, last stop", text: () => many(JOBS - 1, { id: 0 }) },
  { name: "text for a number, last stop", text: () => many(JOBS - 1, { service: "5" }) },
  { name: "unknown field, last stop", text: () => many(JOBS - 1, { servcie: 5 }) },
  { name: "negative duration in the last row of the matrix", text: () => matrix((rows) => (rows[PLACES - 1][0] = -4)) },
  {
    name: "text in the middle of the matrix",
    text: () => matrix((rows) => ((rows[PLACES / 2] as (number | string)[])[5] = "7")),
  },
  { name: "last row of the matrix too short", text: () => matrix((rows) => rows[PLACES - 1].pop()) },
  { name: "broken JSON: cut off at the end", text: () => many(-1, {}).slice(0, -2) },
  { name: "broken JSON: NaN in the middle", text: () => nanInside(matrix(() => undefined)) },
  { name: "broken JSON: from the first letter", text: () => `{vehicles${many(-1, {})}` },
  {
    name: "JSON, but a list of numbers",
    text: () => JSON.stringify(Array.from({ length: 2_000_000 }, (_, k) => k % 1000)),
  },
  {
    name: "JSON, but an object of 400,000 unknown fields",
    text: () => JSON.stringify(Object.fromEntries(Array.from({ length: 400_000 }, (_, k) => [`field number ${k}`, k]))),
  },
  { name: "JSON nested 5 million deep", text: () => "[".repeat(5_000_000) + "]".repeat(5_000_000) },
  { name: "one text of 10 MB", text: () => JSON.stringify("x".repeat(10_000_000)) },
  ...BAD_TRAVEL.map(({ name, car }) => ({
    name: `30,000 stops: ${name}`,
    text: () => JSON.stringify(problemWith(car())),
  })),
];

const VEHICLE = { id: 1, start_index: 0, end_index: 0, capacity: [5] };

/** Many stops, one of them with other fields. */
function many(broken: number, fields: object): string {
  const jobs = Array.from({ length: JOBS }, (_, id) => ({
    id,
    location_index: 1,
    service: 60,
    delivery: [1],
    time_windows: [[0, 86_400]],
    description: `Stop ${id} of a very long list of stops, 1 Long Street`,
    ...(id === broken ? fields : {}),
  }));
  return JSON.stringify({
    vehicles: [VEHICLE],
    jobs,
    matrices: {
      car: {
        durations: [
          [0, 1],
          [1, 0],
        ],
      },
    },
  });
}

/** A large matrix, durations and distances, broken by `harm`. */
function matrix(harm: (durations: number[][]) => unknown): string {
  const rows = (): number[][] =>
    Array.from({ length: PLACES }, (_, i) =>
      Array.from({ length: PLACES }, (_, j) => (i === j ? 0 : 1000 + ((i * 31 + j * 17) % 5000))),
    );
  const [durations, distances] = [rows(), rows()];
  harm(durations);
  return JSON.stringify({
    vehicles: [VEHICLE],
    jobs: [{ id: 1, location_index: 1 }],
    matrices: { car: { distances, durations } },
  });
}

function nanInside(text: string): string {
  const comma = text.indexOf(",", text.length / 2);
  return `${text.slice(0, comma)},NaN${text.slice(comma)}`;
}
