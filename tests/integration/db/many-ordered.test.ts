import { beforeAll, describe, expect, it } from "vitest";
import { listMembers } from "~/db/repositories/members.server";
import type { Paged, PageOfRows } from "~/db/repositories/paging.server";
import { pageOfCompaniesAcrossCompanies, pageOfUsersAcrossCompanies } from "~/db/repositories/platform-lists.server";
import { listPlans } from "~/db/repositories/plans.server";
import { listVehicles } from "~/db/repositories/vehicles.server";
import { listWarehouses } from "~/db/repositories/warehouses.server";
import { LIST_ORDERS } from "~/domain/list-order";
import type { ListOrder, OrderColumn, OrderedList } from "~/domain/list-order";
import { PlanStatus } from "~/domain/plan/plan-status";
import { inBatches } from "~/lib/in-batches";
import { createCompany, createPlan } from "../../factories/company";
import { databases, useTestDatabase } from "../../helpers/databases";

/** More than are compared outside of the database. Visits, of which there are most, are in `ordered-lists`. */
const MANY = 2_010;
const WORDS = ["ash", "", "Beech", "yew", "Larch"];
const HOURS = ["06:00", "07:30", "08:00", "09:15", "10:00"];

/** In another order for each factor, so that no column can stand for another one. */
const word = (nth: number, factor: number): string => WORDS[(nth * factor) % WORDS.length]!;
const figure = (nth: number, factor: number): number => (nth * factor) % 7;
const day = (nth: number, factor: number): string => `2026-10-${String(10 + ((nth * factor) % 11))}`;

type Row = { id: number } & Record<string, unknown>;
type List = Exclude<OrderedList, "visits">;
type Shown = string | number;

