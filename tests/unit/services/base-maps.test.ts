import { expect, it } from "vitest";
import { baseMapsOf } from "~/services/base-map/base-maps.server";

const THIRD_PARTY = "https://tiles.thirdparty.example/{z}/{x}/{y}.png";
const none = { list: () => [] } as unknown as Parameters<typeof baseMapsOf>[1];

it.each([
  ["of an address", { MAP_TILES_URL: THIRD_PARTY }, THIRD_PARTY],
  ["of Google", { GOOGLE_MAPS_BROWSER_KEY: "key" }, "key"],
  ["of Google, with an address", { GOOGLE_MAPS_BROWSER_KEY: "key", MAP_TILES_URL: THIRD_PARTY }, "key"],
])("tiles %s are for the planning pages, and not for the phones of recipients and drivers", (_what, given, url) => {
  const settings = {
    MAP_PMTILES: undefined,
    MAP_TILES_URL: undefined,
    GOOGLE_MAPS_BROWSER_KEY: undefined,
    MAP_ATTRIBUTION: "©",
    ...given,
  };
  const maps = baseMapsOf(settings, none);
  expect(maps.current().map((layer) => layer.url)).toEqual([url]);
  expect(maps.own()).toEqual([]);
});
