import { expect, it } from "vitest";
import { hasWholeBreak, settingsOfRoute } from "~/domain/vehicle/merge-settings";
import { makeCompany, makePlan, makeRoute, makeVehicle } from "../make";

const lunch = { breakStart: "12:00", breakEnd: "14:00", breakDuration: 30 };
const off = { hasBreaks: false };

it.each([
  ["a vehicle with a whole break takes it", lunch, {}, {}, true],
  ["half a break is none", { ...lunch, breakDuration: null }, {}, {}, false],
  ["a plan can switch breaks off for its day", lunch, off, {}, false],
  ["a route can switch off what its plan switched on", lunch, { hasBreaks: true }, off, false],
])("%s", (_, vehicle, plan, route, taken) => {
  const company = makeCompany({ defaultHasBreaks: false });
  const none = { breakStart: null, breakEnd: null, breakDuration: null };
  const settings = settingsOfRoute(company, makeVehicle({ ...none, ...vehicle }), makePlan({ vehicleSettings: plan }), makeRoute({ vehicleSettings: route }));
  expect(hasWholeBreak(settings)).toBe(taken);
});
