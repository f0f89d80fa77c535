import { describe, expect, it } from "vitest";
import { allTimeZones, findTimeZone } from "~/domain/time/find-time-zone";
import { isTimeZone } from "~/domain/time/time-zone";

describe("the time zone of a place", () => {
  it.each([
    ["Vaduz", 47.141, 9.521, "LI", "Europe/Vaduz"],
    ["Feldkirch", 47.237, 9.598, "AT", "Europe/Vienna"],
    ["Buchs", 47.165, 9.478, "CH", "Europe/Zurich"],
    ["New York", 40.71, -74.01, "US", "America/New_York"],
    ["San Francisco", 37.77, -122.42, "US", "America/Los_Angeles"],
    ["Denver", 39.74, -104.99, "US", "America/Denver"],
    ["Las Palmas", 28.12, -15.43, "ES", "Atlantic/Canary"],
    ["Perth", -31.95, 115.86, "AU", "Australia/Perth"],
    ["Suva, beyond the date line", -18.14, 178.44, "FJ", "Pacific/Fiji"],
  ])("%s", (_name, lat, lng, country, zone) => {
    expect(findTimeZone(lat, lng, country)).toBe(zone);
  });

  // Their own cities are in no list; what counts is that the clock is right.
  it.each([
    ["Dallas", 32.78, -96.8, "US", "America/Chicago"],
    ["Houston", 29.76, -95.37, "US", "America/Chicago"],
    ["Miami", 25.76, -80.19, "US", "America/New_York"],
    ["Atlanta", 33.75, -84.39, "US", "America/New_York"],
    ["Seattle", 47.6, -122.33, "US", "America/Los_Angeles"],
    ["Malaga", 36.72, -4.42, "ES", "Europe/Madrid"],
  ])("%s keeps its clock", (_name, lat, lng, country, same) => {
    const at = (zone: string, date: string) => new Date(date).toLocaleString("en", { timeZone: zone });
    const found = findTimeZone(lat, lng, country);
    for (const date of ["2026-01-15T12:00:00Z", "2026-07-15T12:00:00Z"]) expect(at(found, date)).toBe(at(same, date));
  });

  it("needs no country on land, and takes the nautical zone at sea", () => {
    expect(findTimeZone(47.141, 9.521, null)).toBe("Europe/Vaduz");
    expect(findTimeZone(20, -135, null)).toBe("Etc/GMT+9");
  });

  it("offers only zones that Intl knows", () => {
    expect(allTimeZones().length).toBeGreaterThan(300);
    expect(allTimeZones().filter((zone) => !isTimeZone(zone))).toEqual([]);
  });
});
