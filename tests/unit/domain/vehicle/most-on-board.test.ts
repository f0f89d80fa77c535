import { expect, it } from "vitest";
import { mostOnBoard } from "~/domain/vehicle/most-on-board";
import { VisitStatus } from "~/domain/visit/visit-status";

const { Scheduled, Delivered, Failed } = VisitStatus;
type Stop = [type: "D" | "P", kg: number, status?: VisitStatus];

it.each<[string, Stop[], number]>([
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
  [
    "a pickup beside what could not be delivered",
    [
      ["D", 5, Failed],
      ["D", 2, Delivered],
      ["P", 4],
    ],
    9,
  ],
  [
    "a pickup that failed",
    [
      ["D", 5, Delivered],
      ["P", 9, Failed],
    ],
    5,
  ],
])("%s", (_, stops, expected) =>
  expect(
    mostOnBoard(
      stops.map(([type, kg, status = Scheduled]) => ({ type, kg, status })),
      ({ kg }) => kg,
    ),
  ).toBe(expected),
);
