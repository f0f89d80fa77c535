import { beforeAll, describe, expect, it } from "vitest";
import { pagedVisits, firstVisitIds, visitsQuery } from "~/db/repositories/filtered-visits.server";
import { listMembers } from "~/db/repositories/members.server";
import type { Paged, PageOfRows } from "~/db/repositories/paging.server";
import { pageOfCompaniesAcrossCompanies, pageOfUsersAcrossCompanies } from "~/db/repositories/platform-lists.server";
import { listPlans } from "~/db/repositories/plans.server";
import { listVehicles } from "~/db/repositories/vehicles.server";
import { listWarehouses } from "~/db/repositories/warehouses.server";
import { LIST_ORDERS } from "~/domain/list-order";
import type { ListOrder, OrderColumn, OrderedList } from "~/domain/list-order";
import { LOCATION_TYPES } from "~/domain/visit/visit-type";
import {
  createCompany,
  createMember,
  createPlan,
  createRoute,
  createUser,
  createVehicle,
  createVisits,
  createWarehouse,
  NOW,
} from "../../factories/company";
import type { TestCompany } from "../../factories/company";
import { databases, useTestDatabase } from "../../helpers/databases";

const MANY = 2020;
const DIRECTIONS = [false, true];

describe.each(databases())("the order of lists on %s", (kind) => {
  const database = useTestDatabase(kind);
  const db = () => database().db;
  let company: TestCompany;
  /** has more visits than are compared outside of the database */
  let large: TestCompany;

  type Read<List extends OrderedList> = (
    order: ListOrder<OrderColumn<List>> | undefined,
    page: PageOfRows,
  ) => Promise<Paged<{ id: number }>>;
  const vehicles = (order: ListOrder<OrderColumn<"vehicles">> | undefined, page: PageOfRows = { pageSize: 100 }) =>
    listVehicles(db(), company.companyId, { order, ...page });
  const visitsOf =
    ({ companyId }: TestCompany): Read<"visits"> =>
    (order, page) =>
      pagedVisits(db(), visitsQuery(db(), companyId, {}), page, order);
  const READS: { [List in OrderedList]: Read<List> } = {
    visits: (order, page) => visitsOf(company)(order, page),
    plans: (order, page) => listPlans(db(), company.companyId, { order, ...page }),
    vehicles,
    warehouses: (order, page) => listWarehouses(db(), company.companyId, { order, ...page }),
    members: (order, page) => listMembers(db(), company.companyId, { order, ...page }),
    users: (order, page) => pageOfUsersAcrossCompanies(db(), { search: "", state: undefined, order }, page),
    companies: (order, page) => pageOfCompaniesAcrossCompanies(db(), { search: "", status: undefined, order }, page),
  };

  async function idsOfPages(read: (page: PageOfRows) => Promise<Paged<{ id: number }>>, pageSize: number) {
    const ids: number[] = [];
    for (let page = 1, pages = 1; page <= pages; page++) {
      const found = await read({ page, pageSize });
      pages = found.pages;
      ids.push(...found.rows.map(({ id }) => id));
    }
    return ids;
  }

  beforeAll(async () => {
    company = await createCompany(db(), "Ähnlich");
    large = await createCompany(db(), "alpha");
    const { companyId, vehicleId } = company;
    const north = await createWarehouse(db(), companyId, { title: "north" });
    const driver = await createMember(db(), companyId, { name: "", surname: "", email: "zoe@mail.example" });
    await db()("vehicles").where({ id: vehicleId }).update({ title: "", plate: "", max_load: 0 });
    for (const [title, plate, max_load] of [
      ["Van 10", "FL 1", 900],
      ["van 2", "", 0],
      ["Äpfel", "FL 1", 1000],
      ["Apfel", "fl 1", 80],
      ["Zander", "", 900],
      ["", "Kombi", 80],
    ] as const)
      await createVehicle(db(), companyId, { title, plate, max_load, warehouse_id: north, driver_id: driver });
    for (const title of ["Plan 10", "plan 2"]) await createPlan(db(), companyId, { title, warehouse_id: north });
    await createUser(db(), { name: "", surname: "", email: "aa@mail.example", active_at: NOW });
    const planId = await createPlan(db(), large.companyId, { service_date: "2026-12-24" });
    const route = await createRoute(db(), large.companyId, planId, {});
    await createVisits(
      db(),
      large.companyId,
      Array.from({ length: MANY }, (_, nth) => ({
        name: ["beech", "Beech", "ash", "Yew", "ZEDER"][nth % 5]!,
        external_id: nth % 3 === 0 ? null : nth % 3 === 1 ? "b" : "A",
        recipient_name: nth % 2 === 0 ? "" : `Person ${nth % 7}`,
        ...(nth % 4 === 0 ? { plan_id: null } : { plan_id: planId, route_id: route }),
      })),
    );
    await createVisits(db(), companyId, [{ name: "One", plan_id: null, start_time: null, end_time: null }]);
  });

  const titles = async (order: ListOrder<OrderColumn<"vehicles">> | undefined) =>
    (await vehicles(order)).rows.map(({ title, plate }) => title || plate);

  it("is that of people: numbers in names, upper and lower case alike, Ä beside A, nothing at the end", async () => {
    const up = ["Apfel", "Äpfel", "Kombi", "van 2", "Van 10", "Zander", ""];
    expect(await titles(undefined)).toEqual(up);
    expect(await titles({ by: "title", down: false })).toEqual(up);
    expect(await titles({ by: "title", down: true })).toEqual([...up.slice(0, -1).reverse(), ""]);
  });

  it("of figures is that of numbers; without a limit they stand last, whichever way", async () => {
    const loads = async (down: boolean) => (await vehicles({ by: "load", down })).rows.map((row) => row.max_load);
    expect(await loads(false)).toEqual([80, 80, 900, 900, 1000, 0, 0]);
    expect(await loads(true)).toEqual([1000, 900, 900, 80, 80, 0, 0]);
  });

  it("of rows that are alike is how the list stands by itself", async () => {
    const plates = async (down: boolean) => (await vehicles({ by: "plate", down })).rows.map(({ title }) => title);
    expect(await plates(false)).toEqual(["Apfel", "Äpfel", "Van 10", "", "van 2", "Zander", ""]);
    expect(await plates(true)).toEqual(["", "Apfel", "Äpfel", "Van 10", "van 2", "Zander", ""]);
  });

  it("takes names from where the list has them", async () => {
    const drivers = (await vehicles({ by: "driver", down: true })).rows.map((row) => row.driver_name);
    expect([drivers[0], drivers.at(-1)]).toEqual([
      "zoe@mail.example",
      (await vehicles(undefined)).rows.at(-1)!.driver_name,
    ]);
    const [first] = (await READS.users({ by: "name", down: false }, {})).rows as unknown as { email: string }[];
    expect(first).toMatchObject({ email: "aa@mail.example" });
    const companies = await pageOfCompaniesAcrossCompanies(
      db(),
      { search: "", status: undefined, order: { by: "title", down: false } },
      {},
    );
    expect(companies.rows.map(({ title }) => title)).toEqual(["Ähnlich", "alpha"]);
    const plans = (await listPlans(db(), company.companyId, { order: { by: "title", down: false } })).rows;
    expect(plans.map(({ title }) => title).filter((title) => /^plan \d/i.test(title))).toEqual(["plan 2", "Plan 10"]);
  });

  it.each(Object.keys(LIST_ORDERS) as OrderedList[])(
    "of %s has each row once, over all pages, by every column",
    async (list) => {
      const read = READS[list] as Read<OrderedList>;
      const all = (await idsOfPages((page) => read(undefined, page), 100)).sort((a, b) => a - b);
      for (const by of LIST_ORDERS[list].columns)
        for (const down of DIRECTIONS) {
          const order = { by, down } as ListOrder<OrderColumn<OrderedList>>;
          const pages = await idsOfPages((page) => read(order, page), 2);
          expect(pages, by).toEqual(await idsOfPages((page) => read(order, page), 100));
          expect(
            [...pages].sort((a, b) => a - b),
            by,
          ).toEqual(all);
        }
    },
  );

  it("of very many rows is made by the database, and has each of them once", async () => {
    const read = visitsOf(large);
    const own: (Record<string, unknown> & { id: number })[] = await db()("routing_visits as visit")
      .leftJoin("routing_plans as plan", "plan.id", "visit.plan_id")
      .where("visit.company_id", large.companyId)
      .whereIn("visit.type", LOCATION_TYPES)
      .select("visit.*", "plan.service_date");
    expect(own.length).toBeGreaterThanOrEqual(MANY);
    const rows = new Map(own.map((row) => [row.id, row]));
    const columns = { name: "name", code: "external_id", recipient: "recipient_name", date: "service_date" } as const;
    for (const [by, column] of Object.entries(columns) as [keyof typeof columns, string][])
      for (const down of DIRECTIONS) {
        const ids = await idsOfPages((page) => read({ by, down }, page), 400);
        expect(new Set(ids).size, by).toBe(own.length);
        expect(await firstVisitIds(db(), visitsQuery(db(), large.companyId, {}), 500, { by, down })).toEqual(
          ids.slice(0, 500),
        );
        const texts = ids.map((id) => String(rows.get(id)![column] ?? "").toLowerCase());
        const filled = texts.filter(Boolean);
        const sorted = [...filled].sort();
        if (down) sorted.reverse();
        expect(texts, `${by} ${down}`).toEqual([...sorted, ...texts.slice(filled.length).map(() => "")]);
        // Within one value the newest come first.
        const same = ids.filter((_, nth) => texts[nth] === texts[0]);
        expect(same).toEqual([...same].sort((a, b) => b - a));
      }
  });
});
