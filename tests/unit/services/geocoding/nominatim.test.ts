import type { ServerResponse } from "node:http";
import { afterEach, describe, expect, it, vi } from "vitest";
import { setGeocodeCache } from "~/services/geocoding/geocode-cache";
import { nominatimGeocoder } from "~/services/geocoding/nominatim.server";
import { jsonAnswer, useHttpService } from "../../../helpers/http-service";

const HOUSE = {
  place_id: 1,
  lat: "47.1394",
  lon: "9.5228",
  category: "building",
  type: "yes",
  addresstype: "building",
  name: "",
  display_name: "12, Landstrasse, Schaan, 9494, Liechtenstein",
  address: {
    house_number: "12",
    road: "Landstrasse",
    village: "Schaan",
    postcode: "9494",
    country: "Liechtenstein",
    country_code: "li",
  },
};
const { house_number: _number, ...withoutNumber } = HOUSE.address;
const STREET = { ...HOUSE, category: "highway", addresstype: "road", name: "Landstrasse", address: withoutNumber };

describe("Nominatim", () => {
  const server = useHttpService();
  const geocoder = (more = {}) => nominatimGeocoder(`${server.url}/`, { pauseMs: 1, ...more });
  afterEach(() => setGeocodeCache(undefined));

  it("is asked for the text and the countries, by a client that says its name, and its house is sure", async () => {
    server.answers(jsonAnswer([HOUSE]));
    const found = await geocoder().geocode("Landstrasse 12, 9494 Schaan", { countries: ["LI", "CH"], limit: 3 });
    const [asked] = server.asked;
    expect(asked?.path).toBe("/search");
    expect(Object.fromEntries(asked!.query)).toEqual({
      q: "Landstrasse 12, 9494 Schaan",
      format: "jsonv2",
      addressdetails: "1",
      limit: "3",
      countrycodes: "li,ch",
    });
    expect(asked?.headers["user-agent"]).toMatch(/^Route-platform\//);
    expect(found.verdict).toBe("sure");
    expect(found.candidates).toEqual([
      {
        kind: "address",
        postcode: "9494",
        displayName: HOUSE.display_name,
        countryCode: "LI",
        lat: 47.1394,
        lng: 9.5228,
        confidence: expect.any(Number) as number,
      },
    ]);
  });

  it("looks where the company works, then everywhere, and is not sure of what it finds there", async () => {
    server.answers((response, asked) => {
      const isWithin = (asked.query.get("countrycodes") ?? "li").includes("li");
      jsonAnswer(isWithin ? [HOUSE] : [])(response, asked);
    });
    const at = (area: string[], text = "Landstrasse 12, 9494 Schaan") => geocoder().geocode(text, { area });
    expect((await at(["CH", "LI"])).verdict).toBe("sure");
    expect((await at(["GB", "IE"])).verdict).toBe("ambiguous");
    await at(["GB"], "Landstrasse 12, 9494 Schaan, Liechtenstein");
    expect(server.asked.map(({ query }) => query.get("countrycodes"))).toEqual(["ch,li", "gb,ie", null, "li,gb"]);
  });

  it.each([
    ["the street without the number", "Landstrasse 12, 9494 Schaan", [STREET]],
    ["a house in another town", "Landstrasse 12, 9490 Vaduz", [HOUSE]],
    ["another number", "Landstrasse 14, 9494 Schaan", [HOUSE]],
    [
      "two houses in two places",
      "Landstrasse 12",
      [HOUSE, { ...HOUSE, lat: "47.2", address: { ...HOUSE.address, village: "Eschen" } }],
    ],
  ])("gives %s as a question", async (_what, text, results) => {
    server.answers(jsonAnswer(results));
    const { verdict, candidates } = await geocoder().geocode(text);
    expect([verdict, candidates.length]).toEqual(["ambiguous", results.length]);
  });

  it("knows nothing of what isn't found, and doesn't ask for coordinates in a text", async () => {
    server.answers(jsonAnswer([]));
    expect(await geocoder().geocode("Nowhere 1")).toEqual({ verdict: "unknown", candidates: [] });
    server.answers(jsonAnswer(HOUSE));
    const { verdict, candidates } = await geocoder().geocode("47.14, 9.52");
    expect([verdict, candidates[0]?.lat, candidates[0]?.displayName]).toEqual(["sure", 47.14, HOUSE.display_name]);
    expect(server.asked.map(({ path }) => path)).toEqual(["/reverse"]);
  });

  it("gives the address of a place with the distance to it; at sea none", async () => {
    server.answers(jsonAnswer(HOUSE));
    expect(await geocoder().reverse(47.1395, 9.5228)).toMatchObject({
      kind: "address",
      distanceM: 11,
      countryCode: "LI",
    });
    server.answers(jsonAnswer({ error: "Unable to geocode" }));
    expect(await geocoder().reverse(0.1, 0.1)).toBeNull();
  });

  it("tries again when the server is busy, and says so in the end", async () => {
    server.answers(jsonAnswer({}, 503), jsonAnswer({}, 429), jsonAnswer([HOUSE]));
    expect((await geocoder().geocode("Landstrasse 12, Schaan")).verdict).toBe("sure");
    expect(server.asked).toHaveLength(3);
    server.answers(jsonAnswer({}, 500));
    await expect(geocoder().geocode("Landstrasse 12")).rejects.toMatchObject({
      code: "geocoding.away",
      status: 502,
      message: "Nominatim (NOMINATIM_URL) does not answer. Try again later, or click on the map.",
    });
    expect(server.asked).toHaveLength(3);
  });

  it.each([
    ["no JSON", (response: ServerResponse) => void response.end("<html>")],
    ["JSON of another shape", jsonAnswer([{ lat: "north" }])],
    ["more than anybody reads", jsonAnswer(Array.from({ length: 20 }, () => ({ ...HOUSE, pad: "x".repeat(60_000) })))],
  ])("refuses %s", async (_what, answer) => {
    server.answers(answer);
    await expect(geocoder().geocode("Landstrasse 12")).rejects.toMatchObject({ code: "geocoding.unreadable" });
    expect(server.asked).toHaveLength(1);
  });

  it("doesn't wait for ever, nor for somebody who has gone", async () => {
    server.answers(() => undefined);
    await expect(geocoder({ timeoutMs: 30 }).geocode("Landstrasse 12")).rejects.toMatchObject({
      code: "geocoding.away",
    });
    const gone = new AbortController();
    const asking = geocoder().geocode("Landstrasse 12", { signal: gone.signal });
    gone.abort(new Error("gone"));
    await expect(asking).rejects.toThrow("gone");
  });

  it("is asked the same once, where answers are kept", async () => {
    const kept = new Map<string, string>();
    setGeocodeCache({
      get: (question) => Promise.resolve(kept.get(question) ?? null),
      set: (question, answer) => Promise.resolve(void kept.set(question, answer)),
    });
    server.answers(jsonAnswer([HOUSE]));
    const first = await geocoder().geocode("Landstrasse 12, Schaan");
    expect(await geocoder().geocode("Landstrasse 12, Schaan")).toEqual(first);
    expect(server.asked).toHaveLength(1);
  });

  it("of everybody is asked one question after the other, with a pause, and never while somebody types", async () => {
    server.answers(jsonAnswer([HOUSE]));
    const waits: { ms: number; asked: number }[] = [];
    // why: the clock stands still, however long a busy machine takes for a question.
    vi.spyOn(performance, "now").mockReturnValue(5_000);
    const wait = (ms: number) => Promise.resolve(void waits.push({ ms, asked: server.asked.length }));
    const everybodys = geocoder({ isPublic: true, wait });
    expect(everybodys.suggestsWhileTyping).toBe(false);
    expect(geocoder().suggestsWhileTyping).toBe(true);
    await Promise.all(["a", "b", "c"].map((text) => everybodys.geocode(text)));
    expect(waits).toEqual([
      { ms: 1000, asked: 1 },
      { ms: 1000, asked: 2 },
    ]);
    expect(nominatimGeocoder("https://nominatim.openstreetmap.org").suggestsWhileTyping).toBe(false);
  });
});
