import { describe, expect, it } from "vitest";
import { resultForToast } from "~/features/planning/plan-page/result-for-toast";

const refusal = (lines: string[]) => ({ ok: false as const, message: lines.join("\n") });
const faults = (count: number) => Array.from({ length: count }, (_, i) => `Visit ${i + 1} has no coordinates.`);

describe("what a toast says of a refused action", () => {
  it("keeps a short refusal whole", () => {
    expect(resultForToast(refusal(faults(3)), null)).toEqual(refusal(faults(3)));
  });

  it("counts the lines that it leaves out", () => {
    expect(resultForToast(refusal(faults(5)), null)).toEqual(refusal([...faults(3), "and 2 more"]));
  });

  it("adds those that the refusal itself left out: 62 faults are 3 and 59 more", () => {
    expect(resultForToast(refusal([...faults(5), "… and 57 more."]), null)).toEqual(
      refusal([...faults(3), "and 59 more"]),
    );
  });

  it("leaves the saying to the open form", () => {
    expect(resultForToast(refusal(faults(1)), "new-visit")).toBeNull();
  });
});
