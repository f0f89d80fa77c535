import { expect, it } from "vitest";
import { encodePolyline } from "~/lib/polyline";
import { visitItem } from "~/features/planning/plan-page/plan-view";
import { legLines, legsOfVisit } from "~/features/planning/visit-panel/visit-legs";
import { makeVisit } from "../domain/make";
import { dayClock } from "~/domain/time/service-clock";
import { METRIC } from "~/domain/units";

const DATE = "2026-11-23";
const clock = dayClock(DATE, "UTC");
const at = (time: string) => Date.parse(`${DATE}T${time}:00Z`) / 1000;
const group = [
  makeVisit({ id: 1, type: "S", name: "Start", arrivalTime: `${DATE} 08:00:00`, lat: 47, lng: 9 }),
  makeVisit({
    id: 2,
    name: "Bakery",
    arrivalTime: `${DATE} 08:10:00`,
    serviceTime: 5,
    distance: 4200,
    travelDuration: 600,
    lat: 47.1,
    lng: 9.1,
    polyline: encodePolyline([
      [9.05, 47.05],
      [9.06, 47.06],
    ]),
  }),
  makeVisit({ id: 3, type: "B", name: "launch", lat: null, lng: null }),
  makeVisit({
    id: 4,
    name: "Bank",
    arrivalTime: `${DATE} 08:30:00`,
    distance: 9000,
    travelDuration: 900,
    lat: 47.2,
    lng: 9.2,
  }),
  makeVisit({ id: 5, name: "Left out", status: 1 }),
].map((visit) => visitItem(visit, clock));

it("draws the legs to a visit and on from it with what is stored of them; a break is no end of a leg", () => {
  expect(legsOfVisit(group[1]!, group)).toMatchObject([
    {
      from: { id: 1 },
      to: { id: 2 },
      distanceM: 4200,
      travelSec: 600,
      leaves: at("08:00"),
      arrives: at("08:10"),
      points: 2,
      path: [
        [9, 47],
        [9.05, 47.05],
        [9.06, 47.06],
        [9.1, 47.1],
      ],
    },
    {
      from: { id: 2 },
      to: { id: 4 },
      distanceM: 9000,
      travelSec: 900,
      leaves: at("08:15"),
      arrives: at("08:30"),
      points: 0,
      path: [
        [9.1, 47.1],
        [9.2, 47.2],
      ],
    },
  ]);
  expect(legsOfVisit(group[3]!, group).map((leg) => [leg.from.id, leg.to.id])).toEqual([[2, 4]]);
  expect(legsOfVisit(group[4]!, group)).toEqual([]);
});

it("writes their figures on the map, under ids that no route has", () => {
  expect(legLines(legsOfVisit(group[1]!, group), METRIC).map(({ id, name }) => [id, name])).toEqual([
    [-1, "4.2 km · 10 min"],
    [-2, "9.0 km · 15 min"],
  ]);
});
