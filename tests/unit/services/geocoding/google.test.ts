import { describe, expect, it } from "vitest";
import { googleGeocoder } from "~/services/geocoding/google.server";
import { jsonAnswer, useHttpService } from "../../../helpers/http-service";

const part = (long_name: string, types: string[], short_name = long_name) => ({ long_name, short_name, types });
const HOUSE = {
  formatted_address: "Landstrasse 12, 9494 Schaan, Liechtenstein",
  types: ["street_address"],
  geometry: { location: { lat: 47.1394, lng: 9.5228 }, location_type: "ROOFTOP" },
  address_components: [
    part("12", ["street_number"]),
    part("Landstrasse", ["route"]),
    part("Schaan", ["locality", "political"]),
    part("Liechtenstein", ["country", "political"], "LI"),
    part("9494", ["postal_code"]),
  ],
};
const suggestion = (placeId: string, text: string, types: string[] = ["street_address"]) => ({
  placePrediction: { placeId, text: { text }, types },
});

describe("Google", () => {
  const server = useHttpService();
  const geocoder = () => googleGeocoder("a key", { placesUrl: server.url, mapsUrl: server.url, pauseMs: 1 });

  it("completes a text within a session", async () => {
    server.answers(jsonAnswer({ suggestions: [suggestion("ChIJ1", "Landstrasse 12, Schaan")] }));
    const found = await geocoder().search(" Landstr ", { session: "s-1", near: { lat: 47.1, lng: 9.5 } });
    expect(found).toEqual([
      {
        kind: "address",
        displayName: "Landstrasse 12, Schaan",
        countryCode: "",
        lat: null,
        lng: null,
        confidence: 1,
        id: "ChIJ1",
      },
    ]);
    const [asked] = server.asked;
    expect([asked?.method, asked?.path, asked?.headers["x-goog-api-key"]]).toEqual([
      "POST",
      "/v1/places:autocomplete",
      "a key",
    ]);
    expect(JSON.parse(asked!.body)).toEqual({
      input: "Landstr",
      sessionToken: "s-1",
      locationBias: { circle: { center: { latitude: 47.1, longitude: 9.5 }, radius: 50_000 } },
    });
  });

  // @spec AA-7.37
  it("is asked for 15 countries at a time, and the lists come together as one", async () => {
    const countries = Array.from({ length: 32 }, (_, index) => `A${String.fromCharCode(65 + (index % 26))}`);
    server.answers((response, { body }) => {
      const { includedRegionCodes: codes } = JSON.parse(body) as { includedRegionCodes: string[] };
      const of = (nth: number) => suggestion(`${codes.length}-${codes[0]}-${nth}`, "x");
      jsonAnswer({ suggestions: [of(1), of(2)] })(response, server.asked[0]!);
    });
    const found = await geocoder().search("x", { countries, limit: 4 });
    const sent = server.asked.map(
      ({ body }) => (JSON.parse(body) as { includedRegionCodes: string[] }).includedRegionCodes,
    );
    expect(sent.map((codes) => codes.length)).toEqual([15, 15, 2]);
    expect(sent.flat()).toEqual(countries.map((code) => code.toLowerCase()));
    expect(found.map(({ id }) => id)).toEqual(["15-aa-1", "15-ap-1", "2-ae-1", "15-aa-2"]);
  });

  it("is asked about further countries only when those around have not filled the list", async () => {
    const area = ["DE", ...Array.from({ length: 20 }, (_, index) => `A${String.fromCharCode(65 + index)}`)];
    const full = Array.from({ length: 5 }, (_, nth) => suggestion(`${nth}`, "x"));
    server.answers(jsonAnswer({ suggestions: full }));
    expect(await geocoder().search("Hauptstr", { area })).toHaveLength(5);
    const codes = () =>
      server.asked.map(({ body }) => (JSON.parse(body) as { includedRegionCodes: string[] }).includedRegionCodes);
    expect(codes().map((list) => list.length)).toEqual([15]);
    expect(codes()[0]!.slice(0, 2)).toEqual(["de", "aa"]);
    server.answers(jsonAnswer({ suggestions: full.slice(1) }));
    await geocoder().search("Hauptstr 5, Spain", { area, session: "s-1" });
    // A country that is named comes first; all requests are of one session.
    expect(codes().map((list) => list.length)).toEqual([15, 7]);
    expect(codes()[0]!.slice(0, 2)).toEqual(["es", "de"]);
    expect(server.asked.map(({ body }) => (JSON.parse(body) as { sessionToken: string }).sessionToken)).toEqual([
      "s-1",
      "s-1",
    ]);
  });

  // @spec AA-7.38
  it("gives the place of a choice and ends the session with it", async () => {
    server.answers(
      jsonAnswer({
        formattedAddress: "Landstrasse 12, 9494 Schaan",
        displayName: { text: "Baker" },
        location: { latitude: 47.13940001, longitude: 9.5228 },
        types: ["bakery", "point_of_interest"],
        addressComponents: [{ longText: "Liechtenstein", shortText: "LI", types: ["country"] }],
      }),
    );
    expect(await geocoder().details("ChIJ1", { session: "s-1" })).toEqual({
      kind: "point",
      displayName: "Baker, Landstrasse 12, 9494 Schaan",
      countryCode: "LI",
      lat: 47.1394,
      lng: 9.5228,
      confidence: 1,
    });
    const [asked] = server.asked;
    expect([asked?.path, asked?.query.get("sessionToken")]).toEqual(["/v1/places/ChIJ1", "s-1"]);
    expect(asked?.headers["x-goog-fieldmask"]).toBe("formattedAddress,displayName,location,types,addressComponents");
    server.answers(jsonAnswer({}));
    expect(await geocoder().details("../../x")).toBeNull();
    expect(server.asked).toHaveLength(0);
  });

  it("is sure of a house, and asks about a street of another town", async () => {
    server.answers(jsonAnswer({ status: "OK", results: [HOUSE] }));
    const sure = await geocoder().geocode({ street: "Landstrasse", number: "12", postcode: "9494", city: "Schaan" });
    expect([sure.verdict, sure.candidates[0]?.displayName]).toEqual(["sure", HOUSE.formatted_address]);
    expect(server.asked[0]?.query.get("address")).toBe("Landstrasse 12, 9494 Schaan");
    expect((await geocoder().geocode("Landstrasse 12, Vaduz")).verdict).toBe("ambiguous");
    expect((await geocoder().geocode("Landstrasse 12, Schaan", { countries: ["CH"] })).verdict).toBe("unknown");
    server.answers(jsonAnswer({ status: "OK", results: [HOUSE] }));
    const at = (area: string[]) => geocoder().geocode("Landstrasse 12, 9494 Schaan", { area });
    expect((await at(["CH", "LI"])).verdict).toBe("sure");
    // Where the company doesn't work it is a question.
    expect(await at(["GB", "IE"])).toMatchObject({ verdict: "ambiguous", candidates: [{ countryCode: "LI" }] });
    expect(server.asked.map(({ query }) => query.get("region"))).toEqual(["ch", "uk"]);
  });

  it("gives the address of a place, or none", async () => {
    server.answers(jsonAnswer({ status: "OK", results: [HOUSE] }));
    expect(await geocoder().reverse(47.1394, 9.5229)).toMatchObject({
      displayName: HOUSE.formatted_address,
      distanceM: 8,
    });
    expect(server.asked[0]?.query.get("latlng")).toBe("47.1394,9.5229");
    server.answers(jsonAnswer({ status: "ZERO_RESULTS", results: [] }));
    expect(await geocoder().reverse(47, 9)).toBeNull();
  });

  it.each([
    [
      jsonAnswer({ status: "REQUEST_DENIED", error_message: "The key is wrong" }),
      "geocoding.refused",
      /request denied/,
    ],
    [jsonAnswer({ status: "OVER_QUERY_LIMIT", results: [] }), "geocoding.refused", /over query limit/],
    [jsonAnswer({ error: {} }, 403), "geocoding.refused", /status 403/],
    [jsonAnswer({ error: {} }, 503), "geocoding.away", /does not answer/],
    [jsonAnswer({ status: "OK", results: [{ geometry: {} }] }), "geocoding.unreadable", /cannot be read/],
  ])("names itself when it refuses: %#", async (answer, code, message) => {
    server.answers(answer);
    const failed = geocoder().geocode("Landstrasse 12");
    await expect(failed).rejects.toMatchObject({ code, message: expect.stringMatching(message) as string });
    await expect(failed).rejects.toThrow(/^(?:What )?Google \(GOOGLE_MAPS_API_KEY\)/);
  });
});
