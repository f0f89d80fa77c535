import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { withTransaction } from "~/db/transaction.server";
import type { RoutingRouteRow } from "~/db/tables";
import { startLeftRetimes } from "~/features/calculations/run/left-retimes.server";
import { changeVehicles } from "~/features/resources/commands/change-vehicles.server";
import { editVehicle, editVehicleFields } from "~/features/resources/commands/save-vehicle.server";
import { editWarehouse } from "~/features/resources/commands/save-warehouse.server";
import { authorOf } from "~/planner/author.server";
import { retimeLeft } from "~/planner/retime-after.server";
import { setVehicle } from "~/planner/set-vehicle.server";
import { recordChanges } from "../../helpers/live";
import { databases, useTestDatabase } from "../../helpers/databases";
import { failingQueries } from "../../helpers/failing-queries";
import { NOW } from "../../factories/company";
import { at, createDesk, forgetWorld, setWorld } from "./desk";
import type { Desk } from "./desk";

/** The minute in which whoever made the change does it is over. */
const LATER = at("06:02");

describe.each(databases())("routes whose times were left behind on %s", (kind) => {
  const database = useTestDatabase(kind);
  const db = () => database().db;
  let desk: Desk;
  let other: Desk;
  let vehicleId: number;
  beforeEach(async () => {
    // Every test has its own database's rows: what another has left would be taken up, too.
    await db()("routing_routes").update({ retime: null });
    setWorld(db());
    [desk, other] = [await createDesk(db()), await createDesk(db())];
    vehicleId = (await desk.route(desk.first)).vehicle_id!;
  });
  afterEach(() => {
    vi.restoreAllMocks();
    forgetWorld();
  });

  const all = async (of: Desk): Promise<unknown[]> => [
    await db()("routing_plans").where({ company_id: of.companyId }),
    await db()("routing_routes").where({ company_id: of.companyId }).orderBy("id"),
    await db()("routing_visits").where({ company_id: of.companyId }).orderBy("id"),
    await db()("plan_changes").where({ company_id: of.companyId }).orderBy("id"),
  ];
  const logged = () => db()("plan_changes").where({ company_id: desk.companyId }).select("kind", "user_id");
  const marks = async (): Promise<Record<number, RoutingRouteRow["retime"]>> => {
    const routes = await db()("routing_routes").where({ company_id: desk.companyId });
    return Object.fromEntries(routes.map(({ id, retime }) => [id, retime]));
  };

  /** The process ends between the commit and what follows it. */
  const dying = async (change: () => Promise<unknown>): Promise<void> => {
    recordChanges(() => {
      throw new Error("dead");
    });
    await expect(change()).rejects.toThrow("dead");
    recordChanges(() => undefined);
  };

  it("because the database was too busy follow after a minute, once, and nobody else's rows change", async () => {
    vi.spyOn(console, "error").mockImplementation(() => undefined);
    const works = failingQueries(db(), /^insert into .plan_changes./);
    await editVehicleFields(desk.dispatcher, vehicleId, { speed: 50 });
    works();
    expect(await marks()).toEqual({ [desk.first]: 2, [desk.second]: null, [desk.empty]: null });
    const [before, others] = [await desk.visit(desk.b), await all(other)];

    await retimeLeft();
    expect(await desk.visit(desk.b), "whoever made the change may still do it").toEqual(before);
    setWorld(db(), LATER);
    await Promise.all([retimeLeft(), retimeLeft()]);
    expect((await desk.visit(desk.b)).travel_duration).not.toBe(before.travel_duration);
    expect(await marks()).toEqual({ [desk.first]: null, [desk.second]: null, [desk.empty]: null });
    expect(await logged()).toEqual([{ kind: "routes.retime", user_id: null }]);

    const done = await all(desk);
    await retimeLeft();
    expect(await all(desk)).toEqual(done);
    expect(await all(other)).toEqual(others);
  });

  it("because the process ended follow with the next one", async () => {
    await dying(() => editVehicleFields(desk.dispatcher, vehicleId, { speed: 50 }));
    const before = await desk.visit(desk.b);
    expect(await marks()).toMatchObject({ [desk.first]: 2 });
    setWorld(db(), LATER);
    vi.useFakeTimers();
    const rounds = startLeftRetimes();
    vi.advanceTimersByTime(10_000);
    vi.useRealTimers();
    await rounds.stop();
    expect((await desk.visit(desk.b)).travel_duration).not.toBe(before.travel_duration);
    expect(await marks()).toMatchObject({ [desk.first]: null });
  });

  it("are marked with every change that they follow, and only as deep as it goes", async () => {
    const second = (await desk.route(desk.second)).vehicle_id!;
    const { dispatcher, warehouseId } = desk;
    const none = { new_warehouse_title: "", new_warehouse_lat: null, new_warehouse_lng: null };
    const untouched = { [desk.first]: null, [desk.second]: null, [desk.empty]: null };
    const changes: [() => Promise<unknown>, Record<number, number>][] = [
      [() => editVehicleFields(dispatcher, vehicleId, { title: "Another" }), {}],
      [() => editVehicleFields(dispatcher, vehicleId, { max_load: 3 }), { [desk.first]: 1 }],
      [() => editVehicle(dispatcher, vehicleId, { max_load: 5, ...none }), { [desk.first]: 1 }],
      [
        () => changeVehicles(dispatcher, { ids: [vehicleId, second], fields: { speed: 50 } }),
        { [desk.first]: 2, [desk.second]: 2 },
      ],
      [
        () => editWarehouse(dispatcher, warehouseId, { lat: 47.2, lng: 9.6 }),
        { [desk.first]: 2, [desk.second]: 2, [desk.empty]: 2 },
      ],
    ];
    for (const [change, expected] of changes) {
      await db()("routing_routes").where({ company_id: desk.companyId }).update({ retime: null });
      await dying(change);
      expect(await marks()).toEqual({ ...untouched, ...expected });
    }
    await db()("routing_routes").where({ company_id: desk.companyId }).update({ retime: null });
    await withTransaction(db(), (trx) =>
      setVehicle(trx, authorOf(dispatcher), { id: second, set: { maxLoad: 9 } }, NOW, undefined),
    );
    expect(await marks()).toEqual({ ...untouched, [desk.second]: 1 });
  });

  it("are measured anew by a later change of the rules alone, where legs were left, too", async () => {
    await dying(() => editVehicleFields(desk.dispatcher, vehicleId, { speed: 50 }));
    const before = await desk.visit(desk.b);
    await editVehicleFields(desk.dispatcher, vehicleId, { max_load: 3 });
    expect((await desk.visit(desk.b)).travel_duration).not.toBe(before.travel_duration);
    expect(await marks()).toMatchObject({ [desk.first]: null });
  });

  it("are nothing to do where the day is over, the route driven, or the plan gone", async () => {
    const gone = [
      () => db()("routing_plans").where({ id: desk.planId }).update({ deleted_at: NOW }),
      () => db()("routing_routes").where({ id: desk.first }).update({ status: 5 }),
      () => db()("routing_plans").where({ id: desk.planId }).update({ service_date: "2026-11-21" }),
    ];
    for (const end of gone) {
      desk = await createDesk(db());
      await db()("routing_routes")
        .where({ id: desk.first })
        .update({ retime: 2, updated_at: at("05:00") });
      await end();
      const before = await all(desk);
      await retimeLeft();
      expect(await all(desk)).toEqual(before);
    }
  });
});
