import { beforeAll, describe, expect, it } from "vitest";
import type { CompanySession } from "~/auth/session.server";
import { removeWarehouse } from "~/features/resources/commands/remove-warehouse.server";
import { RESOURCE_ACTIONS } from "~/features/resources/actions.server";
import { loadWarehousesPage } from "~/features/resources/queries/warehouses-page.server";
import { performAction } from "~/http/actions/perform-action.server";
import { createCompany, createVisit } from "../../factories/company";
import type { TestCompany } from "../../factories/company";
import { databases } from "../../helpers/databases";
import { asked } from "../../helpers/explained";
import { sessionOf } from "../../helpers/sessions";
import { createWarehouse, editWarehouse, faults, useResources, WAREHOUSE } from "./resources-world";

describe.each(databases())("resources on %s", (kind) => {
  const resources = useResources(kind);
  const { database, warehouse } = resources;
  let company: TestCompany;
  let other: TestCompany;
  let dispatcher: CompanySession;
  let driver: CompanySession;

  beforeAll(() => {
    company = resources.company();
    other = resources.other();
    dispatcher = resources.dispatcher();
    driver = resources.driver();
  });
  const list = (query = "") => new Request(`http://localhost/platform/company/resources/vehicles${query}`);

  describe("warehouses", () => {
    it("takes the country of its place, unless another one was chosen", async () => {
      const codeOf = async (id: number) => (await warehouse(id))?.country_code;
      const own =
        (
          (await database()
            .db("companies")
            .join("countries", "countries.id", "companies.country_id")
            .where("companies.id", company.companyId)
            .first("countries.code as code")) as { code: string } | undefined
        )?.code ?? "";
      const andorra = { lat: "42.5078", lng: "1.5211", time_zone: "" };
      const id = await createWarehouse(dispatcher, { ...WAREHOUSE, ...andorra, external_id: "", country_code: own });
      expect(await codeOf(id)).toBe("AD");
      await editWarehouse(dispatcher, id, {
        ...WAREHOUSE,
        external_id: "",
        lat: "48.2082",
        lng: "16.3738",
        time_zone: "Europe/Andorra",
        country_code: "AD",
      });
      expect(await codeOf(id)).toBe("AT");
      await editWarehouse(dispatcher, id, {
        ...WAREHOUSE,
        external_id: "",
        lat: "47.141",
        lng: "9.5209",
        time_zone: "Europe/Vienna",
        country_code: "CH",
      });
      expect(await codeOf(id)).toBe("CH");
    });

    it("has the clock of the country that its address names, or that was chosen, near a border", async () => {
      const tornio = { ...WAREHOUSE, lat: "65.848", lng: "24.147", time_zone: "", external_id: "" };
      const finland = { country_code: "FI", time_zone: "Europe/Helsinki" };
      const named = await createWarehouse(dispatcher, {
        ...tornio,
        ...{ address: "Hallituskatu 1, Tornio, Finland", country_code: "" },
      });
      expect(await warehouse(named)).toMatchObject(finland);
      const chosen = await createWarehouse(dispatcher, { ...tornio, country_code: "FI" });
      expect(await warehouse(chosen)).toMatchObject(finland);
      await database().db("warehouses").where({ id: chosen }).update({ lat: 60.17, lng: 24.94 });
      const moved = { ...tornio, ...finland, address: "Hallituskatu 1, Tornio, Finland" };
      await editWarehouse(dispatcher, chosen, moved);
      expect(await warehouse(chosen)).toMatchObject({ ...finland, lat: 65.848 });
      for (const id of [named, chosen]) await removeWarehouse(dispatcher, id);
    });

    it("has the clock of its stored country once the clock is to be found again", async () => {
      const tornio = { ...WAREHOUSE, lat: "65.848", lng: "24.147", external_id: "", address: "Hallituskatu 1, Tornio" };
      const id = await createWarehouse(dispatcher, { ...tornio, country_code: "", time_zone: "" });
      expect(await warehouse(id)).toMatchObject({ country_code: "SE", time_zone: "Europe/Stockholm" });
      await editWarehouse(dispatcher, id, { country_code: "FI" });
      expect(await warehouse(id)).toMatchObject({ country_code: "FI", time_zone: "Europe/Stockholm" });
      await editWarehouse(dispatcher, id, { time_zone: "" });
      expect(await warehouse(id)).toMatchObject({ country_code: "FI", time_zone: "Europe/Helsinki" });
      await removeWarehouse(dispatcher, id);
    });

    it("is edited without a search for its clock and its country where neither is wanted", async () => {
      const id = await createWarehouse(dispatcher, { ...WAREHOUSE, external_id: "" });
      const edit = () => editWarehouse(dispatcher, id, { title: "Renamed" });
      expect(await asked(database().db, "countries", edit)).toEqual([]);
      expect(await warehouse(id)).toMatchObject({ title: "Renamed" });
      await removeWarehouse(dispatcher, id);
    });

    it("keeps what a change leaves out, and its place is one with what is stored", async () => {
      const id = await createWarehouse(dispatcher, { ...WAREHOUSE, external_id: "N-2" });
      const before = await warehouse(id);
      const change = (fields: object) =>
        performAction(RESOURCE_ACTIONS, dispatcher, "warehouse.update", { id, ...fields });
      await change({ title: "Renamed" });
      expect(await warehouse(id)).toMatchObject({ ...before, title: "Renamed", updated_at: expect.any(String) });
      await change({ lat: 48.2082, lng: 16.3738 });
      expect(await warehouse(id)).toMatchObject({
        address: "Street 1",
        time_zone: "Europe/Vienna",
        country_code: "AT",
      });
      await change({ lat: 48.3 });
      expect(await warehouse(id)).toMatchObject({ lat: 48.3, lng: 16.3738, title: "Renamed" });
      expect(await faults(change({ lng: null }))).toEqual({ lng: "Please enter a valid address of warehouse" });
      await database().db("warehouses").where({ id }).update({ lat: 0 });
      expect(await faults(change({ lng: 9.5 }))).toEqual({ lat: "Please enter a valid address of warehouse" });
      await removeWarehouse(dispatcher, id);
    });

    it("stores the place rounded, and finds the clock from it", async () => {
      const bent = await createWarehouse(dispatcher, { ...WAREHOUSE, lat: "-91", lng: "180.5", external_id: "" });
      expect(await warehouse(bent)).toMatchObject({ lat: -90, lng: 180 });
      await removeWarehouse(dispatcher, bent);
      const id = await createWarehouse(dispatcher, { ...WAREHOUSE, lat: "47.14123456" });
      expect(await warehouse(id)).toMatchObject({
        title: "North",
        lat: 47.141235,
        lng: 9.5215,
        country_code: "LI",
        time_zone: "Europe/Vaduz",
        external_id: "N-1",
        status: 1,
        company_id: company.companyId,
      });
      await editWarehouse(dispatcher, id, {
        ...WAREHOUSE,
        lat: "40.71",
        lng: "-74.01",
        time_zone: "Europe/Vaduz",
        country_code: "US",
      });
      expect(await warehouse(id)).toMatchObject({ lat: 40.71, time_zone: "America/New_York" });
      await editWarehouse(dispatcher, id, {
        ...WAREHOUSE,
        lat: "40.71",
        lng: "-74.01",
        time_zone: "America/Chicago",
        country_code: "US",
      });
      expect(await warehouse(id)).toMatchObject({ time_zone: "America/Chicago" });
      await removeWarehouse(dispatcher, id);
    });

    it("names the field at fault and stores nothing", async () => {
      const before = await database().db("warehouses").where({ company_id: company.companyId });
      expect(await faults(createWarehouse(dispatcher, { ...WAREHOUSE, title: " " }))).toEqual({
        title: "Title is required",
      });
      expect(await faults(editWarehouse(dispatcher, company.warehouseId, { ...WAREHOUSE, title: " " }))).toEqual({
        title: "Please enter a title",
      });
      expect(await faults(createWarehouse(dispatcher, { ...WAREHOUSE, lat: "91", lng: "east" }))).toEqual({
        lng: "Longitude must be a number, not “east”",
      });
      expect(await faults(createWarehouse(dispatcher, { ...WAREHOUSE, lat: "0", lng: "9" }))).toEqual({
        lat: "Please enter a valid address of warehouse",
      });
      expect(await faults(createWarehouse(dispatcher, { ...WAREHOUSE, time_zone: "Mars/Olympus" }))).toEqual({
        time_zone: "Time zone is not correct",
      });
      expect(await faults(createWarehouse(dispatcher, { ...WAREHOUSE, address: "x".repeat(256) }))).toEqual({
        address: "Address should be less then 255",
      });
      expect(await database().db("warehouses").where({ company_id: company.companyId })).toEqual(before);
    });

    it("refuses an external id twice, naming it", async () => {
      const id = await createWarehouse(dispatcher, { ...WAREHOUSE, external_id: "TWICE" });
      await expect(createWarehouse(dispatcher, { ...WAREHOUSE, external_id: "TWICE" })).rejects.toMatchObject({
        status: 409,
        field: "external_id",
        message: "Value TWICE already exists!",
      });
      await removeWarehouse(dispatcher, id);
    });

    it("keeps a warehouse that plans or vehicles need, and says which", async () => {
      await expect(removeWarehouse(dispatcher, company.warehouseId)).rejects.toMatchObject({
        status: 409,
        code: "warehouse.in_use",
        message:
          "Depot is used by plans (Plan) and vehicles (Van). " +
          "Give them another warehouse first, or make this one inactive.",
      });
      const id = await createWarehouse(dispatcher, { ...WAREHOUSE, external_id: "" });
      expect(await removeWarehouse(dispatcher, id)).toBe("North");
      expect((await warehouse(id))?.deleted_at).not.toBeNull();
    });

    it("lets visits that wait for a plan of a removed warehouse go to any other", async () => {
      const id = await createWarehouse(dispatcher, { ...WAREHOUSE, external_id: "" });
      const db = database().db;
      const waiting = await createVisit(db, company.companyId, { warehouse_id: id });
      const elsewhere = await createVisit(db, company.companyId, { warehouse_id: company.warehouseId });
      await removeWarehouse(dispatcher, id);
      const warehouseOf = async (visitId: number) =>
        (await db("routing_visits").where({ id: visitId }).first())?.warehouse_id;
      expect(await warehouseOf(waiting)).toBeNull();
      expect(await warehouseOf(elsewhere)).toBe(company.warehouseId);
    });

    it("knows no warehouse of another company, and lets no driver in", async () => {
      await expect(editWarehouse(dispatcher, other.warehouseId, WAREHOUSE)).rejects.toMatchObject({ status: 404 });
      await expect(removeWarehouse(dispatcher, other.warehouseId)).rejects.toMatchObject({ status: 404 });
      await expect(createWarehouse(driver, WAREHOUSE)).rejects.toMatchObject({ status: 403 });
      const page = await loadWarehousesPage(dispatcher, list(`?dialog=edit-warehouse&id=${other.warehouseId}`));
      expect(page.item).toBeNull();
      expect(page.list.rows.map((row) => row.id)).not.toContain(other.warehouseId);
      await expect(loadWarehousesPage(driver, list())).rejects.toMatchObject({ status: 403 });
    });
  });

  // @spec PC-3.66 PC-3.17
  it("lists warehouses by country and status", async () => {
    const own = await createCompany(database().db);
    const session = sessionOf(own, { isDispatcher: true }, own.ownerId);
    const vienna = await createWarehouse(session, {
      ...WAREHOUSE,
      title: "Vienna",
      country_code: "AT",
      external_id: "",
    });
    const closed = await createWarehouse(session, {
      ...WAREHOUSE,
      title: "Closed",
      country_code: "AT",
      external_id: "",
      status: "0",
    });
    const countries = (await loadWarehousesPage(session, list())).filterCountries;
    expect(countries.map(({ title }) => title)).toEqual(["Austria", "Liechtenstein"]);
    const ids = async (query: string) =>
      (await loadWarehousesPage(session, list(query))).list.rows.map((row) => row.id).sort((a, b) => a - b);
    expect(await ids(`?country=${countries[0]!.id}`)).toEqual([vienna, closed]);
    expect(await ids(`?country=${countries[0]!.id}&status=1`)).toEqual([vienna]);
    expect(await ids(`?country=${countries[1]!.id}`)).toEqual([own.warehouseId]);
    expect(await ids("?country=x")).toEqual([own.warehouseId, vienna, closed]);
    expect((await loadWarehousesPage(session, list("?country=99999"))).list).toMatchObject({
      rows: [],
      narrowed: true,
    });
  });
});
