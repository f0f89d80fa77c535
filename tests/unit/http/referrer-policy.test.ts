import { describe, expect, it } from "vitest";
import { referrerPolicyOf } from "~/http/referrer-policy.server";

type Settings = NonNullable<Parameters<typeof referrerPolicyOf>[2]>;
const NONE: Settings = { GOOGLE_MAPS_BROWSER_KEY: undefined, MAP_PMTILES: undefined, MAP_TILES_URL: undefined };
const TILES = { ...NONE, MAP_TILES_URL: "https://tiles.example/{z}/{x}/{y}.png" };
const GOOGLE = { ...NONE, GOOGLE_MAPS_BROWSER_KEY: "key" };
const MAIN = ["root", "routes/_main", "routes/_main.tracking._index"];
const DRIVER = ["root", "routes/driver", "routes/driver.route.$routeId"];
const PAGE = "https://routes.example/platform/tracking";
const ORIGIN_ALONE = "strict-origin-when-cross-origin";

const policy = (settings: Settings, routeIds = MAIN, url = PAGE) => referrerPolicyOf(routeIds, new URL(url), settings);

describe("whose page a map is on", () => {
  it.each([
    ["planners", MAIN],
    ["drivers", DRIVER],
  ])("is told to a third party that serves it to %s", (_whom, routeIds) => {
    expect(policy(TILES, routeIds)).toBe(ORIGIN_ALONE);
    expect(policy(GOOGLE, routeIds)).toBe(ORIGIN_ALONE);
    expect(policy({ ...GOOGLE, MAP_PMTILES: "map.pmtiles" }, routeIds)).toBe(ORIGIN_ALONE);
  });

  it("is nobody's business where the maps are this server's", () => {
    expect(policy(NONE)).toBeNull();
    expect(policy({ ...TILES, MAP_PMTILES: "map.pmtiles" })).toBeNull();
    expect(policy({ ...NONE, MAP_TILES_URL: "https://routes.example/t/{z}/{x}/{y}.png" })).toBeNull();
  });

  it.each([
    "tracking.public.visit.$visitId.$hash",
    "tracking.public.$routeId.$hash",
    "stop.$token",
    "reset",
    "invitation.$token",
    "email-verify_.$id.$hash",
    "social.link",
    "login",
  ])("is told to nobody by %s", (page) => {
    for (const settings of [TILES, GOOGLE]) expect(policy(settings, ["root", `routes/${page}`])).toBeNull();
  });

  it("is told to nobody where the address has a recipient's hash", () => {
    expect(policy(TILES, MAIN, `${PAGE}/visit/3?hash=abc`)).toBeNull();
  });
});
