import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { requireCompany, openSession } from "~/auth/session.server";
import { updateCompany } from "~/db/repositories/companies.server";
import { getUserAcrossCompanies, updateUser } from "~/db/repositories/users.server";
import { loadDriverHome } from "~/features/driver/queries/driver-home.server";
import { PROFILE_ACTIONS } from "~/features/profile/actions.server";
import { loadOwnProfile } from "~/features/profile/queries/profile-page.server";
import { VEHICLE_ACTIONS } from "~/features/resources/actions.server";
import { LIST_PAGE, pageAction } from "~/http/actions/page-action.server";
import { performAction } from "~/http/actions/perform-action.server";
import { VEHICLE_LIMITS } from "~/domain/vehicle/vehicle-limits";
import { IMPERIAL, METRIC } from "~/domain/units";
import { fieldText, storedFieldName, unitsSent } from "~/domain/unit-fields";
import { databases, useTestDatabase } from "../../helpers/databases";
import { postForm, submit } from "../../helpers/forms";
import type { Posted } from "../../helpers/forms";
import { at, createDesk, forgetWorld, setWorld } from "../planning/desk";
import type { Desk } from "../planning/desk";

describe.each(databases())("units of a person on %s", (kind) => {
  const database = useTestDatabase(kind);
  const db = () => database().db;
  let desk: Desk;
  let cookie: string;

  const dispatcher = () =>
    requireCompany(new Request("http://localhost/platform/planning", { headers: { Cookie: cookie } }));
  const countryOf = async (code: string) => (await db()("countries").where({ code }).first("id"))!.id as number;

  beforeEach(async () => {
    desk = await createDesk(db(), { routeStatus: 4 });
    setWorld(db());
    await updateUser(db(), desk.ownerId, { country_id: null }, at("06:00"));
    cookie = (await openSession(await getUserAcrossCompanies(db(), desk.ownerId), new Headers())).split(";")[0]!;
  });
  afterEach(forgetWorld);

  // @spec AA-3.10
  it("are those of their country, else of the company's, and those that they choose", async () => {
    const units = async () => (await dispatcher()).units;
    const choose = async (unit_system_id: string) =>
      performAction(PROFILE_ACTIONS, await dispatcher(), "profile.preferences", { unit_system_id });
    await updateCompany(db(), desk.companyId, { country_id: await countryOf("US") }, at("06:00"));
    expect(await units()).toEqual(IMPERIAL);
    await updateUser(db(), desk.ownerId, { country_id: await countryOf("GB") }, at("06:00"));
    expect(await units()).toEqual({ distance: "mi", weight: "kg" });
    expect((await loadOwnProfile(await dispatcher())).preferences).toMatchObject({
      unitSystem: "",
      countryUnits: "mi, kg",
    });
    await choose("metric");
    expect(await units()).toEqual(METRIC);
    await choose("imperial");
    expect(await units()).toEqual(IMPERIAL);
    await choose("");
    expect(await units()).toEqual({ distance: "mi", weight: "kg" });
  });

  it("are on the driver's pages", async () => {
    await db()("routing_routes").where({ id: desk.first }).update({ distance: 16_093 });
    const distances = async (units: typeof METRIC) =>
      (await loadDriverHome({ ...desk.driver, units })).days.flatMap(({ routes }) => routes.map((one) => one.distance));
    expect(await distances(METRIC)).toContain("16.1 km");
    expect(await distances(IMPERIAL)).toContain("10.0 mi");
  });

  it("are those of the form that shows them; stored values are metric, and stay when untouched", async () => {
    const save = async (fields: Posted) => {
      const form = { id: desk.vehicleId, ...fields, ...unitsSent(IMPERIAL) };
      await submit(VEHICLE_ACTIONS["vehicle.update_fields"], await dispatcher(), form);
      return db()("vehicles").where({ id: desk.vehicleId }).first("max_load", "max_distance", "cost_per_km");
    };
    const stored = await save({ max_load: "1000", max_distance: "100", cost_per_km: "2" });
    expect(stored).toEqual({ max_load: 453.59237, max_distance: 160.9344, cost_per_km: 1.242742 });
    await db()("vehicles").where({ id: desk.vehicleId }).update({ max_load: 1234.567_89 });
    const untouched = { max_load: "2721.76", [storedFieldName("max_load")]: "1234.56789" };
    expect(await save(untouched)).toEqual({ ...stored, max_load: 1234.567_89 });
    await expect(save({ max_load: "heavy" })).rejects.toThrow("Load");
  });

  describe("of a form whose page was made before they were changed", () => {
    const choose = async (unit_system_id: string) =>
      performAction(PROFILE_ACTIONS, await dispatcher(), "profile.preferences", { unit_system_id });
    const post = async (fields: Record<string, string>) => {
      const answer = await postForm(
        (request) =>
          pageAction<{ stored: Record<string, string> }>(VEHICLE_ACTIONS, LIST_PAGE)({ request, params: {} }),
        "company/resources/vehicles?dialog=edit-vehicle",
        { companyId: desk.companyId, cookie },
        { intent: "vehicle.update_fields", id: String(desk.vehicleId), ...fields },
      );
      return answer.json();
    };

    it.each([
      ["imperial", IMPERIAL, { max_distance: "62.14" }, "72 mi"],
      ["metric", METRIC, { max_distance: "100" }, "115.9 km"],
    ] as const)("are what it compares in and is answered in: %s", async (made, units, seen, changed) => {
      await db()("vehicles").where({ id: desk.vehicleId }).update({ max_distance: 100, max_load: 50 });
      await choose(made === "metric" ? "imperial" : "metric");
      const form = { ...unitsSent(units), seen: JSON.stringify(seen) };
      const saved = await post({ ...form, max_distance: "72" });
      expect(saved).toMatchObject({ ok: true, data: { stored: { max_distance: "72" } } });
      // What a colleague has stored is told in the same units.
      await db()("vehicles").where({ id: desk.vehicleId }).update({ max_distance: 115.872768 });
      expect(await post({ ...form, max_distance: "90" })).toMatchObject({
        ok: false,
        fieldErrors: { max_distance: `“Max distance” was changed to “${changed}” in the meantime.` },
      });
    });

    it("are in what a refused field is called, and in its limit", async () => {
      const refused = async (units: typeof METRIC, fields: Record<string, string>) =>
        (await post({ ...unitsSent(units), seen: "{}", ...fields })) as { fieldErrors: Record<string, string> };
      const fields = { cost_per_km: "dear", max_distance: "9999999" };
      const limit = VEHICLE_LIMITS.maxDistance;
      expect((await refused(METRIC, fields)).fieldErrors).toEqual({
        cost_per_km: "Cost per km must be a number, not “dear”",
        max_distance: `Max distance must be at most ${limit}`,
      });
      expect((await refused(IMPERIAL, fields)).fieldErrors).toEqual({
        cost_per_km: "Cost per mi must be a number, not “dear”",
        max_distance: `Max distance must be at most ${fieldText("max_distance", limit, IMPERIAL)}`,
      });
      expect((await refused(IMPERIAL, { cost_per_km: "-1" })).fieldErrors.cost_per_km).toBe(
        "Cost per mi must not be negative",
      );
    });
  });
});
