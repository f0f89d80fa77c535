/** Calls for programs that were written for VROOM or for Routific: docs/from-elsewhere.md. */
import { z } from "zod";
import { formatNumber } from "~/domain/format-number";
import { listedId } from "~/domain/validation/wire-fields";
import { call } from "~/http/api/api-call.server";
import type { ApiCall } from "~/http/api/api-call.server";
import { AppError } from "~/lib/errors";
import { callerGone } from "~/lib/request-context.server";
import { enqueueJob } from "./commands/enqueue-job.server";
import { LONGEST_LARGE_MS, solveNow } from "./commands/solve-now.server";
import { readJob } from "./queries/read-job.server";
import { JobAnswer, JobStarted, VrpAnswer, VrpLongRequest, VrpRequest } from "./routific-schema";
import { VROOM_SHAPE, VRP_LONG_SHAPE, VRP_SHAPE } from "./shapes";
import { VroomAnswer, VroomRequest } from "./vroom-schema";

const MOST_TASKS = 10_000;
const MOST_VEHICLES = 500;
/** Whoever sends so many stops, or asks for a longer search than this, waits longer for the answer. */
const LARGE_TASKS = 2_000;
const LONG_SEC = 30;

const VROOM_EXAMPLE = {
  vehicles: [{ id: 1, start: [9.521, 47.141], end: [9.521, 47.141], capacity: [4], time_window: [28800, 61200] }],
  jobs: [
    { id: 1, location: [9.51, 47.166], service: 300, delivery: [1] },
    { id: 2, location: [9.518, 47.128], service: 300, delivery: [2], time_windows: [[32400, 36000]] },
  ],
  options: { g: true },
};

const VRP_EXAMPLE = {
  visits: {
    order_1: { location: { name: "Bakery", lat: 47.166, lng: 9.51 }, start: "9:00", end: "12:00", duration: 10 },
    order_2: { location: { name: "Dairy", lat: 47.128, lng: 9.518 }, duration: 5, load: 2 },
  },
  fleet: {
    van: {
      start_location: { id: "depot", name: "Depot", lat: 47.141, lng: 9.521 },
      end_location: { id: "depot", name: "Depot", lat: 47.141, lng: 9.521 },
      shift_start: "8:00",
      shift_end: "17:00",
      capacity: 10,
    },
  },
};

const asJson = (text: string): Response =>
  new Response(text, { headers: { "Content-Type": "application/json; charset=utf-8" } });

type Vroom = z.output<typeof VroomRequest>;

const tasksOf = ({ jobs = [], shipments = [] }: Vroom): number => jobs.length + 2 * shipments.length;

/** @throws AppError 413 */
function refuseTooMany(input: Vroom): void {
  const { vehicles } = input;
  const tasks = tasksOf(input);
  if (tasks > MOST_TASKS)
    throw new AppError(
      "vroom.too_many",
      `${formatNumber(tasks)} stops are too many here: ${formatNumber(MOST_TASKS)} are the limit.`,
      { status: 413 },
    );
  if (vehicles.length > MOST_VEHICLES)
    throw new AppError(
      "vroom.too_many",
      `${vehicles.length} vehicles are too many here: ${MOST_VEHICLES} are the limit.`,
      { status: 413 },
    );
}

export const FORMAT_CALLS: ApiCall[] = [
  call({
    path: "vroom",
    methods: ["POST"],
    summary:
      `Solves a problem in VROOM's format, up to ${formatNumber(MOST_TASKS)} stops and ${MOST_VEHICLES} vehicles, ` +
      "and answers as vroom-express does. Without matrices, travel times come from the roads of this installation.",
    permission: "calculation.run",
    input: VroomRequest,
    answer: VroomAnswer,
    changes: false,
    shape: VROOM_SHAPE,
    example: VROOM_EXAMPLE,
    async run(session, input) {
      refuseTooMany(input);
      const isLarge = tasksOf(input) >= LARGE_TASKS || (input.options?.l ?? 0) > LONG_SEC;
      return asJson(await solveNow(session, "vroom", input, callerGone(), isLarge ? LONGEST_LARGE_MS : undefined));
    },
  }),
  call({
    path: "vrp",
    methods: ["POST"],
    summary: "Solves a problem in the format of Routific's Engine API, version 1, while the caller waits.",
    permission: "calculation.run",
    input: VrpRequest,
    answer: VrpAnswer,
    changes: false,
    shape: VRP_SHAPE,
    example: VRP_EXAMPLE,
    run: async (session, input) => asJson(await solveNow(session, "vrp", input, callerGone())),
  }),
  call({
    path: "vrp-long",
    methods: ["POST"],
    summary: "Starts the same in the background, for more visits: the answer names a job.",
    permission: "calculation.run",
    input: VrpLongRequest,
    answer: JobStarted,
    changes: true,
    shape: VRP_LONG_SHAPE,
    example: VRP_EXAMPLE,
    run: async (session, input) => ({ job_id: String(await enqueueJob(session, "vrp-long", input)) }),
  }),
  call({
    path: "jobs",
    methods: ["GET"],
    summary: "Answers a job of vrp-long by its id (jobs/17), for seven days after its end.",
    permission: "calculation.view",
    input: z.strictObject({ id: listedId() }),
    answer: JobAnswer,
    changes: false,
    shape: VRP_SHAPE,
    example: { id: 1 },
    run: (session, { id }) => readJob(session, id),
  }),
];
