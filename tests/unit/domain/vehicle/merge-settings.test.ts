import { expect, it } from "vitest";
import { hasWholeBreak, mergeVehicleSettings, settingsOfRoute } from "~/domain/vehicle/merge-settings";
import { makeCompany, makePlan, makeRoute, makeVehicle } from "../make";

const lunch = { breakStart: "12:00", breakEnd: "14:00", breakDuration: 30 };
const off = { hasBreaks: false };

it.each([
  ["a vehicle with a whole break takes it", lunch, {}, {}, true],
  ["a break without a duration is none", { ...lunch, breakDuration: null }, {}, {}, false],
  ["a break of no minutes is none", { ...lunch, breakDuration: 0 }, {}, {}, false],
  ["a break without a start is none", { ...lunch, breakStart: null }, {}, {}, false],
  ["a break without an end is none", { ...lunch, breakEnd: null }, {}, {}, false],
  [
    "what the plan adds to half a break is nothing that the vehicle asked for",
    { ...lunch, breakStart: null },
    { breakStart: "12:00" },
    {},
    false,
  ],
  ["nor what it adds to one without an end", { ...lunch, breakEnd: null }, { breakEnd: "14:00" }, {}, false],
  ["nor what it adds to one without a duration", { ...lunch, breakDuration: null }, { breakDuration: 30 }, {}, false],
  ["a plan can switch breaks off for its day", lunch, off, {}, false],
  ["a route can switch off what its plan switched on", lunch, { hasBreaks: true }, off, false],
])("%s", (_, vehicle, plan, route, taken) => {
  const company = makeCompany({ defaultHasBreaks: false });
  const none = { breakStart: null, breakEnd: null, breakDuration: null };
  const settings = settingsOfRoute(
    company,
    makeVehicle({ ...none, ...vehicle }),
    makePlan({ vehicleSettings: plan }),
    makeRoute({ vehicleSettings: route }),
  );
  expect(hasWholeBreak(settings)).toBe(taken);
});

it("takes no break by default, and counts one when start, end and duration are there", () => {
  const settings = mergeVehicleSettings(null, undefined);
  expect(settings).toMatchObject({ workHourStart: "08:00", workHourEnd: "18:00", speedFactor: 1, hasBreaks: false });
  const whole = { ...settings, hasBreaks: true, ...lunch };
  expect(
    [whole, { ...whole, breakStart: "" }, { ...whole, breakEnd: "" }, { ...whole, breakDuration: 0 }].map(
      hasWholeBreak,
    ),
  ).toEqual([true, false, false, false]);
});
