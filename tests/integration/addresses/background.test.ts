import { afterAll, beforeAll, beforeEach, describe, expect, it } from "vitest";
import { databaseAddressIndex } from "~/boot/address-index.server";
import { storeAddresses } from "~/boot/roads/addresses.server";
import { useDatabase as setDatabase } from "~/db/database.server";
import { countToFix, countUnasked, listVisitsToFix } from "~/db/repositories/visit-geocodes.server";
import { geocodeWaiting } from "~/features/places/commands/geocode-waiting.server";
import { undoPlanChange } from "~/features/planning/commands/undo-plan-change.server";
import { AppError } from "~/lib/errors";
import type { ChangeEvent } from "~/realtime/events";
import { setPublisher } from "~/realtime/publisher.server";
import { systemClock } from "~/services/clock";
import { setServices } from "~/services/container.server";
import { embeddedGeocoder } from "~/services/geocoding/embedded.server";
import type { Geocoder } from "~/services/geocoding/geocoder";
import { createCompany, createVisits } from "../../factories/company";
import { databases, migratedDatabase } from "../../helpers/databases";
import type { TestDatabase } from "../../helpers/databases";
import { recordChanges } from "../../helpers/live";
import { madeUpExtract } from "../../helpers/made-up-towns";
import { testRouting } from "../../helpers/routing";
import { testServices } from "../../helpers/services";
import { sessionOf } from "../../helpers/sessions";
import { withStuckRows } from "../../helpers/stuck-rows";

const IMPORTED = { source: 2, lat: null, lng: null };
const SURE = { ...IMPORTED, name: "Sure", address: "Bahnhofstraße 12, 86990 Übelstetten" };
/** A village and a town have the street. */
const QUESTION = { ...IMPORTED, name: "Question", address: "Hauptstraße 9" };
const UNKNOWN = { ...IMPORTED, name: "Unknown", address: "Qqqqq 77, 00000 Zzzzz" };

