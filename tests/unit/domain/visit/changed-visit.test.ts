import { expect, it } from "vitest";
import { changedVisit } from "~/domain/visit/changed-visit";
import { makeVisit } from "../make";

const visit = makeVisit({ name: "Bakery", serviceTime: 5, startTime: null, recipientNote: "" });

it("writes only what differs, and takes empty text for none", () => {
  expect(changedVisit({ name: "Bakery", startTime: "", recipientNote: null, address: undefined }, visit)).toEqual({
    set: {},
    changesTimes: false,
  });
  expect(changedVisit({ name: "Café", recipientNote: "Ring twice" }, visit)).toEqual({
    set: { name: "Café", recipientNote: "Ring twice" },
    changesTimes: false,
  });
});

it("a new service time ends the planned time on site, a new place the reason of a calculation", () => {
  expect(changedVisit({ serviceTime: 8 }, visit)).toEqual({
    set: { serviceTime: 8, serviceDuration: null },
    changesTimes: true,
  });
  expect(changedVisit({ lng: 9.6 }, visit)).toEqual({ set: { lng: 9.6, unservedReason: null }, changesTimes: true });
});

it.each([
  ["lat", 47.2],
  ["startTime", "09:00"],
  ["endTime", "10:00"],
  ["type", "P"],
  ["packageCapacity", 1],
  ["packageLoad", 1],
] as const)("times of the route follow from %s", (field, value) =>
  expect(changedVisit({ [field]: value }, visit).changesTimes).toBe(true),
);
