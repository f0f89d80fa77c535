/** Calculations as the API tells them. */
import { z } from "zod";
import { authorize } from "~/auth/actor.server";
import { db } from "~/db/database.server";
import { getCalculation } from "~/db/repositories/calculations.server";
import { parseJsonInTurns } from "~/db/codecs.server";
import type { RoutingQueryRow } from "~/db/tables";
import type { CalculationInput } from "~/domain/calculation/calculation-input";
import { isUnderway } from "~/domain/calculation/calculation-status";
import { collectPlaces } from "~/domain/calculation/places";
import { travelModeOf, travelModes } from "~/domain/calculation/travel-mode";
import { listedId } from "~/domain/validation/wire-fields";
import type { CompanySession } from "~/auth/session.server";
import { call } from "~/http/api/api-call.server";
import type { ApiCall, CallOptions } from "~/http/api/api-call.server";
import {
  derived,
  flag,
  incoming,
  incomingId,
  jsonText,
  moment,
  number,
  oneOf,
  ownId,
  reference,
  text,
  whole,
} from "~/http/api/fields";
import { jsonIn } from "~/http/api/payload.server";
import { resource } from "~/http/api/resource";
import type { ActionValues } from "~/http/api/resource";
import { performAction } from "~/http/actions/perform-action.server";
import { AppError } from "~/lib/errors";
import { NO_WAY } from "~/services/routing/engine";
import { services } from "~/services/container.server";
import { CALCULATION_ACTIONS } from "./actions.server";
import { routeMatrix } from "./queries/route-matrix.server";
import { waitForCalculation } from "./queries/wait-for-calculation.server";
import { RouteMatrixInput } from "./route-matrix";
import { SentInput } from "./sent-input";
import { RouteMatrixTold } from "./tells";

const act = performAction.bind(null, CALCULATION_ACTIONS);
/** How long a call waits for a calculation; it asks again when it is still running then. */
const LONGEST_WAIT_MS = 25_000;

const Waited = z.object({ id: z.int(), status: z.string(), output: z.string().nullable() });

/** The document describes the object; the action judges it. */
const InputAsSent = z.unknown().meta({
  anyOf: [
    { type: "string", contentMediaType: "application/json" },
    z.toJSONSchema(SentInput, { io: "input", unrepresentable: "any" }),
  ],
  examples: [
    {
      fleet: { 1: { start_location: { lat: 47.14, lng: 9.52 }, shift_start: 28_800, shift_end: 64_800 } },
      visits: { 1: { lat: 47.15, lng: 9.52, duration: 300 }, 2: { lat: 47.16, lng: 9.51 } },
    },
  ],
});

/** An input of its own is calculated as it is; else the plan, or one of its routes, as it stands. */
async function startStored(
  session: CompanySession,
  { planId, routeId, values }: { planId: unknown; routeId: unknown; values: ActionValues },
  options: CallOptions,
): Promise<unknown> {
  if (values.input !== undefined) {
    if (routeId) throw new AppError("api.input", "Send either input or route_id", { status: 422, field: "routeId" });
    return act(session, "calculation.store", { ...values, planId, input: jsonIn(values.input, "input") }, options);
  }
  const [other] = Object.keys(values);
  if (other !== undefined)
    throw new AppError("api.input", `${other} goes with an input`, { status: 422, field: other });
  return routeId
    ? act(session, "route.calculate", { routeId }, options)
    : act(session, "calculation.start", { planId: planId ?? undefined, anew: true }, options);
}

export const CALCULATION_RESOURCES = [
  resource<RoutingQueryRow>({
    name: "routing-query",
    label: "Calculation",
    table: "routing_queries",
    permission: "calculation.list",
    example: { plan_id: 1 },
    onlyInItem: ["input", "output", "routific"],
    fields: {
      id: ownId(),
      title: text("title"),
      company_id: reference("company_id"),
      country_id: reference("country_id", { filter: true }),
      sheet_id: reference("sheet_id", { filter: true }),
      user_id: reference("user_id", { filter: true }),
      plan_id: reference("plan_id", { filter: true }),
      route_id: reference("route_id", { filter: true }),
      input: jsonText("input"),
      output: jsonText("output"),
      routific: jsonText("routific"),
      summary: jsonText("summary"),
      is_correct_output: flag("is_correct_output"),
      type: whole("type", { filter: true }),
      status: text("status", { filter: true }),
      progress: number("progress"),
      error_code: text("error_code"),
      error_message: text("error_message"),
      aim: oneOf("aim", ["time", "vehicles", "cost"]),
      started_at: moment("started_at"),
      finished_at: moment("finished_at"),
      applied_at: moment("applied_at"),
      is_running: derived(z.boolean(), ({ status }: RoutingQueryRow) => isUnderway(status)),
      created_at: moment("created_at", { sort: true }),
      updated_at: moment("updated_at", { sort: true }),
    },
    listInstead: {
      input: { id: listedId().optional(), calculate: z.literal([true, "true", "1", 1]).optional() },
      answer: Waited,
      async run(session, { id, calculate }) {
        if (calculate === undefined) return undefined;
        if (id === undefined) throw new AppError("api.id", "Id is required", { status: 422, field: "id" });
        const companyId = session.company.id;
        authorize(session, "calculation.view", { companyId });
        await getCalculation(db(), companyId, id as number);
        await waitForCalculation(session, id as number, LONGEST_WAIT_MS);
        const { status, output } = await getCalculation(db(), companyId, id as number);
        return { id, status, output };
      },
    },
    store: {
      permission: "calculation.run",
      also: {
        plan_id: incomingId("planId"),
        route_id: incomingId("routeId"),
        input: incoming(InputAsSent, "input"),
        title: incoming(z.string().max(255), "title"),
        country_id: incomingId("countryId"),
        sheet_id: incomingId("sheetId"),
        type: incoming(z.int(), "type"),
      },
      async run(session, { planId, routeId, ...values }, options) {
        const started = (await startStored(session, { planId, routeId, values }, options)) as { queryId: number };
        return started.queryId;
      },
    },
  }),
];