describe.each(databases())("addresses of visits without a place on %s", (kind) => {
  let database: TestDatabase;
  let geocoder: Geocoder;
  const db = () => database.db;
  const world = (replacement: Partial<Geocoder> = {}) =>
    setServices(
      testServices({ clock: systemClock, routing: testRouting(), geocoder: { ...geocoder, ...replacement } }),
    );

  beforeAll(async () => {
    database = await migratedDatabase(kind);
    setDatabase(db());
    await storeAddresses(db(), { region: "made-up", version: "1" }, madeUpExtract());
    geocoder = embeddedGeocoder(() => databaseAddressIndex(db()));
  });
  beforeEach(async () => {
    await db()("routing_visits").delete();
    world();
  });
  afterAll(async () => {
    setServices(undefined);
    setPublisher(undefined);
    setDatabase(undefined);
    await database.remove();
  });

  it("are looked up again when letter case, an accent or a space is corrected, and not otherwise", async () => {
    const { companyId, planId, warehouseId } = await createCompany(db());
    await db()("routing_visits").delete();
    const first = { address: "Grunstrasse 5", postcode: "ab 1" };
    const [visitId = 0] = await createVisits(db(), companyId, [
      { ...UNKNOWN, ...first, plan_id: planId, warehouse_id: warehouseId },
    ]);
    expect(await geocodeWaiting()).toBe(1);
    for (const corrected of [
      { address: "Grünstraße 5" },
      { address: "grünstraße 5" },
      { address: "grünstraße 5 " },
      { postcode: "AB 1" },
      { postcode: "AB 1 " },
    ]) {
      await db()("routing_visits").where({ id: visitId }).update(corrected);
      expect([corrected, await countUnasked(db(), companyId)]).toEqual([corrected, 1]);
      expect(await countToFix(db(), companyId)).toBe(0);
      expect(await geocodeWaiting()).toBe(1);
      expect(await geocodeWaiting()).toBe(0);
      expect(await listVisitsToFix(db(), companyId)).toMatchObject([{ id: visitId, state: "unknown" }]);
    }
  });

  it("sure ones get their place, which can be undone; the others wait for somebody, at no place", async () => {
    const { companyId, planId, warehouseId, ownerId } = await createCompany(db());
    await db()("routing_visits").delete();
    const inPlan = { plan_id: planId, warehouse_id: warehouseId };
    const [sure = 0, question = 0, unknown = 0, byHand = 0] = await createVisits(db(), companyId, [
      { ...SURE, ...inPlan },
      { ...QUESTION, ...inPlan },
      { ...UNKNOWN, ...inPlan },
      { ...SURE, ...inPlan, source: 1 },
    ]);
    const events: ChangeEvent[] = [];
    recordChanges((event) => events.push(event));
    expect(await countUnasked(db(), companyId, { planId })).toBe(4);
    expect(await geocodeWaiting()).toBe(4);
    expect(await geocodeWaiting()).toBe(0);

    const place = async (id: number) => (await db()("routing_visits").where({ id }).first("lat", "lng"))!;
    const expected = (await geocoder.geocode(SURE.address)).candidates[0]!;
    expect(await place(sure)).toEqual({ lat: expected.lat, lng: expected.lng });
    for (const id of [question, unknown, byHand]) expect(await place(id)).toEqual({ lat: null, lng: null });
    const toFix = await listVisitsToFix(db(), companyId, { planId });
    expect(toFix.map(({ id, state }) => [id, state])).toEqual([
      [question, "question"],
      [unknown, "unknown"],
      // Who typed it chose none of the places in the list.
      [byHand, "question"],
    ]);
    expect(JSON.parse(toFix[0]!.candidates!)).not.toHaveLength(0);
    expect(JSON.stringify(events)).toContain(`"planId":${planId}`);

    const { id: changeId } = (await db()("plan_changes").where({ plan_id: planId }).first("id"))!;
    await undoPlanChange(sessionOf({ companyId }, { isOwner: true }, ownerId), { planId, changeId });
    expect(await place(sure)).toEqual({ lat: null, lng: null });
    // What somebody took back is not set again; they choose.
    expect(await geocodeWaiting()).toBe(0);
    expect(await countToFix(db(), companyId, { planId })).toBe(4);
  });

  it("a postcode that names another town makes a question of an address that is found", async () => {
    const { companyId } = await createCompany(db());
    const [id = 0] = await createVisits(db(), companyId, [
      { ...SURE, address: "Bahnhofstraße 12, Übelstetten", postcode: "53990" },
    ]);
    await geocodeWaiting();
    expect(await db()("routing_visits").where({ id }).first("lat")).toEqual({ lat: null });
    expect(await countToFix(db(), companyId)).toBe(1);
  });

  it("visits without a plan get theirs too, and another address is asked again", async () => {
    const { companyId } = await createCompany(db());
    const [id = 0] = await createVisits(db(), companyId, [UNKNOWN]);
    await geocodeWaiting();
    expect(await countToFix(db(), companyId)).toBe(1);
    await db()("routing_visits").where({ id }).update({ address: SURE.address });
    expect(await countToFix(db(), companyId)).toBe(0);
    expect(await geocodeWaiting()).toBe(1);
    expect((await db()("routing_visits").where({ id }).first("lat"))!.lat).not.toBeNull();
  });

  it("of a locked route nothing changes: its visits are questions", async () => {
    const { companyId, planId, routeId, warehouseId } = await createCompany(db());
    await db()("routing_routes").where({ id: routeId }).update({ is_locked: 1 });
    const on = { plan_id: planId, route_id: routeId, warehouse_id: warehouseId, status: 2, position: 3 };
    await createVisits(db(), companyId, [{ ...SURE, ...on }]);
    await geocodeWaiting();
    expect(await listVisitsToFix(db(), companyId)).toMatchObject([{ name: "Sure", state: "question" }]);
  });

  it("a service that fails keeps what was found before it, and the rest waits", async () => {
    const { companyId } = await createCompany(db());
    await createVisits(db(), companyId, [SURE, UNKNOWN]);
    const away = new AppError("geocoding.away", "The address service does not answer.", { status: 502 });
    world({
      geocode: (address, options) =>
        address === UNKNOWN.address ? Promise.reject(away) : geocoder.geocode(address, options),
    });
    await expect(geocodeWaiting()).rejects.toBe(away);
    expect(await countUnasked(db(), companyId)).toBe(1);
    world();
    expect(await geocodeWaiting()).toBe(1);
    expect(await countToFix(db(), companyId)).toBe(1);
  });

  it("what was found for other companies is kept where that of one can't be", async () => {
    const [one, other] = [await createCompany(db()), await createCompany(db())];
    await db()("routing_visits").delete();
    for (const { companyId, planId, warehouseId } of [one, other])
      await createVisits(db(), companyId, [{ ...SURE, plan_id: planId, warehouse_id: warehouseId }]);
    const stuck = { table: "routing_visits", companyId: one.companyId };
    await withStuckRows({ db: db(), kind }, stuck, () => expect(geocodeWaiting()).rejects.toThrow("stuck"));
    expect(await countUnasked(db(), one.companyId)).toBe(1);
    expect(await countUnasked(db(), other.companyId)).toBe(0);
    expect(await geocodeWaiting()).toBe(1);
    expect(await countUnasked(db(), one.companyId)).toBe(0);
  });

  it("nothing is asked where nothing is loaded", async () => {
    const { companyId } = await createCompany(db());
    await createVisits(db(), companyId, [SURE]);
    world({ isReady: () => Promise.resolve(false) });
    expect(await geocodeWaiting()).toBe(0);
    expect(await countUnasked(db(), companyId)).toBe(1);
  });
});
