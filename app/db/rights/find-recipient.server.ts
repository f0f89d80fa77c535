/** What a company has of one recipient: their visits, removed ones too, and what hangs on these. */
import { isOfRecipient } from "~/domain/rights/recipient-contact";
import type { RecipientContact } from "~/domain/rights/recipient-contact";
import type { StandingVisit } from "~/domain/rights/may-erase-recipient";
import { inBatches } from "~/lib/in-batches";
import type { Db } from "../client.server";
import type { ShortPieces } from "../short-pieces.server";
import type { RoutingVisitRow } from "../tables";

export interface RecipientOfCompany {
  companyId: number;
  contact: RecipientContact;
  /** ISO 3166 alpha-2 of phones of visits without a warehouse, "" for none */
  country: string;
  /** visits that came later are of a new customer */
  lastVisitId: number;
}

export interface VisitOfRecipient {
  id: number;
  planId: number | null;
  isRemoved: boolean;
}

/** Rows that one look reads: three short columns of each. */
const LOOKED_AT = 2000;
/** Ids that one statement names. */
export const IDS_AT_ONCE = 400;

export const lastVisitOf = async (db: Db, companyId: number): Promise<number> => {
  const row = (await db("routing_visits").where({ company_id: companyId }).max({ last: "id" }).first()) as
    { last: number | null } | undefined;
  return row?.last ?? 0;
};

type Looked = Pick<
  RoutingVisitRow,
  "id" | "plan_id" | "warehouse_id" | "deleted_at" | "recipient_email" | "recipient_phone"
>;

/** All of them, in short looks: the contacts of a company's visits have no index. */
export async function visitsOfRecipient(
  pieces: ShortPieces,
  { companyId, contact, country, lastVisitId }: RecipientOfCompany,
): Promise<VisitOfRecipient[]> {
  const warehouses = (await pieces.look((db) =>
    db("warehouses").where({ company_id: companyId }).select("id", "country_code"),
  )) as { id: number; country_code: string | null }[];
  const countries = new Map(warehouses.map(({ id, country_code }) => [id, country_code]));
  const found: VisitOfRecipient[] = [];
  for (let after = 0; ;) {
    const rows = await pieces.look(
      async (db) =>
        (await db("routing_visits")
          .where({ company_id: companyId })
          .where("id", ">", after)
          .where("id", "<=", lastVisitId)
          .orderBy("id")
          .limit(LOOKED_AT)
          .select("id", "plan_id", "warehouse_id", "deleted_at", "recipient_email", "recipient_phone")) as Looked[],
    );
    for (const row of rows)
      if (isOfRecipient(row, contact, countries.get(row.warehouse_id ?? 0) ?? country))
        found.push({ id: row.id, planId: row.plan_id, isRemoved: row.deleted_at !== null });
    if (rows.length < LOOKED_AT) return found;
    after = rows.at(-1)!.id;
  }
}

interface StandingRow {
  status: number;
  route_status: number | null;
  service_date: string | null;
  plan_title: string | null;
  vehicle_title: string | null;
}

const placeOf = ({ plan_title: plan, vehicle_title: vehicle }: StandingRow): string =>
  plan === null ? "waiting visits" : vehicle === null ? plan : `${vehicle} (${plan})`;

/** Where those stand that were not removed. */
export async function standingVisits(
  db: Db,
  companyId: number,
  visits: readonly VisitOfRecipient[],
): Promise<StandingVisit[]> {
  const standing = visits.filter(({ isRemoved }) => !isRemoved).map(({ id }) => id);
  const found: StandingVisit[] = [];
  for (const batch of inBatches(standing, IDS_AT_ONCE)) {
    const rows = (await db("routing_visits as visit")
      .leftJoin("routing_plans as plan", "plan.id", "visit.plan_id")
      .leftJoin("routing_routes as route", "route.id", "visit.route_id")
      .leftJoin("vehicles as vehicle", "vehicle.id", "route.vehicle_id")
      .where("visit.company_id", companyId)
      .whereIn("visit.id", batch)
      .whereNull("plan.deleted_at")
      .select(
        "visit.status",
        "route.status as route_status",
        "plan.service_date",
        "plan.title as plan_title",
        "vehicle.title as vehicle_title",
      )) as StandingRow[];
    for (const row of rows)
      found.push({
        status: row.status,
        routeStatus: row.route_status,
        day: row.service_date,
        place: placeOf(row),
      });
  }
  return found;
}

export interface RecipientCounts {
  visits: number;
  removed_visits: number;
  pictures: number;
  messages: number;
  imports: number;
}

/** For whoever decides: what is known without reading every file and every change of a plan. */
export async function countsOfRecipient(
  db: Db,
  { companyId, contact }: Pick<RecipientOfCompany, "companyId" | "contact">,
  visits: readonly VisitOfRecipient[],
): Promise<RecipientCounts> {
  const messages = new Set<number>(
    await db("recipient_messages")
      .where({ company_id: companyId, ...contact })
      .pluck("id"),
  );
  const imports = new Set<number>();
  let pictures = 0;
  for (const batch of inBatches(
    visits.map(({ id }) => id),
    IDS_AT_ONCE,
  )) {
    const ofVisits = (table: "recipient_messages" | "routing_sheet_rows" | "routing_visit_attachments") =>
      db(table as string)
        .where({ company_id: companyId })
        .whereIn("visit_id", batch);
    for (const id of (await ofVisits("recipient_messages").pluck("id")) as number[]) messages.add(id);
    for (const id of (await ofVisits("routing_sheet_rows").distinct().pluck("sheet_id")) as number[]) imports.add(id);
    pictures += ((await ofVisits("routing_visit_attachments").pluck("id")) as number[]).length;
  }
  const removed = visits.filter(({ isRemoved }) => isRemoved).length;
  return {
    visits: visits.length - removed,
    removed_visits: removed,
    pictures,
    messages: messages.size,
    imports: imports.size,
  };
}
