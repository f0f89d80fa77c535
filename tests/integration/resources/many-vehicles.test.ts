import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { openSession } from "~/auth/session.server";
import { getUserAcrossCompanies } from "~/db/repositories/users.server";
import type { VehicleRow } from "~/db/tables";
import { undoPlanChange } from "~/features/planning/commands/undo-plan-change.server";
import { changeVehicles } from "~/features/resources/commands/change-vehicles.server";
import { removeVehicles } from "~/features/resources/commands/remove-vehicle.server";
import { loadVehiclesPage } from "~/features/resources/queries/vehicles-page.server";
import { RESOURCE_ACTIONS, VEHICLE_ACTIONS } from "~/features/resources/actions.server";
import { LIST_PAGE, pageAction } from "~/http/actions/page-action.server";
import { createVehicle } from "../../factories/company";
import { databases, useTestDatabase } from "../../helpers/databases";
import { formInput, postForm } from "../../helpers/forms";
import type { Posted } from "../../helpers/forms";
import { createDesk, forgetWorld, listen, setWorld } from "../planning/desk";
import type { Desk } from "../planning/desk";

const vehiclesAction = pageAction(VEHICLE_ACTIONS, LIST_PAGE);
/** What the form of several vehicles says. */
function shared(fields: Posted) {
  const { ids: _ids, ...input } = formInput(RESOURCE_ACTIONS["vehicles.update"], { ids: "1", ...fields });
  return input;
}

