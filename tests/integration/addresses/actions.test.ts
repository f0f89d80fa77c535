import { afterAll, afterEach, beforeAll, describe, expect, it } from "vitest";
import { databaseAddressIndex } from "~/boot/address-index.server";
import { removeAddresses, storeAddresses } from "~/boot/roads/addresses.server";
import { useDatabase as setDatabase } from "~/db/database.server";
import { REGISTRY } from "~/features/actions.server";
import { performAction } from "~/http/actions/perform-action.server";
import { services, setServices } from "~/services/container.server";
import { embeddedGeocoder } from "~/services/geocoding/embedded.server";
import type { Geocoded, SearchOptions, Suggestion } from "~/services/geocoding/geocoder";
import { createCompany, NOW } from "../../factories/company";
import { migratedDatabase } from "../../helpers/databases";
import type { TestDatabase } from "../../helpers/databases";
import { madeUpExtract, TOWNS } from "../../helpers/made-up-towns";
import { testServices } from "../../helpers/services";
import { sessionOf } from "../../helpers/sessions";

const [GERMAN, BESIDE] = TOWNS;

describe("actions that look addresses up", () => {
  let database: TestDatabase;
  let nowMs = 0;
  beforeAll(async () => {
    database = await migratedDatabase("sqlite");
    setDatabase(database.db);
    await storeAddresses(database.db, { region: "made-up", version: "1" }, madeUpExtract([GERMAN!]));
    const geocoder = embeddedGeocoder(() => databaseAddressIndex(database.db));
    setServices(testServices({ geocoder, clock: { nowMs: () => nowMs } }));
  });
  afterAll(async () => {
    setServices(undefined);
    setDatabase(undefined);
    await database.remove();
  });
  afterEach(() => {
    nowMs += 120_000;
  });

  const run = (name: string, wire: object, userId = 1) =>
    performAction(REGISTRY, sessionOf({ companyId: 1 }, { isDriver: true, memberId: 1 }, userId), name, wire);

  it("a text being typed has suggestions, those near the map's middle first", async () => {
    expect(await run("address.suggest", { text: "Bahnhofstra", limit: 3 })).toMatchObject({
      text: "Bahnhofstra",
      isReady: true,
      whileTyping: true,
      attribution: "© OpenStreetMap contributors",
      suggestions: [{ kind: "street", displayName: "Bahnhofstraße, 86990 Übelstetten", countryCode: "DE", id: "" }],
    });
    const named = async (text: string) =>
      ((await run("address.suggest", { text })) as { suggestions: { displayName: string }[] }).suggestions[0]
        ?.displayName;
    expect(await named("bahnhofstr 1")).toMatch(/^Bahnhofstraße 1,/);
    expect(await named("Übel")).toBe("Übelstetten");
    expect(await named("u")).toBe("Übelstetten");
    expect(await named("")).toBeUndefined();
  });

  it("of streets with one name that of the company's warehouse comes first, where no place is given", async () => {
    await storeAddresses(database.db, { region: "beside", version: "1" }, madeUpExtract([BESIDE!]));
    try {
      const firstOf = async (town: (typeof TOWNS)[number]) => {
        const own = await createCompany(database.db);
        await database.db("warehouses").where({ id: own.warehouseId }).update({ lat: town.lat, lng: town.lng });
        const session = sessionOf(own, { isDispatcher: true, memberId: 1 }, own.ownerId);
        const found = await performAction(REGISTRY, session, "address.suggest", { text: "haupt" });
        return (found as { suggestions: { displayName: string }[] }).suggestions[0]!.displayName;
      };
      expect(await firstOf(GERMAN!)).toMatch(/^Hauptstraße, .*Übelstetten$/);
      expect(await firstOf(BESIDE!)).toMatch(/^Hauptstraße, Niederdorf$/);
    } finally {
      await removeAddresses(database.db, "beside");
    }
  });

  // @spec AA-7.34 AA-7.39
  it("an address has its place, with the others it may mean", async () => {
    expect(await run("address.locate", { address: "Bahnhofstr. 12, Übelstetten" })).toMatchObject({
      lat: GERMAN!.lat,
      display_name: "Bahnhofstraße 12, 86990 Übelstetten",
      country_code: "DE",
      verdict: "sure",
    });
    const nothing = { lat: 0, lng: 0, display_name: "", country_code: "", verdict: "unknown", candidates: [] };
    expect(await run("address.locate", { address: "Xyzzy 1, Qwrtz" })).toEqual(nothing);
    expect(await run("address.locate", { address: "Bahnhofstr. 12", countries: ["FR"] })).toEqual(nothing);
  });

  // @spec AA-3.35 AA-3.36
  it("a service is asked where the company works", async () => {
    const asked: (readonly string[] | undefined)[] = [];
    const note =
      <T>(answer: T) =>
      (_text: unknown, options?: SearchOptions) => {
        asked.push(options?.area?.slice(0, 2));
        return Promise.resolve(answer);
      };
    const own = services();
    const geocode = note<Geocoded>({ verdict: "unknown", candidates: [] });
    setServices({ ...own, geocoder: { ...own.geocoder, search: note<Suggestion[]>([]), geocode } });
    const { id } = (await database.db("countries").where({ code: "PT" }).first("id")) as { id: number };
    const dates = { created_at: NOW, updated_at: NOW };
    await database.db("companies").insert({ id: 77, title: "Lisbon", country_id: id, ...dates });
    const session = sessionOf({ companyId: 77 }, { isDriver: true, memberId: 1 }, 1);
    await performAction(REGISTRY, session, "address.suggest", { text: "Rua" });
    await performAction(REGISTRY, session, "address.locate", { address: "Rua 1" });
    await run("address.suggest", { text: "Rua" });
    setServices(own);
    expect(asked).toEqual([["PT", "ES"], ["PT", "ES"], []]);
    const areas = (await run("country-areas.list", {})) as { id: number; codes: string[] }[];
    expect(areas.find(({ codes }) => codes.includes("PT"))).toEqual({ id: 1, codes: expect.any(Array) as string[] });
    expect(((await run("country.list", {})) as { code: string }[]).find(({ code }) => code === "PT")).toEqual({
      ...{ id, code: "PT", title: "Portugal", name: "Portugal", lat: 39.5, lng: -8 },
    });
  });

  // @spec AA-7.33 AA-7.39
  it("a place has its address; far away it has none, and coordinates of 0 are none", async () => {
    const found = await run("address.at", { lat: GERMAN!.lat, lng: GERMAN!.lng });
    expect(found).toEqual({ display_name: "Bahnhofstraße 1, 86990 Übelstetten", country_code: "DE", distance: 0 });
    expect(await run("address.at", { lat: 99, lng: 12 })).toMatchObject({ display_name: "" });
    await expect(run("address.at", { lat: 0, lng: 12 })).rejects.toThrow("Please enter valid coordinates");
    await expect(run("address.locate", { address: "x".repeat(256) })).rejects.toThrow("should be less then 255");
  });

  it("a page that asks in a loop has to wait, and nobody else", async () => {
    for (let nth = 0; nth < 300; nth += 1) await run("address.suggest", { text: "" }, 7);
    await expect(run("address.suggest", { text: "" }, 7)).rejects.toMatchObject({ status: 429, code: "address.busy" });
    await expect(run("address.suggest", { text: "" }, 8)).resolves.toBeDefined();
    nowMs += 60_000;
    await expect(run("address.suggest", { text: "" }, 7)).resolves.toBeDefined();
  });
});
