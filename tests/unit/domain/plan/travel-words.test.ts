import { describe, expect, it } from "vitest";
import { travelWords } from "~/domain/plan/travel-words";
import type { LegEstimate } from "~/domain/visit/visit";

const legs = (...states: LegEstimate[]) => states.map((legEstimate) => ({ legEstimate }));
const by = (travelEngine: "osrm" | "valhalla" | "straight" | null, travelNote: string | null = null) => ({
  travelEngine,
  travelNote,
});

describe("the word on a plan about its times", () => {
  it("names the engine, and counts what is estimated or still being measured", () => {
    expect(travelWords(by("osrm"), legs(0, 0), true)).toEqual({
      text: "Times by OSRM",
      reason: "",
      isEstimated: false,
    });
    expect(travelWords(by("valhalla"), legs(0, 1, 2, 2), true)).toEqual({
      text: "Times by Valhalla · 1 leg estimated · 2 legs being measured",
      reason:
        "Estimated legs begin or end where the road data knows no road, or could not be measured; " +
        "their stops are marked with ≈ in the list.",
      isEstimated: true,
    });
  });

  it("says why the preferred engine is not the one", () => {
    expect(travelWords(by("valhalla", "OSRM (OSRM_URL) does not answer."), [], true)).toEqual({
      text: "Times by Valhalla",
      reason: "OSRM (OSRM_URL) does not answer.",
      isEstimated: true,
    });
  });

  it("calls estimates estimates, and says what to do", () => {
    const text = "Times are estimates along straight lines";
    expect(travelWords(by(null), [], false)).toMatchObject({ text, reason: expect.stringContaining("npm run roads") });
    expect(travelWords(by("straight"), [], true)).toMatchObject({
      text,
      reason: "Calculate again for times on roads.",
    });
    expect(travelWords(by("straight", "OSRM (OSRM_URL) does not answer."), [], true).reason).toBe(
      "OSRM (OSRM_URL) does not answer. Calculate again for times on roads.",
    );
    expect(travelWords(by(null), [], true)).toMatchObject({ text: "Times on roads", isEstimated: false });
  });
});
