import { beforeAll, describe, expect, it } from "vitest";
import type { CompanySession } from "~/auth/session.server";
import { removeVehicle } from "~/features/resources/commands/remove-vehicle.server";
import { toggleVehicle } from "~/features/resources/commands/save-vehicle.server";
import { RESOURCE_ACTIONS } from "~/features/resources/actions.server";
import { loadVehiclesPage } from "~/features/resources/queries/vehicles-page.server";
import { IMPERIAL } from "~/domain/units";
import { createMember, createWarehouse } from "../../factories/company";
import type { TestCompany } from "../../factories/company";
import { databases } from "../../helpers/databases";
import { submit } from "../../helpers/forms";
import { sessionOf } from "../../helpers/sessions";
import { createVehicle, editVehicle, editVehicleFields, faults, useResources, VEHICLE } from "./resources-world";

describe.each(databases())("resources on %s", (kind) => {
  const resources = useResources(kind);
  const { database, warehouse, vehicle } = resources;
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

  describe("vehicles", () => {
    it("refuses a field that somebody else has saved since it was seen; other fields pass", async () => {
      const id = await createVehicle(dispatcher, { ...VEHICLE, plate: "FL 77" });
      await editVehicleFields(dispatcher, id, { max_load: "900" }, { max_load: "800" });
      await expect(editVehicleFields(dispatcher, id, { max_load: "700" }, { max_load: "800" })).rejects.toMatchObject({
        status: 409,
        field: "max_load",
        message: "“Load” was changed to “900 kg” in the meantime.",
      });
      await editVehicleFields(dispatcher, id, { overtime: "45" }, { overtime: "" });
      expect(await vehicle(id)).toMatchObject({ max_load: 900, overtime: 45 });
      await editVehicleFields(dispatcher, id, { max_load: "700" }, { max_load: "900" });
      expect(await vehicle(id)).toMatchObject({ max_load: 700 });
    });

    it("refuses each of its fields in the same words as the whole form, in the reader's units", async () => {
      const id = await createVehicle(dispatcher, { ...VEHICLE, plate: "FL 78", cost_per_km: "1", driver_id: "" });
      const miles: CompanySession = { ...dispatcher, units: IMPERIAL };
      await editVehicleFields(dispatcher, id, { cost_per_km: "2", driver_id: String(company.driverId), speed: "90" });
      const seen = { cost_per_km: "1.61", driver_id: "", speed: "110" };
      const told = [
        [{ cost_per_km: "3" }, "“Cost per mi” was changed to “€3.22”"],
        [{ speed: "120" }, "“Speed” was changed to “90%”"],
        [{ cost_per_km: "3", speed: "120" }, "“Speed” was changed to “90%”"],
      ] as const;
      for (const [fields, words] of told) {
        const refused = { code: "vehicle.changed", status: 409, message: `${words} in the meantime.` };
        await expect(editVehicleFields(miles, id, fields, seen)).rejects.toMatchObject(refused);
        await expect(
          submit(RESOURCE_ACTIONS["vehicle.update"], miles, { ...fields, id: String(id), seen: JSON.stringify(seen) }),
        ).rejects.toMatchObject(refused);
      }
      const free = { name: "Fritz", is_courier: 1, status: 1 } as const;
      const driverId = await createMember(database().db, company.companyId, free);
      await expect(editVehicleFields(miles, id, { driver_id: String(driverId) }, seen)).rejects.toMatchObject({
        message: "“Driver” was changed to “Dora Driver” in the meantime.",
      });
      await editVehicleFields(miles, id, { speed: "90", cost_per_hour: "7" }, { speed: "110", cost_per_hour: "" });
      expect(await vehicle(id)).toMatchObject({ cost_per_km: 2, cost_per_hour: 7, speed_factor: 0.9 });
    });

    it("saves single fields and leaves the others as somebody else has set them", async () => {
      const id = await createVehicle(dispatcher, {
        ...VEHICLE,
        driver_id: String(company.driverId),
        break_start: "11:00",
        break_end: "12:00",
        break_duration: "30",
      });
      await editVehicleFields(dispatcher, id, { title: "Van 8" });
      await editVehicleFields(dispatcher, id, { speed: "90", status: "0" });
      expect(await vehicle(id)).toMatchObject({
        title: "Van 8",
        speed_factor: 0.9,
        status: 0,
        plate: "FL 7",
        capacity: 6.5,
        max_load: 800,
        max_distance: 250,
        driver_id: company.driverId,
        work_hour_start: "07:00",
        work_hour_end: "17:30",
        break_start: "11:00",
        break_duration: 30,
      });
      await editVehicleFields(dispatcher, id, { max_distance: "", driver_id: "", new_warehouse_title: "Nowhere" });
      expect(await vehicle(id)).toMatchObject({ max_distance: 0, driver_id: null, warehouse_id: null });
      expect(await faults(editVehicle(dispatcher, id, { ...VEHICLE, title: " " }))).toEqual({
        title: "Please enter a title",
      });
      expect(await faults(editVehicleFields(dispatcher, id, { title: " " }))).toEqual({
        title: "Please enter a title",
      });
      const crossed = async (fields: Record<string, string>, field: string, message: string) =>
        expect(editVehicleFields(dispatcher, id, fields)).rejects.toMatchObject({ status: 422, field, message });
      const early = "End time must be greater than start time";
      const late = "Start time must be less than end time";
      await crossed({ work_hour_start: "19:00" }, "work_hour_start", late);
      await crossed({ work_hour_end: "06:00" }, "work_hour_end", early);
      await crossed({ work_hour_start: "07:00", work_hour_end: "06:00" }, "work_hour_end", early);
      await crossed({ break_start: "12:30" }, "break_start", late);
      await crossed({ break_end: "10:00" }, "break_end", early);
      // The company's hours stand in for those that a new vehicle leaves out.
      const short = { ...VEHICLE, work_hour_start: "", work_hour_end: "07:00" };
      await expect(createVehicle(dispatcher, short)).rejects.toMatchObject({ status: 422, field: "work_hour_end" });
      await editVehicleFields(dispatcher, id, { type: "truck", weight: "12" });
      await editVehicleFields(dispatcher, id, { type: "auto" });
      expect(await vehicle(id)).toMatchObject({ title: "Van 8", type: "auto", weight: null });
      await expect(editVehicleFields(driver, id, { title: "Mine" })).rejects.toMatchObject({ status: 403 });
      await expect(
        editVehicleFields(sessionOf(other, { isOwner: true }, other.ownerId), id, { title: "Mine" }),
      ).rejects.toMatchObject({ status: 404 });
      await removeVehicle(dispatcher, id);
    });

    // @spec PC-3.05 PC-3.06 PC-3.03 PC-4.001
    it("stores every field, with units and defaults", async () => {
      const texts = ["plate", "driver_id", "warehouse_id", "capacity", "work_hour_start", "work_hour_end"];
      const more = ["break_start", "break_end", "break_duration", "park_location_lat", "park_location_lng"];
      const emptied = Object.fromEntries([...texts, ...more].map((name) => [name, ""]));
      const id = await createVehicle(dispatcher, {
        ...VEHICLE,
        type: "truck",
        driver_id: String(company.driverId),
        warehouse_id: String(company.warehouseId),
        width: "2.1",
        height: "3",
        weight: "7.5",
        overtime: "30",
        break_start: "12:00",
        break_end: "14:00",
        break_duration: "30",
        park_location_address: "Yard",
        park_location_lat: "47.2",
        park_location_lng: "9.5",
      });
      expect(await vehicle(id)).toMatchObject({
        title: "Van 7",
        plate: "FL 7",
        type: "truck",
        status: 1,
        speed_factor: 1.1,
        max_distance: 250,
        capacity: 6.5,
        max_load: 800,
        max_quantity: 40,
        work_hour_start: "07:00",
        work_hour_end: "17:30",
        driver_id: company.driverId,
        warehouse_id: company.warehouseId,
        width: 2.1,
        height: 3,
        weight: 7.5,
        overtime: 30,
        break_start: "12:00",
        break_end: "14:00",
        break_duration: 30,
        park_location_address: "Yard",
        park_location_lat: 47.2,
        park_location_lng: 9.5,
      });
      await editVehicle(dispatcher, id, { title: "Bare", weight: "8" });
      expect(await vehicle(id)).toMatchObject({ title: "Bare", weight: 8, capacity: 6.5, driver_id: company.driverId });
      await editVehicle(dispatcher, id, { ...emptied, title: "Bare", type: "auto", speed: "100", weight: "7" });
      expect(await vehicle(id)).toMatchObject({
        title: "Bare",
        type: "auto",
        weight: null,
        capacity: 0,
        driver_id: null,
        warehouse_id: null,
        work_hour_start: "08:00",
        work_hour_end: "18:00",
        break_start: null,
        park_location_lat: null,
      });
      expect(await toggleVehicle(dispatcher, id)).toBe(0);
      expect((await vehicle(id))?.status).toBe(0);
      const presses = await Promise.all(Array.from({ length: 6 }, () => toggleVehicle(dispatcher, id)));
      expect(presses.sort()).toEqual([0, 0, 0, 1, 1, 1]);
      expect(await removeVehicle(dispatcher, id)).toBe("Bare");
      expect((await vehicle(id))?.deleted_at).not.toBeNull();
    });

    // @spec PC-3.06
    it("gives empty hours the company's default, and refuses a half that doesn't fit it", async () => {
      await database()
        .db("companies")
        .where({ id: company.companyId })
        .update({ default_vehicle_start_hour: "06:30", default_vehicle_end_hour: "14:30" });
      const id = await createVehicle(dispatcher, { title: "Early", speed: "100" });
      expect(await vehicle(id)).toMatchObject({ work_hour_start: "06:30", work_hour_end: "14:30" });
      await expect(
        editVehicleFields(dispatcher, id, { work_hour_start: "15:00", work_hour_end: "" }),
      ).rejects.toMatchObject({ field: "work_hour_start", message: "Start time must be less than end time" });
      expect(await vehicle(id)).toMatchObject({ work_hour_start: "06:30" });
      await database()
        .db("companies")
        .where({ id: company.companyId })
        .update({ default_vehicle_start_hour: "08:00", default_vehicle_end_hour: "18:00" });
      await removeVehicle(dispatcher, id);
    });

    // @spec PC-3.66 PC-3.03
    it("lists by status", async () => {
      const id = await createVehicle(dispatcher, { ...VEHICLE, title: "Resting", status: "0" });
      const idsOf = async (query: string) =>
        (await loadVehiclesPage(dispatcher, list(query))).list.rows.map((row) => row.id);
      expect(await idsOf("?status=0")).toEqual([id]);
      expect(await idsOf("?status=1")).not.toContain(id);
      expect(await idsOf("?status=2")).toContain(id);
      expect((await loadVehiclesPage(dispatcher, list("?status=0"))).list.narrowed).toBe(true);
      await removeVehicle(dispatcher, id);
    });

    // @spec PC-2.48
    it("makes the warehouse that its form describes, or neither", async () => {
      const withWarehouse = {
        ...VEHICLE,
        new_warehouse_title: "Brand new",
        new_warehouse_lat: "47.2",
        new_warehouse_lng: "9.6",
      };
      const id = await createVehicle(dispatcher, withWarehouse);
      expect(await warehouse((await vehicle(id))?.warehouse_id ?? 0)).toMatchObject({
        title: "Brand new",
        time_zone: "Europe/Vienna",
        country_code: "AT",
      });
      await expect(
        createVehicle(dispatcher, {
          ...withWarehouse,
          new_warehouse_title: "Never",
          driver_id: String(other.driverId),
        }),
      ).rejects.toMatchObject({ status: 404, field: "driver_id" });
      expect(await database().db("warehouses").where({ title: "Never" })).toEqual([]);
      await removeVehicle(dispatcher, id);
    });

    // @spec PC-5.34
    it.each([
      ["a negative capacity", { capacity: "-1" }, { capacity: "Capacity must not be negative" }],
      ["text as load", { max_load: "some" }, { max_load: "Load must be a number, not “some”" }],
      ["part of a visit", { max_quantity: "1.5" }, { max_quantity: "Visits max must be a whole number" }],
      ["five digits of distance", { max_distance: "10000" }, { max_distance: "Max distance must be at most 9999" }],
      ["too fast", { speed: "160" }, { speed: "Speed must be at most 150" }],
      ["no title", { title: "" }, { title: "Title is required" }],
      [
        "a day that ends before it begins",
        { work_hour_start: "18:00", work_hour_end: "08:00" },
        { work_hour_end: "End time must be greater than start time" },
      ],
      [
        "a break that ends before it begins",
        { break_start: "14:00", break_end: "12:00" },
        { break_end: "End time must be greater than start time" },
      ],
      [
        "half a parking place",
        { park_location_lat: "47" },
        { park_location_lng: "Park Location needs both latitude and longitude" },
      ],
      ["an unknown type", { type: "bike" }, { type: "Type is not correct" }],
      [
        "a place without meaning",
        { new_warehouse_title: "X", new_warehouse_lat: "47" },
        { new_warehouse_lng: "Please enter a valid address of warehouse" },
      ],
    ])("refuses %s by the field's name", async (_, wrong, expected) => {
      const before = await database().db("vehicles").where({ company_id: company.companyId });
      expect(await faults(createVehicle(dispatcher, { ...VEHICLE, ...wrong }))).toEqual(expected);
      expect(await database().db("vehicles").where({ company_id: company.companyId })).toEqual(before);
    });

    it("takes only active warehouses, and keeps the one that it has", async () => {
      const { companyId } = company;
      const ended = await createWarehouse(database().db, companyId, { title: "Closed" });
      const id = await createVehicle(dispatcher, { ...VEHICLE, warehouse_id: String(ended) });
      await database().db("warehouses").where({ id: ended }).update({ status: 0 });
      await editVehicle(dispatcher, id, { warehouse_id: String(ended), title: "Van 9" });
      expect(await vehicle(id)).toMatchObject({ title: "Van 9", warehouse_id: ended });
      const refusal = { field: "warehouse_id", message: "Closed is inactive. Choose another warehouse." };
      await expect(createVehicle(dispatcher, { ...VEHICLE, warehouse_id: String(ended) })).rejects.toMatchObject(
        refusal,
      );
      await editVehicle(dispatcher, id, { warehouse_id: "" });
      await expect(editVehicle(dispatcher, id, { warehouse_id: String(ended) })).rejects.toMatchObject(refusal);
    });

    it("takes only active drivers of the company", async () => {
      const clerk = await createMember(database().db, company.companyId, { is_dispatcher: 1 });
      await expect(createVehicle(dispatcher, { ...VEHICLE, driver_id: String(clerk) })).rejects.toMatchObject({
        field: "driver_id",
        code: "vehicle.no_driver",
      });
      await expect(
        createVehicle(dispatcher, { ...VEHICLE, warehouse_id: String(other.warehouseId) }),
      ).rejects.toMatchObject({ status: 404, field: "warehouse_id" });
    });

    it("keeps a vehicle that has routes to drive", async () => {
      await expect(removeVehicle(dispatcher, company.vehicleId)).rejects.toMatchObject({
        status: 409,
        message: "Van still has routes to drive in Plan. Remove it from these plans first, or make it inactive.",
      });
      await database().db("routing_routes").where({ id: company.routeId }).update({ status: 5 });
      expect(await removeVehicle(dispatcher, company.vehicleId)).toBe("Van");
    });

    it("knows no vehicle of another company, and lets no driver in", async () => {
      await expect(editVehicle(dispatcher, other.vehicleId, VEHICLE)).rejects.toMatchObject({ status: 404 });
      await expect(toggleVehicle(dispatcher, other.vehicleId)).rejects.toMatchObject({ status: 404 });
      await expect(removeVehicle(dispatcher, other.vehicleId)).rejects.toMatchObject({ status: 404 });
      await expect(createVehicle(driver, VEHICLE)).rejects.toMatchObject({ status: 403 });
      expect((await loadVehiclesPage(dispatcher, list(`?dialog=edit-vehicle&id=${other.vehicleId}`))).item).toBeNull();
    });

    it("lists page by page, remembers the size, and searches without regard to case", async () => {
      const titles = Array.from({ length: 32 }, (_, index) => `Listed ${String(index).padStart(2, "0")}`);
      const ids: number[] = [];
      for (const title of titles)
        ids.push(
          await createVehicle(dispatcher, { ...VEHICLE, title, plate: "", warehouse_id: String(company.warehouseId) }),
        );
      const first = await loadVehiclesPage(dispatcher, list("?q=LISTED"));
      expect(first.list).toMatchObject({ total: 32, search: "LISTED", paging: { page: 1, size: 15 } });
      expect(first.list.rows.map((row) => row.title)).toEqual(titles.slice(0, 15));
      expect(first.list.rows[0]).toMatchObject({ warehouse: "Depot", driver: "No Driver", workHours: "07:00–17:30" });
      const remembered = new Request("http://localhost/platform/company/resources/vehicles?q=listed&page=99", {
        headers: { Cookie: "rows=25" },
      });
      const last = await loadVehiclesPage(dispatcher, remembered);
      expect(last.list.paging).toEqual({ page: 2, size: 25 });
      expect(last.list.rows).toHaveLength(7);
      expect((await loadVehiclesPage(dispatcher, list("?q=100%25"))).list.total).toBe(0);
      for (const id of ids) await removeVehicle(dispatcher, id);
    });
  });
});
