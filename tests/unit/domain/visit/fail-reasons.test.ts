import { existsSync, readFileSync } from "node:fs";
import { describe, expect, it } from "vitest";
import { FAIL_REASONS as SEEDED } from "migrations/seeds/reference/lists";
import { FAIL_NOTE_LENGTH, FAIL_REASONS, failReasonText, OTHER_REASON } from "~/domain/visit/fail-reasons";
import { pastPanel } from "~/domain/visit/visit-display";
import { markVisitFailed, setVisitOnRoute } from "~/domain/visit/visit-transitions";
import { makeRoute, makeStops } from "../make";

describe("the seven reasons", () => {
  // @spec PC-3.62
  it("are those of the reference data, by id", () => {
    expect(FAIL_REASONS).toEqual(SEEDED.map(([title, image], index) => ({ id: index + 1, title, image })));
    expect(FAIL_REASONS.map((reason) => reason.title)).toEqual([
      "Not at the address",
      "No answer to the call",
      "Incorrect phone number",
      "Incorrect address",
      "Could not find the address",
      "Refused",
      "Other",
    ]);
  });
  // @spec PC-3.63
  it("have a small picture each, of their own", () => {
    const pictures = FAIL_REASONS.map(({ image }) => {
      expect(existsSync(`public${image}`), image).toBe(true);
      return readFileSync(`public${image}`, "utf8");
    });
    expect(new Set(pictures).size).toBe(FAIL_REASONS.length);
    for (const picture of pictures) {
      expect(picture.length).toBeLessThan(1000);
      expect(picture).toMatch(/^<svg xmlns="http:\/\/www\.w3\.org\/2000\/svg" viewBox="0 0 40 40"/);
      expect(picture).not.toMatch(/script|href|<style/);
    }
  });
});

describe("the note", () => {
  const route = makeRoute({ id: 1, status: 4 });
  const stops = makeStops(3);
  const failed = (failReasonId: number, failNote?: string) => {
    const decision = markVisitFailed(stops[1]!, route, stops, {
      now: "2026-06-01 08:00:00",
      failReasonId,
      failNote,
      companyFailReasons: [1, OTHER_REASON],
    });
    if (!decision.ok) throw new Error(decision.error.message);
    return decision.changes.visits.find((patch) => patch.id === stops[1]!.id)?.set;
  };
  it("goes with Other alone, as long as its column", () => {
    expect(failed(OTHER_REASON, "The gate is locked")).toMatchObject({
      failReasonId: OTHER_REASON,
      failNote: "The gate is locked",
    });
    expect(failed(OTHER_REASON)).toMatchObject({ failNote: "" });
    expect(failed(1, "Typed before another reason was chosen")).toMatchObject({ failReasonId: 1, failNote: "" });
    expect(failed(OTHER_REASON, "x".repeat(FAIL_NOTE_LENGTH + 1))?.failNote).toHaveLength(FAIL_NOTE_LENGTH);
  });
  it("is gone when the visit is set on route again", () => {
    const visit = { ...stops[1]!, status: 5 as const, failReasonId: OTHER_REASON, failNote: "The gate is locked" };
    expect(setVisitOnRoute(visit, route, "2026-06-01 09:00:00")).toMatchObject({
      changes: { visits: [{ id: visit.id, set: { failReasonId: null, failNote: "" } }] },
    });
  });
  it("is shown with the reason", () => {
    expect(failReasonText({ failReasonId: OTHER_REASON, failNote: "The gate is locked" })).toBe(
      "Other: The gate is locked",
    );
    expect(failReasonText({ failReasonId: 6, failNote: "" })).toBe("Refused");
    expect(failReasonText({ failReasonId: null, failNote: "" })).toBeNull();
    expect(
      pastPanel(
        { status: 5, confirmationType: null, doneNote: "", failReasonId: OTHER_REASON, failNote: "The gate is locked" },
        "1 June",
      )?.detail,
    ).toBe("Other: The gate is locked");
  });
});
