import { expect, it } from "vitest";
import { PlanSettings, RenamePlan, RouteEdit, RouteSettings } from "~/features/planning/schemas";
import { MoveVisits } from "~/features/planning/visit-schemas";
import { ReportDone } from "~/features/driver/schemas";
import { fieldFault, fieldLabel } from "~/http/field-faults.server";
import { toRefusal } from "~/http/action.server";
import type { ZodType } from "zod";
import { fromForm } from "../../helpers/forms";
import type { Posted } from "../../helpers/forms";

it("makes words of a field's name", () => {
  expect(["startLocationType", "routeId", "visitIds", "company_ids", "country_code", "title"].map(fieldLabel)).toEqual([
    "Start location type",
    "Route",
    "Visits",
    "Companies",
    "Country code",
    "Title",
  ]);
  expect(fieldFault({ path: ["company_ids", 0] })).toBe("Companies are not correct");
  expect([fieldFault({ path: [] }), fieldFault({})]).toEqual(["Please check the form.", "Please check the form."]);
});

/** What the answer to a forged form says, field by field. */
function faultsOf(schema: ZodType, form: Posted): Record<string, string> | undefined {
  try {
    fromForm(schema, form);
    return undefined;
  } catch (error) {
    return toRefusal(error)[0].fieldErrors;
  }
}

it("names the field of every odd value, and leaves sentences of the schemas alone", () => {
  expect(faultsOf(RouteEdit, { routeId: "abc" })).toEqual({ routeId: "Route is required" });
  expect(faultsOf(RenamePlan, { planId: 1, version: "x", title: "" })).toEqual({
    version: "Version is not correct",
    title: "Please enter a title",
  });
  expect(
    faultsOf(PlanSettings, {
      planId: 1,
      startLocationType: "X",
      endLocationType: "N",
      hasBreaks: "7",
      speedPercent: "fast",
    }),
  ).toEqual({
    startLocationType: "Start location type is not correct",
    hasBreaks: "Has breaks is not correct",
    speedPercent: "Speed must be a number, not “fast”",
  });
  // Part of a start or of an end would be left out without a word.
  for (const [name, value] of Object.entries({ Lat: "47.2", Lng: "9.5", Address: "Ring 1" }))
    for (const [settings, id] of [
      [PlanSettings, { planId: 1 }],
      [RouteSettings, { routeId: 1 }],
    ] as const)
      expect(faultsOf(settings, { ...id, [`startLocation${name}`]: value, [`endLocation${name}`]: value })).toEqual({
        startLocationType: "Start location type is required beside its address and coordinates",
        endLocationType: "End location type is required beside its address and coordinates",
      });
  expect(faultsOf(MoveVisits, { visitIds: "1,x" })).toEqual({ "visitIds.1": "The id of a visit is not correct" });
});

it("and so on the driver's pages", () => {
  const faults = faultsOf(ReportDone, {
    visitId: "1",
    ageSec: "-5",
    commandId: "c".repeat(100),
    confirmationType: "thrown",
  });
  expect(faults).toEqual({
    ageSec: "Age sec is not correct",
    commandId: "Command is not correct",
    confirmationType: "Choose how it was handed over",
  });
});
