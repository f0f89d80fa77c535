import { expect, it } from "vitest";
import { placeNames, spotsOn } from "~/ui/map/name-places";
import { sharedPlaces } from "~/ui/map/shared-places";

const nothing = { kept: [], stops: [], resolution: 1, mostCovered: Number.POSITIVE_INFINITY };

it("puts a name on the middle of its line's longest piece first", () => {
  expect(
    spotsOn([
      [0, 0],
      [100, 0],
      [100, 20],
    ])[0],
  ).toEqual([50, 0]);
  expect(spotsOn([[0, 0]])).toEqual([]);
  expect(
    placeNames(
      [
        {
          id: 1,
          width: 40,
          spots: spotsOn([
            [0, 0],
            [100, 0],
          ]),
        },
      ],
      nothing,
    ).get(1),
  ).toEqual([50, 0]);
});

it("keeps names off the warehouse and off one another, at the size that the screen shows", () => {
  const names = [1, 2].map((id) => ({
    id,
    width: 60,
    spots: [
      [50, 0],
      [50, 40],
      [50, 80],
    ] as const,
  }));
  const kept = [{ at: [50, 0] as const, boxes: [{ x: 0, y: 0, width: 30, height: 30 }] }];
  expect([...placeNames(names, { ...nothing, kept })]).toEqual([
    [1, [50, 40]],
    [2, [50, 80]],
  ]);
  // From further away the first place is free for nobody, and the others are too near to each other.
  expect([...placeNames(names, { ...nothing, kept, resolution: 3 })]).toEqual([[1, [50, 80]]]);
  // What hangs under the warehouse's icon is to its south: lower y on the map.
  expect(
    placeNames(
      [
        {
          id: 1,
          width: 10,
          spots: [
            [0, -26],
            [0, 26],
          ],
        },
      ],
      { ...nothing, kept: [{ at: [0, 0], boxes: [{ x: 0, y: 26, width: 80, height: 20 }] }] },
    ).get(1),
  ).toEqual([0, 26]);
});

it("covers as few stops as can be, and none where there are many routes", () => {
  const names = [
    {
      id: 1,
      width: 40,
      spots: [
        [0, 0],
        [0, 100],
      ] as const,
    },
  ];
  const stops = [
    [0, 0],
    [5, 0],
    [0, 100],
  ] as const;
  expect(placeNames(names, { ...nothing, stops }).get(1)).toEqual([0, 100]);
  expect(placeNames(names, { ...nothing, stops, mostCovered: 0 }).has(1)).toBe(false);
});

it("shows one number where stops share a place: the lowest of those on top", () => {
  const shared = sharedPlaces([
    { id: 1, place: "a", rank: 3, label: 8 },
    { id: 2, place: "a", rank: 3, label: 7 },
    { id: 3, place: "a", rank: 1, label: 1 },
    { id: 4, place: "b", rank: 3, label: 2 },
  ]);
  expect([[...shared.first], [...shared.hidden].sort()]).toEqual([[2], [1, 3]]);
});
