import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { figuresFile } from "~/features/dashboard/queries/figures-file.server";
import { loadDashboard } from "~/features/dashboard/queries/dashboard.server";
import { visitsFile } from "~/features/planning/visits-list/visits-file.server";
import { loadVisitsPage } from "~/features/planning/visits-list/visits-page.server";
import { nowSec } from "~/services/now.server";
import {
  createCompany,
  createMember,
  createPlan,
  createRoute,
  createVisits,
  createWarehouse,
} from "../../factories/company";
import type { TestCompany } from "../../factories/company";
import { databases, useTestDatabase } from "../../helpers/databases";
import { sessionOf } from "../../helpers/sessions";
import { forgetWorld, setWorld } from "../planning/desk";

describe.each(databases())("the dashboard and the list behind it on %s", (kind) => {
  const database = useTestDatabase(kind);
  const db = () => database().db;
  let company: TestCompany;
  let second: number;
  beforeEach(async () => {
    setWorld(db(), "2026-11-23 20:00:00");
    company = await createCompany(db());
    const { companyId, routeId, warehouseId } = company;
    await db()("routing_visits")
      .where({ route_id: routeId })
      .update({ status: 4, completed_at: "2026-11-23 12:00:00" });
    await db()("routing_routes").where({ id: routeId }).update({ status: 4 });
    second = await createMember(db(), companyId, { name: "Zoe", surname: "Zimmer", is_courier: 1 });
    const plan_id = await createPlan(db(), companyId, {
      warehouse_id: warehouseId,
      service_date: "2026-11-22",
      title: "=Sunday",
    });
    const route_id = await createRoute(db(), companyId, plan_id, { driver_id: second, status: 3 });
    await createVisits(db(), companyId, [
      { plan_id, route_id, status: 5, fail_reason_id: 3, completed_at: "2026-11-22 10:00:00", name: "Failed one" },
      { plan_id, route_id, status: 2, name: "Open one" },
      { plan_id, route_id, status: 4, completed_at: "2026-11-22 23:00:00", name: "Late one", is_out_of_turn: 1 },
    ]);
  });
  afterEach(forgetWorld);

  const session = () => sessionOf(company, { isDispatcher: true }, company.ownerId);
  const request = (path: string) => new Request(`http://localhost/platform/company/${path}`);
  const dashboard = (query = "") => loadDashboard(session(), request(`dashboard?${query}`));
  const visits = async (query: string) => {
    const { list } = await loadVisitsPage(session(), request(`visits?${query}`));
    return list.rows.map(({ name }) => name);
  };

  it("begins with the day that the clock of whoever asks shows", async () => {
    const clock = { startSec: Date.parse("2027-06-15T10:00:00Z") / 1000, setAtSec: nowSec(), speed: 1 };
    const { days } = await loadDashboard({ ...session(), clock }, request("dashboard?range=today"));
    expect(days).toMatchObject({ from: "2027-06-15", to: "2027-06-15" });
  });

  it("sums the days, and compares drivers in the asked order", async () => {
    const page = await dashboard();
    expect(page).toMatchObject({ by: "driver", routes: 2, days: { name: "7", from: "2026-11-17", to: "2026-11-23" } });
    expect(page.sums).toMatchObject({
      visits: 5,
      delivered: 3,
      failed: 1,
      failed_3: 1,
      judged: 3,
      on_time: 2,
      out_of_turn: 1,
    });
    expect(page.rows.map(({ title }) => title)).toEqual(["Zoe Zimmer", "Dora Driver"]);
    expect((await dashboard("sort=title")).rows.map(({ title }) => title)).toEqual(["Dora Driver", "Zoe Zimmer"]);
    expect((await dashboard("sort=-on-time")).rows.map(({ title }) => title)).toEqual(["Dora Driver", "Zoe Zimmer"]);
    expect((await dashboard("by=day")).rows.map(({ key }) => key)).toEqual(["2026-11-22", "2026-11-23"]);
    expect((await dashboard("by=vehicle")).rows.map(({ key }) => key)).toEqual([null, company.vehicleId]);
    expect((await dashboard("by=vehicle")).rows[0]).toMatchObject({ title: "No Vehicle" });
    expect((await dashboard("range=today")).sums).toMatchObject({ visits: 2 });
    expect((await dashboard("by=constructor&sort=constructor&range=constructor")).by).toBe("driver");
  });

  it("adds the days of a long range up to weeks, and answers its file by days", async () => {
    const long = "from=2026-01-01&to=2026-11-23&by=day";
    const page = await dashboard(long);
    expect(page).toMatchObject({ period: "week", routes: 2, sums: { visits: 5 } });
    expect(page.rows.map(({ key, to, sums }) => [key, to, sums.visits])).toEqual([
      ["2026-11-16", "2026-11-22", 3],
      ["2026-11-23", "2026-11-23", 2],
    ]);
    expect(page.chart.map((point) => [point.period, point.Done, point.Failed, point["Not reported"]])).toEqual([
      ["Mon 16 Nov – Sun 22 Nov 2026", 1, 1, 1],
      ["Mon 23 Nov 2026", 2, 0, 0],
    ]);
    const { body } = await figuresFile(session(), request(`dashboard/csv?${long}`), "csv");
    expect([...(body as Iterable<string>)].join("")).toContain('"2026-11-22",1,3,');
  });

  it("answers files of the same figures", async () => {
    const { name, body } = await figuresFile(session(), request("dashboard/csv?sort=title"), "csv");
    expect(name).toBe("figures-2026-11-17-2026-11-23.csv");
    const lines = [...(body as Iterable<string>)].join("").split("\r\n");
    expect(lines[0]).toContain('"Driver","Routes","Visits","Done","Failed","On time %"');
    expect(lines[1]).toMatch(/^"Dora Driver",1,2,2,0,100,/);
    expect(lines[2]).toMatch(/^"Zoe Zimmer",1,3,1,1,0,1,/);
  });

  it("lists the visits behind a figure, and narrows by status, days, driver and vehicle", async () => {
    const days = "from=2026-11-17&to=2026-11-23";
    expect(await visits(`behind=late&${days}`)).toEqual(["Late one"]);
    expect(await visits(`behind=failed_3&${days}&driver=${second}`)).toEqual(["Failed one"]);
    expect(await visits(`behind=failed_3&${days}&driver=${company.driverId}`)).toEqual([]);
    expect(await visits(`behind=visits&${days}&vehicle=0`)).toEqual(["Late one", "Open one", "Failed one"]);
    expect(await visits(`behind=out_of_turn&from=2026-11-23&to=2026-11-23`)).toEqual([]);
    expect(await visits("status=5")).toEqual(["Failed one"]);
    expect(await visits("status=2")).toEqual(["Open one"]);
    expect(await visits("status=3")).toEqual([]);
    // On no route: unscheduled, whatever is stored.
    expect(await visits("status=1")).toEqual(["Stop 3"]);
    await db()("routing_routes").where({ driver_id: second }).update({ status: 4 });
    expect(await visits("status=3")).toEqual(["Open one"]);
    expect(await visits(`from=2026-11-22&to=2026-11-22&q=one`)).toHaveLength(3);
    expect(await visits(`driver=${second}`)).toHaveLength(3);
    expect(await visits(`vehicle=${company.vehicleId}`)).toHaveLength(2);
    expect(await visits(`driver=constructor&status=9&behind=constructor&from=2026-02-30`)).toHaveLength(6);
  });

  it("knows nothing of another company, whatever the address names", async () => {
    const other = await createCompany(db());
    const theirs = sessionOf(other, { isDispatcher: true }, other.ownerId);
    const days = "from=2026-11-17&to=2026-11-23";
    const of = async (query: string) => (await loadVisitsPage(theirs, request(`visits?${query}`))).list.total;
    expect(await of(`behind=visits&${days}`)).toBe(2);
    expect(await of(`behind=visits&${days}&driver=${company.driverId}`)).toBe(0);
    expect(await of(`driver=${company.driverId}`)).toBe(0);
    expect((await loadDashboard(theirs, request(`dashboard?${days}`))).sums.visits).toBe(2);
  });

  it("answers the list as a file that no spreadsheet takes for formulas", async () => {
    const body = await visitsFile(session(), request("visits/csv?behind=failed&from=2026-11-01&to=2026-11-30"), "csv");
    const lines = [...(body as Iterable<string>)].join("").trim().split("\r\n");
    expect(lines).toHaveLength(2);
    expect(lines[1]).toContain(`"Failed one"`);
    expect(lines[1]).toContain(`"'=Sunday"`);
    expect(lines[1]).toContain(`"Incorrect phone number"`);
  });

  it("answers a file in the list's order; no column says how the visits behind a figure stand", async () => {
    const names = async (sort: string) => {
      const body = await visitsFile(session(), request(`visits/csv?sort=${sort}`), "csv");
      const [, ...rows] = [...(body as Iterable<string>)].join("").trim().split("\r\n");
      return rows.map((row) => row.split(",")[1]);
    };
    const shown = async (query: string) => loadVisitsPage(session(), request(`visits?${query}`));
    const { list, isFigure } = await shown("sort=-name");
    expect(isFigure).toBe(false);
    expect(await names("-name")).toEqual(list.rows.map(({ name }) => `"${name}"`));
    expect(await names("name")).not.toEqual(await names("-name"));
    expect((await shown("behind=failed&from=2026-11-01&to=2026-11-30")).isFigure).toBe(true);
  });

  it("answers a file whose times are by the same clock as its windows, which it names", async () => {
    await db()("warehouses").where({ id: company.warehouseId }).update({ time_zone: "Asia/Tokyo" });
    // Its plan's clock, wherever it would be picked up itself.
    const warehouse_id = await createWarehouse(db(), company.companyId, { time_zone: "America/New_York" });
    await db()("routing_visits")
      .where({ name: "Failed one", company_id: company.companyId })
      .update({ arrival_time: "2026-11-22 16:30:00", warehouse_id });
    const body = await visitsFile(session(), request("visits/csv?behind=failed&from=2026-11-01&to=2026-11-30"), "csv");
    const lines = [...(body as Iterable<string>)].join("").trim().split("\r\n");
    expect(lines[0]).toContain(`"Window","ETA","Completed","Time zone"`);
    expect(lines[1]).toContain(`"2026-11-23 01:30","2026-11-22 19:00","Asia/Tokyo"`);
  });

  it("remembers the columns that were chosen, and keeps the name when none is", async () => {
    const { columns } = await loadVisitsPage(session(), request("visits?chosen=1&columns=driver&columns=nonsense"));
    expect(columns).toEqual(["driver"]);
    expect((await loadVisitsPage(session(), request("visits?chosen=1"))).columns).toEqual([]);
    const kept = new Request("http://localhost/platform/company/visits", {
      headers: { Cookie: "a=b; visit-columns=window.date" },
    });
    expect((await loadVisitsPage(session(), kept)).columns).toEqual(["window", "date"]);
  });
});
