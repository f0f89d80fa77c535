import { expect, it } from "vitest";
import { keysBetween } from "~/ui/table/keys-between";

it.each([
  ["downwards", "b", "d", ["b", "c", "d"]],
  ["upwards", "d", "b", ["b", "c", "d"]],
  ["to itself", "c", "c", ["c"]],
  ["from one that is gone", "x", "c", ["c"]],
])("the keys between two, %s", (_, from, to, expected) => {
  expect(keysBetween(["a", "b", "c", "d", "e"], from, to)).toEqual(expected);
});
