import { expect, it } from "vitest";
import { outlyingPlaces } from "~/ui/map/outlying-places";

const VADUZ = { lat: 47.14, lng: 9.52 };
/** 600 km in the north */
const HAMBURG = { lat: 53.55, lng: 9.99 };
const BERN = { lat: 46.95, lng: 7.45 };

/** Places in a town, some kilometres apart. */
const town = (count: number, { lat, lng } = VADUZ, wideDeg = 0.05) =>
  Array.from({ length: count }, (_, index) => ({
    lat: lat + wideDeg * Math.sin(index * 2.4),
    lng: lng + wideDeg * Math.cos(index * 2.4),
  }));

const north = (km: number) => ({ lat: VADUZ.lat + km / 111.2, lng: VADUZ.lng });

it.each([
  ["nothing", [], 0],
  ["one place", [VADUZ], 0],
  ["three places are too few to say", [...town(2), HAMBURG], 0],
  ["three of a town and one far away", [...town(3), HAMBURG], 1],
  ["a town", town(50), 0],
  ["a town, and one far away", [HAMBURG, ...town(50)], 1],
  ["all at one door, and one 49 km away", [...Array<typeof VADUZ>(9).fill(VADUZ), north(49)], 0],
  ["all at one door, and one 51 km away", [...Array<typeof VADUZ>(9).fill(VADUZ), north(51)], 1],
  ["two of twenty are a part of the day", [...town(18), HAMBURG, BERN], 0],
  ["two of forty are not", [...town(38), HAMBURG, BERN], 2],
  ["three of two hundred", [...town(197), HAMBURG, BERN, HAMBURG], 3],
  ["four of two hundred are a part of the day", [...town(196), HAMBURG, BERN, HAMBURG, BERN], 0],
  ["two towns alike", [...town(25), ...town(25, HAMBURG)], 0],
  ["a small second town", [...town(45), ...town(5, HAMBURG)], 0],
  ["a whole country, and its far end", [...town(30, VADUZ, 2), HAMBURG], 0],
  ["a whole country, and another continent", [...town(30, VADUZ, 2), { lat: -33.9, lng: 151.2 }], 1],
])("%s", (_, places, count) => {
  expect(outlyingPlaces(places)).toHaveLength(count);
});

it("names the place that is far away", () => {
  expect(outlyingPlaces([...town(5), HAMBURG, ...town(5)])).toEqual([HAMBURG]);
});
