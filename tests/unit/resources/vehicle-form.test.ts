import { expect, it } from "vitest";
import { numberField } from "~/domain/validation/form-fields";
import { VehicleSchema } from "~/features/resources/schemas";

const speedOf = (speed?: string) => VehicleSchema.parse({ title: "Van", speed }).speed;

it("a vehicle's blank speed is the usual one, never 0, which its own field refuses", () => {
  expect([speedOf(""), speedOf(" "), speedOf(undefined), speedOf("110")]).toEqual([100, 100, 100, 110]);
  expect(VehicleSchema.safeParse({ title: "Van", speed: "0" }).error?.issues[0]?.message).toBe(
    "Speed must be at least 50",
  );
});

it("no field can be made whose empty value it would refuse", () => {
  expect(() => numberField("Speed", { min: 50 })).toThrow(
    "Speed: an empty field becomes 0, which the field itself refuses.",
  );
  expect(() => numberField("Share", { max: 1, empty: 2 })).toThrow("Share");
  expect(() => numberField("Speed", { min: 50, empty: null })).not.toThrow();
});
