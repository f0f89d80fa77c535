/** Visits without a place, and what was found for their addresses. */
import type { Knex } from "knex";
import { VisitSource } from "~/domain/visit/visit-source";
import type { Db } from "../client.server";
import { andOnSameText } from "../dialect.server";
import type { RoutingVisitRow, UtcText, VisitGeocodeRow } from "../tables";
import { scoped } from "./scoped.server";

export type GeocodeState = VisitGeocodeRow["state"];
export type WaitingVisit = Pick<
  RoutingVisitRow,
  "id" | "company_id" | "plan_id" | "warehouse_id" | "source" | "address" | "postcode"
>;

const WAITING = ["id", "company_id", "plan_id", "warehouse_id", "source", "address", "postcode"] as const;

/**
 * Without a place, whichever way it came: all ways are named because the index begins with them. The plus keeps SQLite
 * from the index of the company's visits that are not removed, which it would read from end to end.
 */
const placeless = (query: Knex.QueryBuilder): Knex.QueryBuilder =>
  query
    .whereIn("visit.source", Object.values(VisitSource))
    .whereNull("visit.lat")
    .whereRaw("+visit.deleted_at IS NULL");

/** With what was found for the address as it stands now. */
const withFound = (db: Db, query: Knex.QueryBuilder): Knex.QueryBuilder =>
  query.leftJoin("visit_geocodes as found", (join) => {
    join.on("found.visit_id", "visit.id");
    andOnSameText(db, join, "found.address", "visit.address");
    andOnSameText(db, join, "found.postcode", "visit.postcode");
  });

/** The address was not looked up yet. */
const unasked = (db: Db, query: Knex.QueryBuilder): Knex.QueryBuilder =>
  withFound(db, query).whereNot("visit.address", "").whereNull("found.id");

/** Those of all companies that are looked up next, with the one that waited longest first. */
export async function visitsToGeocodeAcrossCompanies(db: Db, limit: number): Promise<WaitingVisit[]> {
  const query = unasked(db, placeless(db("routing_visits as visit") as Knex.QueryBuilder));
  const columns = WAITING.map((column) => `visit.${column}`);
  return (await query.orderBy("visit.id").limit(limit).select(columns)) as WaitingVisit[];
}

export interface FoundFor {
  visitId: number;
  address: string;
  postcode: string;
  state: GeocodeState;
  /** JSON */
  candidates: string;
}

/**
 * Keeps what was found, in place of what was found for the visit before. What was found for an address that the visit
 * no longer has is not kept: it would hide what is known of the one that it has now.
 */
export async function keepGeocodes(
  trx: Db,
  companyId: number,
  found: readonly FoundFor[],
  now: UtcText,
): Promise<void> {
  if (found.length === 0) return;
  const ids = found.map(({ visitId }) => visitId);
  const visits = (await scoped(trx, "routing_visits", companyId)
    .whereIn("id", ids)
    .forUpdate()
    .select("id", "address", "postcode")) as Pick<RoutingVisitRow, "id" | "address" | "postcode">[];
  const addresses = new Map(visits.map(({ id, ...has }) => [id, has]));
  const isAsItWasAsked = ({ visitId, ...asked }: FoundFor): boolean => {
    const has = addresses.get(visitId);
    return has?.address === asked.address && has.postcode === asked.postcode;
  };
  const rows = found.filter(isAsItWasAsked).map(({ visitId, ...one }) => ({
    ...one,
    company_id: companyId,
    visit_id: visitId,
    created_at: now,
    updated_at: now,
  }));
  if (rows.length === 0) return;
  await trx("visit_geocodes")
    .insert(rows as VisitGeocodeRow[])
    .onConflict("visit_id")
    .merge(["address", "postcode", "state", "candidates", "updated_at"]);
}

export interface PlacelessFilter {
  planId?: number | undefined;
  sheetId?: number | undefined;
  visitId?: number | undefined;
}

export interface ToFixFilter extends PlacelessFilter {
  /** with those whose addresses are still to be looked up: where nothing looks them up, or one visit is asked for */
  withUnasked?: boolean;
}

function narrowed(db: Db, companyId: number, { planId, sheetId, visitId }: PlacelessFilter): Knex.QueryBuilder {
  const query = placeless(db("routing_visits as visit") as Knex.QueryBuilder).where("visit.company_id", companyId);
  if (visitId !== undefined) query.where("visit.id", visitId);
  if (planId !== undefined) query.where("visit.plan_id", planId);
  if (sheetId !== undefined) query.whereIn("visit.id", visitsOfSheet(db, companyId, sheetId));
  return query;
}

const visitsOfSheet = (db: Db, companyId: number, sheetId: number): Knex.QueryBuilder =>
  scoped(db, "routing_sheet_rows", companyId).where({ sheet_id: sheetId }).whereNotNull("visit_id").select("visit_id");

/** How many of an import's addresses were looked up, with a place or without. */
export async function countAsked(db: Db, companyId: number, sheetId: number): Promise<number> {
  const row = (await scoped(db, "visit_geocodes", companyId)
    .whereIn("visit_id", visitsOfSheet(db, companyId, sheetId))
    .count({ total: "*" })
    .first()) as { total: number | string } | undefined;
  return Number(row?.total ?? 0);
}

/** How many addresses still wait to be looked up. */
export async function countUnasked(db: Db, companyId: number, filter: PlacelessFilter = {}): Promise<number> {
  const row = (await unasked(db, narrowed(db, companyId, filter))
    .count({ total: "*" })
    .first()) as { total: number | string } | undefined;
  return Number(row?.total ?? 0);
}

export interface VisitToFix extends WaitingVisit {
  name: string;
  /** null: nothing was looked up for it, for want of an address or of where to look */
  state: GeocodeState | null;
  /** JSON; null as its state */
  candidates: string | null;
}

function toFix(db: Db, companyId: number, { withUnasked = false, ...filter }: ToFixFilter): Knex.QueryBuilder {
  const query = withFound(db, narrowed(db, companyId, filter));
  return withUnasked ? query : query.where((any) => void any.whereNotNull("found.id").orWhere("visit.address", ""));
}

/** Visits whose place somebody has to choose; those that were skipped come last. */
export async function listVisitsToFix(
  db: Db,
  companyId: number,
  filter: ToFixFilter = {},
  limit = 500,
): Promise<VisitToFix[]> {
  return (await toFix(db, companyId, filter)
    .orderByRaw("case when found.state = 'skipped' then 1 else 0 end")
    .orderBy("visit.id")
    .limit(limit)
    .select([
      ...WAITING.map((column) => `visit.${column}`),
      "visit.name",
      "found.state",
      "found.candidates",
    ])) as VisitToFix[];
}

export async function countToFix(db: Db, companyId: number, filter: ToFixFilter = {}): Promise<number> {
  const row = (await toFix(db, companyId, filter).count({ total: "*" }).first()) as
    { total: number | string } | undefined;
  return Number(row?.total ?? 0);
}
