import { camelCase } from "~/domain/camel-case";
import type { CompanySettings } from "~/domain/company/company";
import type { MessageSettings } from "~/domain/messages/message-settings";
import type { Plan } from "~/domain/plan/plan";
import type { StopOnRoad } from "~/domain/route/live-times";
import type { Route } from "~/domain/route/route";
import { VEHICLE_SETTINGS_KEYS } from "~/domain/vehicle/vehicle-settings";
import type { VehicleSettings, VehicleSettingsOverride } from "~/domain/vehicle/vehicle-settings";
import type { Vehicle } from "~/domain/vehicle/vehicle";
import type { ConfirmationSettings } from "~/domain/visit/confirmation";
import type { ShownVisit, Visit } from "~/domain/visit/visit";
import type { Warehouse } from "~/domain/warehouse/warehouse";
import { jsonValue } from "~/lib/json-pieces";
import { inTurns } from "~/lib/turns.server";
import type { StopOnRoadRow } from "./repositories/road-state.server";
import type { ShownVisitRow } from "./repositories/plan-visits.server";
import type {
  CompanyRow,
  Flag,
  RoutingPlanRow,
  RoutingRouteRow,
  RoutingVisitRow,
  VehicleRow,
  WarehouseRow,
} from "./tables";

/**
 * Rows as the rules see them, and back. Names change from snake_case to camelCase; flags become booleans, JSON text
 * becomes what it holds. Everything else is passed on as it is.
 */

/** What JSON text holds, or `fallback` for NULL, an empty text and text that is no JSON. */
export function parseJson<T>(text: string | null | undefined, fallback: T): T {
  if (text === null || text === undefined || text === "") return fallback;
  try {
    return JSON.parse(text) as T;
  } catch {
    return fallback;
  }
}

/** The same by and by, for the long text of a calculation or of a plan's log. */
export async function parseJsonInTurns<T>(text: string | null, fallback: T): Promise<T> {
  if (text === null || text === "") return fallback;
  try {
    return (await inTurns(jsonValue(text))) as T;
  } catch (error) {
    if (error instanceof SyntaxError) return fallback;
    throw error;
  }
}

/** JSON text for a column; null and undefined stay NULL. */
export const toJson = (value: unknown): string | null =>
  value === null || value === undefined ? null : JSON.stringify(value);

export const toFlag = (value: boolean): Flag => (value ? 1 : 0);

interface Codec {
  decode(stored: unknown): unknown;
  encode(value: unknown): unknown;
}

const FLAG: Codec = { decode: (stored) => Number(stored) === 1, encode: (value) => toFlag(value === true) };
/** A JSON list; none is NULL, so that "has violations" is a test for NULL. */
const LIST: Codec = {
  decode: (stored) => parseJson<unknown[]>(stored as string | null, []),
  encode: (value) => (Array.isArray(value) && value.length > 0 ? toJson(value) : null),
};
const JSON_OR_NULL: Codec = { decode: (stored) => parseJson<unknown>(stored as string | null, null), encode: toJson };

/** Override of vehicle settings, from the specification's keys; empty values count as not set. */
export function vehicleSettingsFromJson(text: string | null): VehicleSettingsOverride {
  const stored = parseJson<Record<string, unknown>>(text, {});
  const result: Record<string, unknown> = {};
  for (const [key, column] of Object.entries(VEHICLE_SETTINGS_KEYS)) {
    const value = stored[column];
    if (value === undefined || value === null || value === "") continue;
    result[key] = key === "hasBreaks" ? value === true || Number(value) === 1 : value;
  }
  return result;
}

function vehicleSettingsToJson(settings: VehicleSettingsOverride): string | null {
  const stored: Record<string, unknown> = {};
  for (const [key, column] of Object.entries(VEHICLE_SETTINGS_KEYS)) {
    const value = settings[key as keyof VehicleSettings];
    if (value !== undefined) stored[column] = typeof value === "boolean" ? toFlag(value) : value;
  }
  return Object.keys(stored).length === 0 ? null : JSON.stringify(stored);
}

const SETTINGS: Codec = {
  decode: (stored) => vehicleSettingsFromJson(stored as string | null),
  encode: (value) => vehicleSettingsToJson(value ?? {}),
};

type Codecs = Readonly<Record<string, Codec>>;

const VISIT: Codecs = { is_out_of_turn: FLAG, unserved_reason: JSON_OR_NULL, violations: LIST };
const ROUTE: Codecs = { is_locked: FLAG, vehicle_settings: SETTINGS, violations: LIST };
const PLAN: Codecs = { avoid_tolls: FLAG, avoid_highways: FLAG, vehicle_settings: SETTINGS };

/** Each name is worked out once: a plan of 1,000 visits has 45,000 of them. */
function remembered(rename: (name: string) => string): (name: string) => string {
  const known = new Map<string, string>();
  return (name) => {
    const found = known.get(name);
    if (found !== undefined) return found;
    const renamed = rename(name);
    known.set(name, renamed);
    return renamed;
  };
}

