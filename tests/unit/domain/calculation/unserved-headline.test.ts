import { describe, expect, it } from "vitest";
import { unservedHeadline, unservedReason } from "~/domain/calculation/sentences";

describe("why nobody serves a visit, in a sentence", () => {
  it("speaks of all vehicles where all have the same reason", () => {
    expect(unservedHeadline(Array(40).fill("capacity"))).toBe("All 40 vehicles have no room");
    expect(unservedHeadline(["time_window", "time_window"])).toBe("Both vehicles can't be there in time");
  });

  it("counts the reasons where they differ, the most frequent first", () => {
    expect(unservedHeadline(["time_window", "capacity", "capacity", "skills"])).toBe(
      "2 vehicles have no room, 1 can't be there in time, 1 lacks a skill",
    );
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
