import { expect, it } from "vitest";
import { mostOnBoard } from "~/domain/vehicle/most-on-board";

const stops = (...amounts: [type: "D" | "P", kg: number][]) => amounts.map(([type, kg]) => ({ type, kg }));
const most = (...amounts: Parameters<typeof stops>) => mostOnBoard(stops(...amounts), ({ kg }) => kg);

it.each([
  ["nothing", [], 0],
  [
    "deliveries, all at the start",
    [
      ["D", 5],
      ["D", 7],
    ],
    12,
  ],
  [
    "pickups, all at the end",
    [
      ["P", 5],
      ["P", 7],
    ],
    12,
  ],
  [
    "a pickup after the delivery has made room",
    [
      ["D", 5],
      ["P", 5],
    ],
    5,
  ],
  [
    "a pickup while all is still on board",
    [
      ["P", 5],
      ["D", 5],
    ],
    10,
  ],
  [
    "the fullest place in the middle",
    [
      ["P", 8],
      ["D", 6],
      ["P", 1],
    ],
    14,
  ],
] as [string, [type: "D" | "P", kg: number][], number][])("%s", (_, amounts, expected) =>
  expect(most(...amounts)).toBe(expected),
);