const camel = remembered(camelCase);
const snake = remembered((field) => field.replace(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`));

interface Field {
  name: string;
  codec: Codec | undefined;
}

/** A reader of rows: each column is looked up once and not for every row. */
function decoder<Row extends object, T>(codecs: Codecs, hidden: readonly string[]): (row: Row) => T {
  const known = new Map<string, Field | null>();
  const fieldOf = (column: string): Field | null => {
    let field = known.get(column);
    if (field === undefined) {
      field = hidden.includes(column) ? null : { name: camel(column), codec: codecs[column] };
      known.set(column, field);
    }
    return field;
  };
  return (row) => {
    const result: Record<string, unknown> = {};
    for (const column in row) {
      const field = fieldOf(column);
      if (field !== null)
        result[field.name] = field.codec === undefined ? row[column] : field.codec.decode(row[column]);
    }
    return result as T;
  };
}

function encode<Row>(fields: object, codecs: Codecs): Partial<Row> {
  const result: Record<string, unknown> = {};
  for (const [field, value] of Object.entries(fields)) {
    if (value === undefined) continue;
    const column = snake(field);
    result[column] = codecs[column] ? codecs[column].encode(value) : value;
  }
  return result as Partial<Row>;
}

export const visitFromRow = decoder<RoutingVisitRow, Visit>(VISIT, ["uid", "deleted_at"]);
/** A visit of a list: what its row was read with. */
export const shownVisitFromRow = decoder<ShownVisitRow, ShownVisit>(VISIT, []);
/** A stop of a route on the road: the same. */
export const stopOnRoadFromRow = decoder<StopOnRoadRow, StopOnRoad>(VISIT, []);
export const visitToRow = (fields: Partial<Visit>): Partial<RoutingVisitRow> => encode(fields, VISIT);

export const routeFromRow = decoder<RoutingRouteRow, Route>(ROUTE, [
  "retime",
  "created_at",
  "updated_at",
  "deleted_at",
]);
export const routeToRow = (fields: Partial<Route>): Partial<RoutingRouteRow> => encode(fields, ROUTE);

export const planFromRow = decoder<RoutingPlanRow, Plan>(PLAN, [
  "settings",
  "solution",
  "created_at",
  "updated_at",
  "deleted_at",
]);
export const planToRow = (fields: Partial<Plan>): Partial<RoutingPlanRow> => encode(fields, PLAN);

export const vehicleFromRow = decoder<VehicleRow, Vehicle>({}, ["created_at", "updated_at", "deleted_at"]);
export const vehicleToRow = (fields: Partial<Vehicle>): Partial<VehicleRow> => encode(fields, {});

export const warehouseFromRow = decoder<WarehouseRow, Warehouse>({}, ["created_at", "updated_at", "deleted_at"]);

/** Tags with the levels that the specification stores; `enabled` may be stored as 0/1 or as a boolean. */
export function confirmationSettingsFromJson(text: string | null): ConfirmationSettings {
  const stored = parseJson<Record<string, Partial<Record<"enabled" | "photo" | "signature", unknown>> | null> | null>(
    text,
    {},
  );
  const level = (value: unknown): 0 | 1 | 2 => (Number(value) === 2 ? 2 : Number(value) === 1 ? 1 : 0);
  return Object.fromEntries(
    Object.entries(stored ?? {}).map(([tag, one]) => [
      tag,
      { enabled: Number(one?.enabled) === 1, photo: level(one?.photo), signature: level(one?.signature) },
    ]),
  );
}

/** A list of ids; whatever else is stored is none. */
function idsFromJson(text: string | null): number[] {
  const stored = parseJson<unknown>(text, []);
  return Array.isArray(stored) ? stored.map(Number).filter((id) => Number.isSafeInteger(id) && id > 0) : [];
}

export function companySettingsFromRow(row: CompanyRow): CompanySettings {
  return {
    companyId: row.id,
    countryId: row.country_id,
    defaultVisitBalanceCoefficient: row.default_visit_balance_coefficient,
    defaultSquashDuration: row.default_squash_duration,
    defaultVisitDuration: row.default_visit_duration,
    defaultVehicleStartHour: row.default_vehicle_start_hour,
    defaultVehicleEndHour: row.default_vehicle_end_hour,
    defaultHasBreaks: row.default_has_breaks === 1,
    defaultBreakAfter: row.default_break_after,
    defaultStartLocationType: row.default_start_location_type,
    defaultEndLocationType: row.default_end_location_type,
    defaultAim: row.default_aim,
    deliveryConfirmation: row.delivery_confirmation === 1,
    pickupConfirmation: row.pickup_confirmation === 1,
    confirmationSettings: confirmationSettingsFromJson(row.confirmation_settings),
    failReasonsSettings: idsFromJson(row.fail_reasons_settings),
  };
}

/** What the company has its recipients told. */
export const messageSettingsFromRow = (row: CompanyRow): MessageSettings => ({
  channels: parseJson<MessageSettings["channels"]>(row.message_channels, {}),
  onSince: parseJson<MessageSettings["onSince"]>(row.message_on_since, {}),
  quietHours:
    row.message_quiet_start === row.message_quiet_end
      ? null
      : { start: row.message_quiet_start, end: row.message_quiet_end },
  sender: row.message_sender || row.title,
  language: row.message_language,
});
