import { expect, it } from "vitest";
import { NO_PLACE_REASON, placesToSetFirst, reasonOf, reasonWithSuggestion } from "~/domain/visit/unserved-reason";
import { lateSec } from "~/domain/visit/visit-times";
import { countReports } from "~/domain/visit/visit-status";
import { makeVisit } from "../make";

const reason = {
  code: "time_window",
  message: "No vehicle has time",
  vehicles: [],
  suggestion: { scope: "visit", message: "it ended at 13:00" },
} as unknown as NonNullable<ReturnType<typeof makeVisit>["unservedReason"]>;

it("a missing place comes before what a calculation said", () => {
  const placeless = makeVisit({ lat: null, unservedReason: reason });
  expect([reasonOf(placeless), reasonWithSuggestion(placeless)]).toEqual([NO_PLACE_REASON, NO_PLACE_REASON]);
  expect(reasonWithSuggestion(makeVisit({ unservedReason: reason }))).toBe(
    "No vehicle has time · would fit if it ended at 13:00",
  );
  expect([reasonOf(makeVisit()), reasonWithSuggestion(makeVisit())]).toEqual([null, null]);
});

it("places to set are listed first, each group in its order", () => {
  const visits = [{ id: 1, lat: 47, lng: 9 }, { id: 2 }, { id: 3, lat: 47, lng: 9 }, { id: 4, lat: 47, lng: 0 }];
  expect(placesToSetFirst(visits).map(({ id }) => id)).toEqual([2, 4, 1, 3]);
});

it("a visit is late from a minute on: by the plan until it is served, then by when it really was", () => {
  const closes = Date.parse("2026-06-01T10:00:00Z") / 1000;
  const late = (part: Parameters<typeof makeVisit>[0], end: number | null = closes) => lateSec(makeVisit(part), end);
  expect(late({ arrivalTime: "2026-06-01 09:58:00", waitingTime: 180 })).toBe(60);
  expect([
    late({ arrivalTime: "2026-06-01 09:58:00", waitingTime: 179 }),
    late({ arrivalTime: "2026-06-01 11:00:00", status: 4, completedAt: "2026-06-01 10:05:00", serviceTime: 5 }),
    late({ arrivalTime: null }),
    late({ arrivalTime: "2026-06-01 11:00:00" }, null),
  ]).toEqual([null, null, null, null]);
  expect(
    late({ arrivalTime: "2026-06-01 09:00:00", status: 5, completedAt: "2026-06-01 10:15:00", serviceTime: 5 }),
  ).toBe(600);
  expect(late({ arrivalTime: "2026-06-01 11:00:00", status: 4 }), "nobody knows when it was").toBe(3600);
});

it("reports are counted by what they say", () =>
  expect(countReports(([1, 2, 3, 4, 4, 5] as const).map((status) => ({ status })))).toEqual({ done: 2, failed: 1 }));
