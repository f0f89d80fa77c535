import { describe, expect, it, vi } from "vitest";
import { isTimeZone } from "~/domain/time/time-zone";
import { countryOf } from "~/services/country.server";
import { isZoneOfCountry, timeZoneOf } from "~/services/time-zone.server";

describe("the zone of a place", () => {
  it("is American Samoa's on all of its islands, and Samoa's beside them", () => {
    const pago = "Pacific/Pago_Pago";
    const places = [
      [-14.276, -170.702],
      [-14.336, -170.72],
      [-14.284, -170.56],
      [-14.24, -169.46],
      [-11.055, -171.08],
    ] as const;
    expect(places.map(([lat, lng]) => timeZoneOf(lat, lng))).toEqual([pago, pago, pago, pago, pago]);
    expect([timeZoneOf(-13.83, -171.77), timeZoneOf(-14.05, -171.43)]).toEqual(["Pacific/Apia", "Pacific/Apia"]);
    expect(countryOf(-14.276, -170.702, ["AS", "WS"])).toBe("AS");
  });

  it.each([
    ["Tornio", 65.848, 24.147, "FI", "Europe/Helsinki"],
    ["Haparanda", 65.835, 24.137, "SE", "Europe/Stockholm"],
    ["Tijuana", 32.514, -117.038, "MX", "America/Tijuana"],
    ["Uzhhorod", 48.62, 22.288, "UA", timeZoneOf(50.45, 30.52)],
  ])("of %s is that of its country, across a border", (_name, lat, lng, country, zone) => {
    expect(timeZoneOf(lat, lng, country)).toBe(zone);
  });

  it("is the place's own where the country is elsewhere, as 'San Diego, CA' is not in Canada", () => {
    expect(timeZoneOf(32.7157, -117.1611, "CA")).toBe("America/Los_Angeles");
    expect(timeZoneOf(65.848, 24.147, "XX")).toBe(timeZoneOf(65.848, 24.147));
    expect(timeZoneOf(89.999, 179.999, "FI")).toBe(timeZoneOf(89.999, 179.999));
  });

  it("belongs to a country under each of its names", () => {
    expect(["Europe/Kiev", "Europe/Kyiv"].map((zone) => isZoneOfCountry(zone, "UA"))).toEqual([true, true]);
    expect(isZoneOfCountry("Europe/Warsaw", "UA")).toBe(false);
  });

  it("is kept under one name, in whatever letters it is written, and not for ever", () => {
    const { DateTimeFormat } = Intl;
    // why: Node 22 knows offsets as zones, Node 20 refuses them.
    const made = vi.spyOn(Intl, "DateTimeFormat").mockImplementation(function (locale, { timeZone, ...options } = {}) {
      return new DateTimeFormat(locale, { ...options, timeZone: timeZone?.startsWith("+") ? "UTC" : timeZone });
    });
    const offsets = Array.from({ length: 1_200 }, (_, nth) => {
      const [hours, minutes] = [Math.floor(nth / 60), nth % 60].map((part) => String(part).padStart(2, "0"));
      return `+${hours}:${minutes}`;
    });
    const madeFor = (ask: (zone: string) => unknown, ...zones: string[]): number => {
      made.mockClear();
      for (const zone of zones) ask(zone);
      return made.mock.calls.length;
    };
    for (const ask of [isTimeZone, (zone: string) => isZoneOfCountry(zone, "MT")]) {
      ask("Europe/Malta");
      expect(madeFor(ask, "europe/malta", "EUROPE/MALTA", "eUrOpE/mAlTa")).toBe(0);
      expect(madeFor(ask, ...offsets)).toBe(offsets.length);
      expect(madeFor(ask, "Europe/Malta")).toBe(1);
    }
    made.mockRestore();
  });

  it("asks the engine for the zones of a country once, however many places are elsewhere", () => {
    const { Locale } = Intl;
    const lists = vi.spyOn(Intl, "Locale").mockImplementation(function (...given) {
      return new Locale(...given);
    });
    for (let nth = 0; nth < 20; nth++) timeZoneOf(33.7 + nth / 100, -84.4, "GE");
    expect(lists).toHaveBeenCalledTimes(1);
    // Bouvet Island has no zone.
    for (let nth = 0; nth < 20; nth++) expect(countryOf(47.141 + nth / 10_000, 9.5209, ["LI", "BV"])).toBe("LI");
    expect(lists).toHaveBeenCalledTimes(3);
    lists.mockRestore();
  });
});
