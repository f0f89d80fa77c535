import { describe, expect, it } from "vitest";
import { atField, refusalMessage } from "~/domain/decision";
import { closedBy, COMPLETED, isNotCompleted, isNotLocked, isOpen, LOCKED } from "~/domain/route/route-gate";
import { canEmpty, isWithoutDriver } from "~/domain/route/route-permissions";
import { RouteStatus } from "~/domain/route/route-status";
import { canReceiveVisits } from "~/domain/visit/visit-permissions";

const route = (status: RouteStatus, isLocked: boolean) => ({ status, isLocked });

describe("what is closed refuses", () => {
  it("by its lock, which a visit without a route doesn't have", () => {
    expect(isNotLocked(route(RouteStatus.Planning, true))).toEqual(LOCKED);
    expect([isNotLocked(route(RouteStatus.Planning, false)).ok, isNotLocked(null).ok]).toEqual([true, true]);
  });
  it.each(Object.values(RouteStatus))("and once it is completed: status %s", (status) => {
    const isCompleted = status === RouteStatus.Completed;
    expect(isNotCompleted({ status })).toEqual(isCompleted ? COMPLETED : { ok: true });
    expect(isOpen(route(status, false)).ok).toBe(!isCompleted);
    // Unlocking would open nothing there.
    expect(isOpen(route(status, true))).toEqual(isCompleted ? COMPLETED : LOCKED);
    expect(canReceiveVisits(route(status, true))).toEqual(isOpen(route(status, true)));
    expect([closedBy(route(status, false)), closedBy(route(status, true))]).toEqual(
      isCompleted ? ["completed", "completed"] : [null, "locked"],
    );
  });
  it.each(Object.values(RouteStatus))("nobody misses a driver before the approval, nor at the end: %s", (status) => {
    const misses = status === RouteStatus.Scheduled || status === RouteStatus.OnRoute;
    expect(isWithoutDriver({ status, driverId: null })).toBe(misses);
    expect(isWithoutDriver({ status, driverId: 7 })).toBe(false);
  });
  it("at the field of a form that it is about", () => {
    expect(atField(COMPLETED, "driver-3").error).toEqual({
      ...COMPLETED.error,
      fields: { "driver-3": COMPLETED.error.message },
    });
  });
  it("to be set empty, when it is that already or locked", () => {
    expect(refusalMessage(canEmpty(route(RouteStatus.Empty, true)))).toBe(LOCKED.error.message);
    expect(refusalMessage(canEmpty(route(RouteStatus.Empty, false)))).toBe("The route is already empty.");
    expect(canEmpty(route(RouteStatus.OnRoute, false)).ok).toBe(true);
  });
});
