import { expect, it } from "vitest";
import { vehicleOptionLabel } from "~/domain/vehicle/vehicle";
import { isolated } from "~/lib/isolated";

it("sets off names that are written from right to left, and leaves all others as they are", () => {
  expect(["شاحنة ٣", "משאית 3"].map(isolated)).toEqual(["\u2068شاحنة ٣\u2069", "\u2068משאית 3\u2069"]);
  expect(["Van 3", "Čížková", "面包车", ""].map(isolated)).toEqual(["Van 3", "Čížková", "面包车", ""]);
});

it("keeps both names of a choice of vehicles in their order", () => {
  expect(vehicleOptionLabel({ id: 1, title: "", plate: "شاحنة ٣" }, null)).toBe("No Driver \u2068شاحنة ٣\u2069");
});
