import type { OtherVehicles, Reason } from "solver/index";
import { describe, expect, it } from "vitest";
import { unservedHeadline, unservedReason } from "~/domain/calculation/sentences";
import { moreVehicles } from "~/domain/calculation/shown-sentences";

const CHECK = "Check its place on the map.";

describe("why nobody serves a visit, in a sentence", () => {
  it("speaks of all vehicles where all have the same reason", () => {
    expect(unservedHeadline(Array(40).fill("capacity"))).toBe("All 40 vehicles have no room");
    expect(unservedHeadline(["time_window", "time_window"])).toBe("Both vehicles can't be there in time");
  });

  it("counts the reasons where they differ, the most frequent first", () => {
    expect(unservedHeadline(["time_window", "capacity", "capacity", "skills"])).toBe(
      "2 vehicles have no room, 1 can't be there in time, 1 doesn't have it on board",
    );
  });

  it.each<[string, (Reason["way"] | null)[], string]>([
    ["no way there", ["there", "there"], `No road leads to this visit from where the vehicles are. ${CHECK}`],
    [
      "no way there for the only vehicle",
      ["there"],
      `No road leads to this visit from where the vehicles are. ${CHECK}`,
    ],
    ["no way back", ["back", "back"], `No road leads from this visit to where the vehicles go. ${CHECK}`],
    ["there for one, back for another", ["there", "back"], `No road leads to this visit and back. ${CHECK}`],
    ["not between two visits", ["there", undefined], "Both vehicles find no road there and on"],
    ["another reason beside it", ["there", null], "1 vehicle finds no road there and on, 1 has no room"],
  ])("asks to look at the place where only roads are missing: %s", (_, ways, message) => {
    const reasons = ways.map((way, k): Reason => {
      if (way === null) return { vehicleId: k, code: "capacity", message: "", amount: 1 };
      return { vehicleId: k, code: "no_way", message: "", ...(way === undefined ? {} : { way }) };
    });
    expect(unservedReason({ id: 1, type: "job", locationIndex: 0, reasons }, { fleet: {} }).message).toBe(message);
  });

  it("counts vehicles without a reason of their own, too", () => {
    const reasons: Reason[] = [{ vehicleId: 1, code: "no_way", message: "", way: "there" }];
    const reasonOf = (...otherVehicles: OtherVehicles[]) =>
      unservedReason({ id: 1, type: "job", locationIndex: 0, reasons, otherVehicles }, { fleet: {} });
    expect(reasonOf({ code: "no_way", way: "there", count: 599 })).toMatchObject({
      message: `No road leads to this visit from where the vehicles are. ${CHECK}`,
      more: 599,
    });
    const { message, more, ...rest } = reasonOf({ code: "capacity", count: 40 }, { code: "no_way", count: 2 });
    expect([message, more]).toEqual(["40 vehicles have no room, 3 find no road there and on", 42]);
    expect(moreVehicles({ message, more, ...rest })).toBe("and 42 more vehicles");
    expect(reasonOf({ code: "no_way", count: 1 }).message).toBe("Both vehicles find no road there and on");
    expect(moreVehicles(reasonOf())).toBeNull();
  });

  it("says something without vehicles too", () => {
    expect(unservedHeadline([])).toBe("No vehicle could serve it");
  });

  it("names the vehicle where there is but one", () => {
    const reason = { vehicleId: 7, code: "capacity" as const, message: "", amount: 3 };
    expect(
      unservedReason({ id: 1, type: "job", locationIndex: 0, reasons: [reason] }, { fleet: { 7: { title: "Van 7" } } })
        .message,
    ).toBe("Van 7 has no room for it");
  });
});
