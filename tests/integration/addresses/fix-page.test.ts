import { afterAll, beforeAll, beforeEach, describe, expect, it } from "vitest";
import { databaseAddressIndex } from "~/boot/address-index.server";
import { storeAddresses } from "~/boot/roads/addresses.server";
import { useDatabase as setDatabase } from "~/db/database.server";
import { choosePlace, searchAgain, skipPlace } from "~/features/places/commands/fix-place.server";
import { geocodeWaiting } from "~/features/places/commands/geocode-waiting.server";
import { noneWords } from "~/features/places/fix-words";
import { loadFixPage } from "~/features/places/queries/fix-page.server";
import { AppError } from "~/lib/errors";
import { systemClock } from "~/services/clock";
import { setServices } from "~/services/container.server";
import { embeddedGeocoder } from "~/services/geocoding/embedded.server";
import type { Geocoder } from "~/services/geocoding/geocoder";
import { createCompany, createPlan, createVisits } from "../../factories/company";
import type { TestCompany } from "../../factories/company";
import { databases, migratedDatabase } from "../../helpers/databases";
import type { TestDatabase } from "../../helpers/databases";
import { madeUpExtract } from "../../helpers/made-up-towns";
import { testRouting } from "../../helpers/routing";
import { testServices } from "../../helpers/services";
import { sessionOf } from "../../helpers/sessions";

const [WEB, IMPORT, API] = [1, 2, 3];
const NO_PLACE = { lat: null, lng: null };
const SURE = "Bahnhofstraße 12, 86990 Übelstetten";
const UNKNOWN = "Qqqqq 77, 00000 Zzzzz";

