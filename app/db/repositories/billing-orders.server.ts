/** What companies ordered in the shop. */
import { OrderStatus } from "~/domain/billing/order";
import type { Db } from "../client.server";
import { whereContains } from "../dialect.server";
import type { BillingOrderRow, Changes, CompanyBillingRow, UtcText } from "../tables";
import { paged } from "./paging.server";
import type { Paged, PageRequest } from "./paging.server";
import { getById, insertScoped, scoped, updateScoped } from "./scoped.server";

export type NewOrder = Pick<
  BillingOrderRow,
  "package" | "visits" | "months" | "amount_cents" | "provider" | "status" | "user_id"
>;

export const insertOrder = (trx: Db, companyId: number, order: NewOrder, now: UtcText): Promise<number> =>
  insertScoped(trx, "billing_orders", companyId, order, now);

/** @throws AppError 404 */
export const getOrder = (db: Db, companyId: number, id: number): Promise<BillingOrderRow> =>
  getById(db, "billing_orders", companyId, id);

/** @throws AppError 404 */
export const updateOrder = (
  trx: Db,
  companyId: number,
  id: number,
  changes: Changes<BillingOrderRow>,
  now: UtcText,
): Promise<void> => updateScoped(trx, "billing_orders", companyId, id, changes, now);

/** Newest first: those that wait or have an invoice, and the newest of the others. */
export async function listOrders(db: Db, companyId: number, limits: OrderLimits): Promise<BillingOrderRow[]> {
  const newest = () => scoped(db, "billing_orders", companyId).orderBy("id", "desc");
  const others = (await newest()
    .whereNull("invoice_number")
    .whereNot({ status: OrderStatus.Open })
    .limit(limits.others)) as BillingOrderRow[];
  const kept = (await newest()
    .where((either) => either.whereNotNull("invoice_number").orWhere({ status: OrderStatus.Open }))
    .limit(limits.kept)) as BillingOrderRow[];
  return [...others, ...kept].sort((one, other) => other.id - one.id);
}

/** The order that a package came from. */
export async function findOrderOfPackage(
  db: Db,
  companyId: number,
  billing: Pick<CompanyBillingRow, "package" | "start_date">,
): Promise<BillingOrderRow | undefined> {
  const { package: key, start_date } = billing;
  const row: unknown = await scoped(db, "billing_orders", companyId)
    .where({ package: key, start_date })
    .orderBy("id", "desc")
    .first();
  return row as BillingOrderRow | undefined;
}

export interface OrderLimits {
  kept: number;
  others: number;
}

export async function findOpenOrder(db: Db, companyId: number): Promise<BillingOrderRow | undefined> {
  const row: unknown = await scoped(db, "billing_orders", companyId).where({ status: OrderStatus.Open }).first();
  return row as BillingOrderRow | undefined;
}

export interface CompanyOrder extends BillingOrderRow {
  company_title: string;
  user_email: string | null;
}

const LISTED = ["ordered.*", "company.title as company_title", "person.email as user_email"] as const;

const listedOrders = (db: Db) =>
  db("billing_orders as ordered")
    .join("companies as company", "company.id", "ordered.company_id")
    .leftJoin("users as person", "person.id", "ordered.user_id")
    // What a removed company ordered is decided by nobody any more.
    .where((shown) => shown.whereNull("company.deleted_at").orWhereNot("ordered.status", OrderStatus.Open));

/** A page of all companies' orders: those that wait first, then the newest. @param search a company's title */
export function pageOfOrdersAcrossCompanies(db: Db, search: string, page: PageRequest): Promise<Paged<CompanyOrder>> {
  const found = listedOrders(db);
  whereContains(found, ["company.title", "person.email"], search);
  return paged(found, page, (query) =>
    query
      .orderByRaw("CASE WHEN ordered.status = 'open' THEN 0 ELSE 1 END")
      .orderBy("ordered.id", "desc")
      .select(...LISTED),
  );
}

/** One of them. */
export const findListedOrderAcrossCompanies = async (db: Db, id: number): Promise<CompanyOrder | undefined> =>
  (await listedOrders(db)
    .where("ordered.id", id)
    .first(...LISTED)) as CompanyOrder | undefined;

export async function findOrderAcrossCompanies(db: Db, id: number): Promise<BillingOrderRow | undefined> {
  return db("billing_orders").where({ id }).first();
}

export async function findOrderOfCheckoutAcrossCompanies(
  db: Db,
  checkoutId: string,
): Promise<BillingOrderRow | undefined> {
  return db("billing_orders").where({ checkout_id: checkoutId }).first();
}

/** The next number of an invoice, without a gap. Call it in a transaction, with the number stored in the same one. */
export async function nextInvoiceNumberAcrossCompanies(trx: Db): Promise<number> {
  // Orders are never removed, so that all wait for the same row: the last number is read once those before are stored.
  await trx("billing_orders").orderBy("id").limit(1).forUpdate().select("id");
  const row = (await trx("billing_orders").max({ last: "invoice_number" }).first()) as
    { last: number | null } | undefined;
  return (row?.last ?? 1000) + 1;
}
