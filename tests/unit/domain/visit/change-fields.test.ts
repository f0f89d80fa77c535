import { describe, expect, it } from "vitest";
import { allowFields, fieldChanges, fieldFault } from "~/domain/visit/change-fields";
import { changedVisit } from "~/domain/visit/changed-visit";
import { onItsRoute } from "~/domain/visit/visit-on-route";
import type { VisitFields } from "~/domain/visit/visit-reset";
import { makeRoute, makeVisit } from "../make";

const visit = makeVisit({ recipientPhone: "12", startTime: "08:00", endTime: "12:00" });
const found = (isLocked = false, one = visit) => onItsRoute({ routes: [makeRoute({ isLocked })], visits: [one] }, one);
const change = (fields: VisitFields, at = found()) => fieldChanges(at, changedVisit(fields, at.visit));

describe("fields of a visit", () => {
  it("are saved as far as they differ; times of the route follow from some of them", () => {
    expect(change({ name: "Bakery", deliveryNote: "Ring twice" })).toMatchObject({
      ok: true,
      changes: { visits: [{ id: 1, set: { deliveryNote: "Ring twice" } }], recalculate: [] },
    });
    expect(change({ endTime: "13:00" })).toMatchObject({
      changes: { visits: [{ id: 1, set: { endTime: "13:00" } }], recalculate: [{ routeId: 1, mode: "position" }] },
    });
    const loose = onItsRoute({ routes: [], visits: [visit] }, makeVisit({ routeId: null }));
    expect(change({ endTime: "13:00" }, loose)).toMatchObject({ ok: true, changes: { recalculate: [] } });
  });

  it("stay as they are on a locked route, but for what helps the driver; the same values are no change", () => {
    expect(change({ name: "Café" }, found(true))).toMatchObject({ ok: false, error: { code: "route.locked" } });
    expect(change({ deliveryNote: "Ring twice" }, found(true)).ok).toBe(true);
    expect(change({ name: "Bakery" }, found(true))).toMatchObject({ ok: true, changes: { visits: [] } });
  });

  it("are refused with a window that runs backwards, and with a number that nobody can call", () => {
    expect(change({ endTime: "07:00" })).toMatchObject({
      error: { code: "times.crossed", status: 422, fields: { endTime: "End time must be greater than start time" } },
    });
    expect(change({ recipientPhone: "13" })).toMatchObject({
      error: { code: "visit.phone", status: 422, fields: { recipientPhone: "Phone is not correct" } },
    });
    expect(change({ recipientPhone: "" }).ok).toBe(true);
    // What an import brought stays while other fields change.
    expect(change({ recipientPhone: "12", name: "Café" }).ok).toBe(true);
    expect(fieldFault(makeVisit({ startTime: "12:00", endTime: "08:00" }), { name: "Café" })).toBeNull();
    expect(allowFields(found(), changedVisit({ recipientPhone: "13" }, visit)).ok).toBe(true);
  });

  it("take no place from a visit on a route", () => {
    expect(change({ lat: null, lng: null })).toMatchObject({
      error: { code: "visit.place_needed", status: 409, fields: { lat: expect.stringContaining("needs its place") } },
    });
    const lost = makeVisit({ lat: null, lng: null });
    expect(change({ name: "Café" }, found(false, lost)).ok).toBe(true);
  });
});