describe.each(databases())("the list of places to fix on %s", (kind) => {
  let database: TestDatabase;
  let company: TestCompany;
  const db = () => database.db;
  const world = (isReady: boolean, replacement: Partial<Geocoder> = {}) => {
    const found = embeddedGeocoder(() => databaseAddressIndex(db()));
    const geocoder = { ...found, isReady: async () => isReady, ...replacement };
    setServices(testServices({ clock: systemClock, routing: testRouting(), geocoder }));
  };
  const session = () => sessionOf(company, { isDispatcher: true, memberId: 1 }, company.ownerId);
  const page = (query = "") => loadFixPage(session(), new Request(`http://localhost/platform/planning/places${query}`));
  const listed = async (query = "") => (await page(query)).visits.map(({ name, state }) => [name, state]);

  beforeAll(async () => {
    database = await migratedDatabase(kind);
    setDatabase(db());
    await storeAddresses(db(), { region: "made-up", version: "1" }, madeUpExtract());
  });
  beforeEach(async () => {
    company = await createCompany(db());
    await db()("routing_visits").delete();
    world(true);
  });
  afterAll(async () => {
    setServices(undefined);
    setDatabase(undefined);
    await database.remove();
  });

  it("holds every visit without a place, whichever way it came, and gives only unattended ones theirs", async () => {
    const rows = (at: number) =>
      [WEB, IMPORT, API].flatMap((source) => [
        { ...NO_PLACE, source, plan_id: at, name: `Sure ${source}`, address: SURE },
        { ...NO_PLACE, source, plan_id: at, name: `Unknown ${source}`, address: UNKNOWN },
        { ...NO_PLACE, source, plan_id: at, name: `None ${source}`, address: "" },
      ]);
    const other = await createPlan(db(), company.companyId, { warehouse_id: company.warehouseId });
    await createVisits(db(), company.companyId, [
      ...rows(company.planId),
      { name: "Placed", plan_id: company.planId, lat: 48.1, lng: 11 },
      { ...NO_PLACE, name: "Of another plan", plan_id: other, source: WEB, address: "" },
    ]);
    expect(await page(`?plan=${company.planId}`)).toMatchObject({ toFix: 3, waiting: 6 });
    await geocodeWaiting();
    const ofPlan = [
      ["Sure 1", "question"],
      ["Unknown 1", "unknown"],
      ["None 1", null],
      ["Unknown 2", "unknown"],
      ["None 2", null],
      ["Unknown 3", "unknown"],
      ["None 3", null],
    ];
    expect(await listed(`?plan=${company.planId}`)).toEqual(ofPlan);
    expect(await listed()).toEqual([...ofPlan, ["Of another plan", null]]);
    expect(await page()).toMatchObject({ toFix: 8, waiting: 0, shown: { name: "Sure 1" } });
  });

  it("holds those whose address nothing can look up, too", async () => {
    world(false);
    const own = { ...NO_PLACE, source: IMPORT, address: SURE, name: "Waits" };
    const [id = 0] = await createVisits(db(), company.companyId, [own]);
    const before = await page();
    expect(before).toMatchObject({ toFix: 1, waiting: 0, isReady: false, shown: { id, candidates: [], state: null } });
    expect(noneWords(before.shown!, before.isReady)).toMatch(/^No addresses are loaded here/);
    expect(await choosePlace(session(), { visitId: id, choice: "", coordinates: "47.1, 9.5" }, {})).toBe("Waits");
    expect(await page()).toMatchObject({ toFix: 0, visits: [] });
  });

  it("lets a visit without an address be skipped, or set on the map", async () => {
    const [id = 0] = await createVisits(db(), company.companyId, [
      { ...NO_PLACE, source: WEB, address: "", name: "Bare" },
    ]);
    const before = await page();
    expect(noneWords(before.shown!, before.isReady)).toMatch(/^This visit has no address/);
    await skipPlace(session(), { visitId: id });
    expect(await listed()).toEqual([["Bare", "skipped"]]);
    await choosePlace(session(), { visitId: id, choice: "", coordinates: "47.1, 9.5" }, {});
    expect(await db()("routing_visits").where({ id }).first("lat", "lng")).toEqual({ lat: 47.1, lng: 9.5 });
  });

  it.each(["in a plan", "without a plan"])(
    "an address that is looked up again %s waits for a choice, whatever the background finds meanwhile",
    async (where) => {
      const { geocode } = embeddedGeocoder(() => databaseAddressIndex(db()));
      const plan_id = where === "in a plan" ? company.planId : null;
      const imported = { ...NO_PLACE, source: IMPORT, plan_id, address: UNKNOWN, name: "Lost" };
      const [id = 0] = await createVisits(db(), company.companyId, [imported]);
      let asked = 0;
      world(true, {
        geocode: async (address, options) => {
          asked += 1;
          // While the background waits for its answer somebody types another address.
          if (address === UNKNOWN) await searchAgain(session(), { visitId: id, address: SURE }, {});
          return geocode(address, options);
        },
      });
      await geocodeWaiting();
      const found = { id, address: SURE, state: "question", candidates: [{ displayName: SURE }] };
      expect((await page()).shown).toMatchObject(found);
      expect(await geocodeWaiting()).toBe(0);
      expect(asked).toBe(2);
      expect((await page()).shown).toMatchObject(found);
      expect(await db()("routing_visits").where({ id }).first("lat", "lng")).toEqual(NO_PLACE);
    },
  );

  it("a visit that may not have another address keeps what is known of the one that it has", async () => {
    const { companyId, planId, routeId } = company;
    await db()("routing_routes").where({ id: routeId }).update({ is_locked: 1 });
    const on = { plan_id: planId, route_id: routeId, status: 2, position: 3 };
    const imported = { ...NO_PLACE, ...on, source: IMPORT, address: UNKNOWN, name: "Locked" };
    const [id = 0] = await createVisits(db(), companyId, [imported]);
    await geocodeWaiting();
    const refused = searchAgain(session(), { visitId: id, address: SURE }, {});
    await expect(refused).rejects.toThrow(AppError);
    expect(await page()).toMatchObject({ waiting: 0, shown: { id, address: UNKNOWN, state: "unknown" } });
  });
});
