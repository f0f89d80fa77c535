import { expect, it } from "vitest";
import { MoveVisits, PlanSettings, RenamePlan, RouteId } from "~/features/planning/schemas";
import { DoneForm } from "~/features/driver/schemas";
import { fieldFault, fieldLabel } from "~/http/field-faults.server";
import { toRefusal } from "~/http/action.server";
import type { ZodType } from "zod";

it("makes words of a field's name", () => {
  expect(["startLocationType", "routeId", "visitIds", "country_code", "title"].map(fieldLabel)).toEqual([
    "Start location type",
    "Route",
    "Visits",
    "Country code",
    "Title",
  ]);
  expect([fieldFault({ path: [] }), fieldFault({})]).toEqual(["Please check the form.", "Please check the form."]);
});

/** What the answer to a forged form says, field by field. */
const said = (schema: ZodType, form: object): Record<string, string> | undefined => {
  const parsed = schema.safeParse(form);
  return parsed.success ? undefined : toRefusal(parsed.error)[0].fieldErrors;
};

it("names the field of every odd value, and leaves sentences of the schemas alone", () => {
  expect(said(RouteId, { routeId: "abc" })).toEqual({ routeId: "Route is required" });
  expect(said(RenamePlan, { version: "x", title: "" })).toEqual({
    version: "Version is not correct",
    title: "Please enter a title",
  });
  expect(
    said(PlanSettings, { startLocationType: "X", endLocationType: "N", hasBreaks: "7", speedPercent: "fast" }),
  ).toEqual({
    startLocationType: "Start location type is not correct",
    hasBreaks: "Has breaks is not correct",
    speedPercent: "Speed must be a number, not “fast”",
  });
  expect(said(MoveVisits, { visitIds: "1,x" })).toEqual({ "visitIds.1": "The id of a visit is not correct" });
});

it("and so on the driver's pages", () => {
  const faults = said(DoneForm, { visitId: "1", confirmed: "maybe", ageSec: "-5", tab: "t".repeat(100) });
  expect(faults).toEqual({
    confirmed: "Confirmed is not correct",
    ageSec: "Age sec is not correct",
    tab: "Tab is not correct",
  });
});
