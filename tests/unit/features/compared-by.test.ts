import { expect, it } from "vitest";
import { groupChoices, groupHeader } from "~/features/dashboard/components/compared-by";

it("figures of weeks are called so where they are chosen, and above their column", () => {
  const labels = (period: "day" | "week") => groupChoices(period).map(({ label }) => label);
  expect(labels("day")).toEqual(["Driver", "Vehicle", "Warehouse", "Day"]);
  expect(labels("week")).toEqual(["Driver", "Vehicle", "Warehouse", "Week"]);
  expect([groupHeader("day", "week"), groupHeader("driver", "week")]).toEqual(["Week", "Driver"]);
  // The address stays the same, so that a change of days keeps the choice.
  expect(groupChoices("week")).toMatchObject([{ value: null }, { value: "vehicle" }, {}, { value: "day" }]);
});
