import { expect, it } from "vitest";
import { shownReason, shownSuggestion, shownViolation } from "~/domain/calculation/shown-sentences";
import { IMPERIAL, METRIC } from "~/domain/units";

const far = { code: "max_distance", amount: 12_345, message: "12.3 km too far" };
const heavy = { code: "load", amount: 1400, message: "14 kg over" };

it("shows stored sentences in the reader's units, and nothing else of them otherwise", () => {
  expect([far, heavy].map((one) => shownViolation(one, METRIC))).toEqual(["12.3 km too far", "14 kg over"]);
  expect([far, heavy].map((one) => shownViolation(one, IMPERIAL))).toEqual(["7.7 mi too far", "30.86 lb over"]);
  const others = [
    { code: "delay", amount: 14, message: "Late by 14 min" },
    { code: "load", amount: 1400, message: "0.014 m³ over" },
    { code: "load", amount: 1400, message: "114 kg over" },
    { code: "max_distance", amount: null, message: "would drive 12.3 km too far" },
  ];
  for (const one of others) expect(shownViolation(one, IMPERIAL)).toBe(one.message);
});

it("leaves names alone that read like the amount", () => {
  const suggestion = { routeId: 1, change: "max_distance", amount: 12_345, index: null };
  const message = "Van 12.3 km could drive 12.3 km further";
  expect(shownSuggestion({ ...suggestion, message }, IMPERIAL)).toBe("Van 12.3 km could drive 7.7 mi further");
});

it("shows the sentence of an only vehicle like that of several", () => {
  const vehicle = { ...far, routeId: 1, message: "Van 1 would drive 12.3 km too far" };
  const reason = { message: vehicle.message, vehicles: [vehicle], suggestion: null };
  expect(shownReason(reason, IMPERIAL)).toBe("Van 1 would drive 7.7 mi too far");
  const headline = "Both vehicles would drive too far";
  expect(shownReason({ ...reason, message: headline, vehicles: [vehicle, vehicle] }, IMPERIAL)).toBe(headline);
});
