import { describe, expect, it } from "vitest";
import { isSameCode, scanResult } from "~/domain/visit/scanned-code";

const STOPS = [
  { id: 1, code: "A-17 b" },
  { id: 2, code: "B-20" },
  { id: 3, code: "B 20" },
];

describe("a scanned code", () => {
  it("is compared without case, blanks and dashes", () => {
    expect(isSameCode(" a17B\n", "A-17 b")).toBe(true);
    expect(isSameCode("A-171", "A-17")).toBe(false);
    expect(isSameCode(" - ", "")).toBe(false);
  });

  it("is right, that of another stop, or unknown", () => {
    expect(scanResult("a17b", 1, STOPS)).toEqual({ kind: "right" });
    expect(scanResult("b20", 1, STOPS)).toEqual({ kind: "other", stop: STOPS[1] });
    expect(scanResult("C-1", 1, STOPS)).toEqual({ kind: "unknown" });
  });

  it("is right where several stops have the same", () => {
    expect(scanResult("B-20", 3, STOPS)).toEqual({ kind: "right" });
  });
});