describe.each(databases())("lists of very many rows on %s", (kind) => {
  const database = useTestDatabase(kind);
  const db = () => database().db;
  let companyId: number;

  /** Adds rows that are like the first one but for what is named. */
  async function copies(table: string, id: number, changes: (nth: number) => object): Promise<void> {
    const { id: _own, ...like } = (await db()(table).where({ id }).first()) as Row;
    const rows = Array.from({ length: MANY }, (_, nth) => ({ ...like, ...changes(nth) }));
    for (const batch of inBatches(rows, 200)) await db()(table).insert(batch);
  }

  beforeAll(async () => {
    const company = await createCompany(db());
    companyId = company.companyId;
    await copies("warehouses", company.warehouseId, (nth) => ({
      title: word(nth, 1),
      address: word(nth, 2),
      time_zone: word(nth, 3),
      status: nth % 2,
    }));
    await copies("vehicles", company.vehicleId, (nth) => ({
      title: word(nth, 1) || "Van",
      plate: word(nth, 2),
      max_load: figure(nth, 1),
      capacity: figure(nth, 2),
      max_quantity: figure(nth, 3),
      work_hour_start: HOURS[(nth * 3) % HOURS.length],
      status: nth % 2,
    }));
    await copies("company_members", company.driverId, (nth) => ({
      name: word(nth, 1) || "Member",
      user_id: null,
      email: `${word(nth, 2)}${String(nth).padStart(5, "0")}@mail.example`.toLowerCase(),
      phone: word(nth, 3) && `+4230000${nth % 10}`,
      status: nth % 2,
    }));
    await copies("routing_plans", await createPlan(db(), companyId), (nth) => ({
      title: word(nth, 1),
      service_date: day(nth, 3),
      status: nth % 2 === 0 ? PlanStatus.Completed : PlanStatus.Scheduled,
    }));
    await copies("users", company.ownerId, (nth) => ({
      name: word(nth, 1) || "User",
      email: `${word(nth, 2)}${String(nth).padStart(5, "0")}@users.example`.toLowerCase(),
      username: null,
      phone: word(nth, 3) && `+4230000${nth % 10}`,
      active_at: nth % 3 === 0 ? null : `${day(nth, 3)} 06:00:00`,
      created_at: `${day(nth, 2)} 06:00:00`,
    }));
    await copies("companies", companyId, (nth) => ({
      title: word(nth, 1) || "Company",
      api_key: null,
      status: nth % 2,
      created_at: `${day(nth, 2)} 06:00:00`,
    }));
  });

  const READS: { [One in List]: (order: ListOrder<OrderColumn<One>>, page: PageOfRows) => Promise<Paged<object>> } = {
    plans: (order, page) => listPlans(db(), companyId, { order, ...page }),
    vehicles: (order, page) => listVehicles(db(), companyId, { order, ...page }),
    warehouses: (order, page) => listWarehouses(db(), companyId, { order, ...page }),
    members: (order, page) => listMembers(db(), companyId, { order, ...page }),
    users: (order, page) => pageOfUsersAcrossCompanies(db(), { search: "", state: undefined, order }, page),
    companies: (order, page) => pageOfCompaniesAcrossCompanies(db(), { search: "", status: undefined, order }, page),
  };

  const of = (field: string) => (row: Row) => (row[field] ?? "") as Shown;
  /** 0 is no limit. */
  const limit = (field: string) => (row: Row) => (row[field] || "") as Shown;
  const activeFirst = (row: Row) => 1 - Number(row.status);
  /** What each column shows, where a row tells. */
  const SHOWN: Readonly<Record<List, Readonly<Record<string, (row: Row) => Shown>>>> = {
    plans: {
      ...{ title: of("title"), id: of("id"), date: of("service_date"), warehouse: of("warehouse_title") },
      status: (row) => Number(row.status === PlanStatus.Completed),
    },
    vehicles: {
      ...{ title: of("title"), id: of("id"), plate: of("plate"), status: activeFirst },
      ...{ load: limit("max_load"), capacity: limit("capacity"), visits: limit("max_quantity") },
      hours: of("work_hour_start"),
    },
    warehouses: {
      title: of("title"),
      id: of("id"),
      address: of("address"),
      zone: of("time_zone"),
      status: activeFirst,
    },
    members: { name: of("name"), id: of("id"), email: of("email"), phone: of("phone"), status: activeFirst },
    users: {
      ...{ name: of("name"), id: of("id"), email: of("email"), phone: of("phone"), active: of("active_at") },
      registered: of("created_at"),
    },
    companies: { title: of("title"), id: of("id"), status: activeFirst, created: of("created_at") },
  };

  async function rowsOf(read: (page: PageOfRows) => Promise<Paged<object>>): Promise<Row[]> {
    const rows: object[] = [];
    for (let page = 1, pages = 1; page <= pages; page++) {
      const found = await read({ page, pageSize: 700 });
      pages = found.pages;
      rows.push(...found.rows);
    }
    return rows as Row[];
  }

  const lowered = (value: Shown): Shown => (typeof value === "string" ? value.toLowerCase() : value);
  const inOrder = (a: Shown, b: Shown): number => (a < b ? -1 : Number(a > b));

  it.each(Object.keys(READS) as List[])("stand by each column of %s as it shows them, each row once", async (list) => {
    const read = READS[list] as (order: ListOrder, page: PageOfRows) => Promise<Paged<object>>;
    for (const [nth, by] of LIST_ORDERS[list].columns.entries()) {
      const down = nth % 2 === 0;
      const rows = await rowsOf((page) => read({ by, down }, page));
      expect(rows.length, by).toBeGreaterThan(MANY);
      expect(new Set(rows.map(({ id }) => id)).size, by).toBe(rows.length);
      const shown = SHOWN[list][by];
      if (shown === undefined) continue;
      const values = rows.map((row) => lowered(shown(row)));
      const filled = values.filter((value) => value !== "").sort(inOrder);
      if (down) filled.reverse();
      expect(values, by).toEqual([...filled, ...values.slice(filled.length).map(() => "")]);
    }
  });
});
