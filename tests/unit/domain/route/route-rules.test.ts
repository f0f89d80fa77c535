import { describe, expect, it } from "vitest";
import { brokenRules, routeRules } from "~/domain/route/route-rules";
import { makeCompany, makePlan, makeRoute, makeVehicle, makeVisit } from "../make";

const company = makeCompany();
const plan = makePlan({ serviceDate: "2026-11-23" });
const rulesFor = (vehicle: Parameters<typeof makeVehicle>[0], status: 2 | 4 = 2) =>
  routeRules(
    makeRoute({ status }),
    makeVehicle({
      workHourStart: "08:00",
      workHourEnd: "16:00",
      overtime: 0,
      breakStart: null,
      breakEnd: null,
      breakDuration: null,
      ...vehicle,
    }),
    company,
    plan,
    "Europe/Vaduz",
  );
const stop = (part: Parameters<typeof makeVisit>[0]) =>
  makeVisit({ arrivalTime: "2026-11-23 09:00:00", serviceTime: 5, ...part });
const messages = (order: Parameters<typeof brokenRules>[0], rules: Parameters<typeof brokenRules>[1]) =>
  brokenRules(order, rules).map((one) => one.message);

describe("a route made by hand says what it breaks:", () => {
  it("load, by what is on board at the worst moment", () => {
    const order = [
      stop({ packageLoad: 60 }),
      stop({ id: 2, type: "P", packageLoad: 70 }),
      stop({ id: 3, packageLoad: 30 }),
    ];
    // 90 kg leave the depot, 60 are gone when 70 come aboard.
    expect(messages(order, rulesFor({ maxLoad: 86 }))).toEqual(["14 kg over"]);
    expect(messages(order, rulesFor({ maxLoad: 100 }))).toEqual([]);
    expect(messages([stop({ packageCapacity: 1.5 })], rulesFor({ capacity: 1.2 }))).toEqual(["0.3 m³ over"]);
  });

  it("visits, distance, working hours with overtime", () => {
    const order = [stop({ distance: 60_000 }), stop({ id: 2, distance: 45_000, arrivalTime: "2026-11-23 15:02:00" })];
    expect(messages(order, rulesFor({ maxQuantity: 1, maxDistance: 100 }))).toEqual([
      "1 visit too many",
      "5.0 km too far",
      "7 min after working hours",
    ]);
    expect(messages(order, rulesFor({ overtime: 10 }))).toEqual([]);
  });

  it("a break that is missing, while an empty route needs none", () => {
    const lunch = rulesFor({ breakStart: "12:00", breakEnd: "14:00", breakDuration: 30 });
    const day = (from: string, to: string) => [
      stop({ id: 1, type: "S", arrivalTime: `2026-11-23 ${from}:00` }),
      stop({ id: 2, arrivalTime: `2026-11-23 ${to}:00` }),
    ];
    expect(messages(day("08:00", "13:30"), lunch)).toEqual(["The break is missing"]);
    expect(messages([...day("08:00", "13:30"), stop({ id: 3, type: "B" })], lunch)).toEqual([]);
    expect(messages([], lunch)).toEqual([]);
    // 32 minutes in the morning need none, nor does a day that ends before the break's hours do
    expect(messages(day("08:00", "08:27"), lunch)).toEqual([]);
    expect(messages(day("08:00", "12:30"), lunch)).toEqual([]);
    // longer than six hours, within the break's hours
    expect(messages(day("06:30", "12:30"), lunch)).toEqual(["The break is missing"]);
    expect(messages([stop({})], lunch)).toEqual(["The break is missing"]);
  });

  it("no shift end on the road", () => {
    expect(messages([stop({ arrivalTime: "2026-11-23 20:00:00" })], rulesFor({}, 4))).toEqual([]);
  });
});