describe.each(databases())("several vehicles on %s", (kind) => {
  const database = useTestDatabase(kind);
  const db = () => database().db;
  beforeEach(() => setWorld(db()));
  afterEach(forgetWorld);

  const vehicle = async (id: number): Promise<VehicleRow> =>
    (await db()("vehicles").where({ id }).first()) as VehicleRow;
  const onRoute = async (desk: Desk, routeId: number) => (await desk.route(routeId)).vehicle_id!;
  const all = (desk: Desk) => Promise.all([desk.first, desk.second, desk.empty].map((id) => onRoute(desk, id)));

  it("get the same values and keep what is left empty; their plan is timed and logged once", async () => {
    const desk = await createDesk(db());
    const ids = [...(await all(desk)), await createVehicle(db(), desk.companyId, { title: "Spare" })];
    await db()("vehicles").where({ id: ids[1]! }).update({ max_quantity: 7, type: "truck", weight: 12 });
    await changeVehicles(desk.dispatcher, { ids, fields: { speed: 150 } });
    await db()("plan_changes").where({ plan_id: desk.planId }).delete();
    const fast = await desk.visit(desk.c);
    const published = listen();
    await changeVehicles(
      desk.dispatcher,
      {
        ids,
        fields: shared({
          speed: "50",
          work_hour_end: "16:00",
          driver_id: "none",
          max_load: "0",
          cost_per_km: "0,5",
          overtime: " ",
          intent: "x",
        }),
      },
      "tab:1:t",
    );
    for (const id of ids)
      expect(await vehicle(id)).toMatchObject({
        speed_factor: 0.5,
        work_hour_end: "16:00",
        driver_id: null,
        max_load: 0,
        cost_per_km: 0.5,
        warehouse_id: id === desk.vehicleId ? desk.warehouseId : null,
      });
    expect(await vehicle(ids[1]!)).toMatchObject({
      title: "Second",
      max_quantity: 7,
      type: "truck",
      weight: 12,
      work_hour_start: "09:00",
    });
    expect((await desk.visit(desk.c)).arrival_time! > fast.arrival_time!).toBe(true);
    const changes = (await db()("plan_changes").where({ plan_id: desk.planId })) as {
      id: number;
      kind: string;
      about: string;
    }[];
    expect(changes.map((change) => change.kind)).toEqual(["vehicles.update"]);
    expect(
      (JSON.parse(changes[0]!.about) as { fields: { of: string; field: string }[] }).fields
        .filter(({ of }) => of === "vehicle")
        .map(({ field }) => field),
    ).toEqual(["driverId", "workHourEnd", "speedFactor", "costPerKm"]);
    await expect(
      undoPlanChange(desk.dispatcher, { planId: desk.planId, changeId: changes[0]!.id }),
    ).rejects.toMatchObject({
      message: "The change of vehicles can't be undone here. Set the old values in the vehicles themselves.",
    });
    expect(published.map(({ model, ids: which, except }) => [model, which, except])).toEqual([
      ["Vehicle", ids, "tab:1:t"],
      ["RoutingPlan", [desk.planId], "tab:1:t"],
    ]);
  });

  it("change all or none: the one that the values don't fit is named", async () => {
    const desk = await createDesk(db());
    const [first, second] = (await all(desk)) as [number, number];
    await db()("vehicles").where({ id: second }).update({ work_hour_end: "12:00" });
    const work = changeVehicles(desk.dispatcher, {
      ids: [first, second],
      fields: shared({ work_hour_start: "13:00" }),
    });
    await expect(work).rejects.toMatchObject({
      status: 422,
      field: "work_hour_start",
      message: "Second: Start time must be less than end time",
    });
    expect((await vehicle(first)).work_hour_start).toBe("09:00");
  });

  it("are removed, but for those that are still to be driven", async () => {
    const desk = await createDesk(db());
    const [driven] = (await all(desk)) as [number];
    const spare = await createVehicle(db(), desk.companyId, { title: "Spare" });
    await db()("routing_routes").where({ id: desk.second }).update({ status: 5 });
    const completed = await onRoute(desk, desk.second);
    const published = listen();
    expect(await removeVehicles(desk.dispatcher, [driven, spare, completed], "tab:1:t")).toEqual({
      done: 2,
      leftOut: [
        {
          name: "Van",
          why: "It still has routes to drive in Plan. Remove it from these plans first, or make it inactive.",
        },
      ],
    });
    expect([
      (await vehicle(driven)).deleted_at,
      (await vehicle(spare)).deleted_at === null,
      (await vehicle(completed)).deleted_at === null,
    ]).toEqual([null, false, false]);
    expect(published.map(({ model, action, ids, except }) => [model, action, ids, except])).toEqual([
      ["Vehicle", "destroy", [spare, completed], "tab:1:t"],
    ]);
  });

  it("know none of another company, give away none of its people and places, and let no driver in", async () => {
    const [desk, other] = [await createDesk(db()), await createDesk(db())];
    const spare = await createVehicle(db(), desk.companyId, { title: "Spare" });
    const before = await db()("vehicles").whereIn("company_id", [desk.companyId, other.companyId]).orderBy("id");
    const theirs = [spare, other.vehicleId];
    await expect(changeVehicles(desk.dispatcher, { ids: theirs, fields: { max_load: 9 } })).rejects.toMatchObject({
      status: 404,
    });
    await expect(removeVehicles(desk.dispatcher, theirs)).rejects.toMatchObject({ status: 404 });
    await expect(
      changeVehicles(desk.dispatcher, { ids: [spare], fields: { driver_id: other.driverId } }),
    ).rejects.toMatchObject({ status: 404, field: "driver_id" });
    await expect(
      changeVehicles(desk.dispatcher, { ids: [spare], fields: { warehouse_id: other.warehouseId } }),
    ).rejects.toMatchObject({ status: 404, field: "warehouse_id" });
    await expect(changeVehicles(desk.driver, { ids: [spare], fields: { max_load: 9 } })).rejects.toMatchObject({
      status: 403,
    });
    await expect(removeVehicles(desk.driver, [spare])).rejects.toMatchObject({ status: 403 });
    expect(await db()("vehicles").whereIn("company_id", [desk.companyId, other.companyId]).orderBy("id")).toEqual(
      before,
    );
    const page = await loadVehiclesPage(
      desk.dispatcher,
      new Request(
        "http://localhost/platform/company/resources/vehicles" +
          `?dialog=remove-vehicles&ids=${other.vehicleId}&ids=${spare}`,
      ),
    );
    expect(page.chosen).toEqual([{ id: spare, name: "Spare" }]);
  });

  it("are removed once by a form that comes twice; too many and none are refused", async () => {
    const desk = await createDesk(db());
    const spare = await createVehicle(db(), desk.companyId, { title: "Spare" });
    const forms = {
      companyId: desk.companyId,
      cookie: (await openSession(await getUserAcrossCompanies(db(), desk.ownerId), new Headers())).split(";")[0]!,
    };
    const post = (fields: Record<string, string>) =>
      postForm(
        (request) => vehiclesAction({ request, params: {} }),
        "company/resources/vehicles?dialog=remove-vehicles&ids=1",
        forms,
        fields,
      );
    const form = { intent: "vehicles.remove", ids: `${spare},${desk.vehicleId}`, submitId: "twice-0002" };
    const [first, second] = [await post(form), await post(form)];
    const answers = [await first.json(), await second.json()];
    expect(answers[0]).toMatchObject({
      ok: true,
      message: "The selection has been deleted!",
      detail: "1 vehicle removed.",
      data: { leftOut: [{ name: "Van" }] },
    });
    expect(answers[1]).toEqual(answers[0]);
    const refused = async (fields: Record<string, string>) =>
      ((await (await post(fields)).json()) as { message: string }).message;
    expect(await refused({ intent: "vehicles.update", ids: "", max_load: "1" })).toBe("Choose at least one vehicle");
    expect(
      await refused({ intent: "vehicles.remove", ids: Array.from({ length: 501 }, (_, index) => index + 1).join(",") }),
    ).toBe("Choose at most 500 vehicles at once");
    expect(await refused({ intent: "vehicles.update", ids: String(desk.vehicleId), max_load: " " })).toBe(
      "Fill in at least one field.",
    );
    expect(await refused({ intent: "vehicles.update", ids: String(desk.vehicleId), max_load: "some" })).toBe(
      "Load must be a number, not “some”",
    );
  });
});
