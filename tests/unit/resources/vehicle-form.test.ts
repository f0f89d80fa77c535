import { expect, it } from "vitest";
import { countedField } from "~/domain/validation/wire-fields";
import { NewVehicle } from "~/features/resources/schemas";
import { fromForm } from "../../helpers/forms";

const speedOf = (speed?: string) =>
  fromForm(NewVehicle, { title: "Van", ...(speed === undefined ? {} : { speed }) }).speed;

it("a vehicle's blank speed is the usual one, never 0, which its own field refuses", () => {
  expect([speedOf(""), speedOf(" "), speedOf(undefined), speedOf("110")]).toEqual([100, 100, 100, 110]);
  expect(() => speedOf("0")).toThrow("Speed must be at least 50");
});

it("no field can be made whose empty value it would refuse", () => {
  expect(() => countedField("Speed", { min: 50 })).toThrow(
    "Speed: an empty field becomes 0, which the field itself refuses.",
  );
  expect(() => countedField("Share", { max: 1, empty: 2 })).toThrow("Share");
  expect(() => countedField("Speed", { min: 50, empty: 50 })).not.toThrow();
});