const OneTable = z.object({
  size: z.int(),
  engine: z.string(),
  durations: z.array(z.array(z.number().nullable())),
  distances: z.array(z.array(z.number().nullable())),
});
/** More cells than these no answer holds. */
const MAX_PLACES = 500;
const NOTHING_AVOIDED = { avoidTolls: false, avoidHighways: false };
const PLAIN = {
  car: travelModeOf({ type: "auto", width: null, height: null, weight: null }, NOTHING_AVOIDED),
  truck: travelModeOf({ type: "truck", width: null, height: null, weight: null }, NOTHING_AVOIDED),
};
const place = z.strictObject({ lat: z.number().min(-90).max(90), lng: z.number().min(-180).max(180) });

export const CALCULATION_CALLS: ApiCall[] = [
  call({
    path: "routing-query/cancel",
    methods: ["POST"],
    summary: "Ends one calculation; a running one keeps the best that it has found.",
    permission: "calculation.cancel",
    input: z.strictObject({ id: listedId() }),
    answer: z.null(),
    changes: true,
    example: { id: 1 },
    async run(session, { id }, options) {
      await act(session, "calculation.stop", { id }, options);
      return null;
    },
  }),
  call({
    path: "route-matrix",
    methods: ["POST"],
    summary:
      "Answers travel times and distances, row by row: seconds and metres, null where no way leads. Between all " +
      `places of a calculation's input; or one table for up to ${MAX_PLACES} \`places\`, or for a stored calculation.`,
    permission: "calculation.run",
    input: z.strictObject({
      ...RouteMatrixInput.shape,
      places: z.array(place).min(1).max(MAX_PLACES).optional(),
      /** of a stored calculation, whose places and vehicle are taken */
      query_id: listedId().optional(),
      profile: z.enum(["car", "truck"]).default("car"),
    }),
    answer: z.union([OneTable, RouteMatrixTold]),
    changes: false,
    example: {
      places: [
        { lat: 47.141, lng: 9.521 },
        { lat: 47.166, lng: 9.51 },
      ],
    },
    async run(session, { places, query_id: queryId, profile, ...input }) {
      if (places === undefined && queryId === undefined) return routeMatrix(session, input);
      const asked =
        places === undefined ? await storedQuestion(session.company.id, queryId!) : { places, mode: PLAIN[profile] };
      if (asked.places.length > MAX_PLACES)
        throw new AppError("api.places", `There may be ${MAX_PLACES} places at most`, { status: 422, field: "places" });
      const { router } = session.user.settings;
      const { matrix, label } = await services().routing.matrix(asked.places, asked.mode, { router });
      const { size, durationsSec, distancesM } = matrix;
      return { size, engine: label, durations: rowsOf(durationsSec, size), distances: rowsOf(distancesM, size) };
    },
  }),
];

const rowsOf = (table: Int32Array, size: number): (number | null)[][] =>
  Array.from({ length: size }, (_row, from) =>
    Array.from(table.subarray(from * size, (from + 1) * size), (value) => (value === NO_WAY ? null : value)),
  );

/** The places of a stored calculation, and how its first vehicle travels. */
async function storedQuestion(companyId: number, queryId: number) {
  const { input } = await getCalculation(db(), companyId, queryId);
  const stored = await parseJsonInTurns<CalculationInput | null>(input, null);
  const [mode] = stored === null ? [] : travelModes(stored).values();
  if (stored === null || mode === undefined)
    throw new AppError("calculation.no_input", "This calculation has no stored input that could be used again.", {
      status: 422,
    });
  return { places: collectPlaces(stored).places, mode };
}
