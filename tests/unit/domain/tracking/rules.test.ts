import { describe, expect, it } from "vitest";
import { isLongOver } from "~/domain/route/route-day";
import { RouteStatus } from "~/domain/route/route-status";
import { canRate } from "~/domain/tracking/rating";
import { recipientSettingsOf } from "~/domain/tracking/recipient-settings";
import { recipientStage, seesVehicle } from "~/domain/tracking/recipient-stage";
import { withRecipientWords } from "~/domain/tracking/recipient-words";
import { canAskForWindow } from "~/domain/tracking/window-request";
import { VisitStatus } from "~/domain/visit/visit-status";

describe("how far a delivery is", () => {
  const none = null;
  it.each([
    [VisitStatus.Unscheduled, none, false, "planned"],
    [VisitStatus.Unscheduled, none, true, "over"],
    [VisitStatus.Scheduled, RouteStatus.Planning, false, "planned"],
    [VisitStatus.OnRoute, RouteStatus.Scheduled, false, "ready"],
    [VisitStatus.OnRoute, RouteStatus.Scheduled, true, "over"],
    [VisitStatus.Unscheduled, RouteStatus.Scheduled, false, "planned"],
    [VisitStatus.OnRoute, RouteStatus.OnRoute, false, "road"],
    // A route that takes longer than its day.
    [VisitStatus.OnRoute, RouteStatus.OnRoute, true, "road"],
    [VisitStatus.OnRoute, RouteStatus.Completed, false, "over"],
    [VisitStatus.Delivered, RouteStatus.OnRoute, false, "done"],
    [VisitStatus.Failed, RouteStatus.Completed, true, "failed"],
  ] as const)("visit %s, route %s, day over %s: %s", (status, route, isDayOver, stage) => {
    const facts = { visit: { status }, route: route === null ? null : { status: route }, isDayOver, isLongOver: false };
    expect(recipientStage({ ...facts, isRemoved: false })).toBe(stage);
    expect(recipientStage({ ...facts, isRemoved: true })).toBe("cancelled");
  });

  it("of a route that nobody has finished is lost once no vehicle can be on its way", () => {
    const onRoad = { visit: { status: VisitStatus.OnRoute }, route: { status: RouteStatus.OnRoute }, isRemoved: false };
    expect(recipientStage({ ...onRoad, isDayOver: true, isLongOver: true })).toBe("lost");
    // Its shift lasts longer than that.
    expect(recipientStage({ ...onRoad, isDayOver: false, isLongOver: true })).toBe("road");
    const done = { ...onRoad, visit: { status: VisitStatus.Delivered } };
    expect(recipientStage({ ...done, isDayOver: true, isLongOver: true })).toBe("done");
  });

  it("is long over at noon of the next day, by the warehouse's clock", () => {
    const noon = Date.parse("2026-11-24T11:00:00Z") / 1000;
    expect(isLongOver("2026-11-23", "Europe/Vaduz", noon - 1)).toBe(false);
    expect(isLongOver("2026-11-23", "Europe/Vaduz", noon)).toBe(true);
  });
});

describe("the vehicle", () => {
  it.each([
    ["road", 0, 9_000, 60, true],
    ["road", 1, 1_500, 60, true],
    ["road", 1, 1_501, 60, false],
    ["road", null, 9_000, 60, false],
    ["road", 0, 100, 901, false],
    ["ready", 0, 100, 60, false],
    ["done", 0, 100, 60, false],
  ] as const)(
    "at stage %s, %s stops before, %s m away, %s s ago: seen is %s",
    (stage, stopsBefore, distanceM, ageSec, seen) => {
      expect(seesVehicle(stage, { stopsBefore, distanceM, ageSec })).toBe(seen);
    },
  );
});

describe("what the driver reads", () => {
  const words = { note: "Ring\ntwice", safePlace: "Shed" };
  const none = { note: "", safePlace: "" };
  const noteOf = (said: ReturnType<typeof withRecipientWords>) => (said.ok ? said.note : said.error.message);
  const SAID = "The recipient says: Ring twice\nSafe place: Shed";

  it("keeps the company's lines, and replaces the recipient's", () => {
    const first = noteOf(withRecipientWords("Gate 12\n\nDog", null, words));
    expect(first).toBe(`Gate 12\n\nDog\n${SAID}`);
    expect(noteOf(withRecipientWords(first, words, { note: "", safePlace: "Porch" }))).toBe(
      "Gate 12\n\nDog\nSafe place: Porch",
    );
    expect(noteOf(withRecipientWords(first, words, none))).toBe("Gate 12\n\nDog");
    expect(noteOf(withRecipientWords(SAID, words, none))).toBeNull();
    expect(noteOf(withRecipientWords(null, null, none))).toBeNull();
  });
  it("keeps what the company wrote with the words that begin the recipient's lines", () => {
    const own = "Ring twice\nSafe place: behind the garage\nGate code 1234\nThe recipient says: no pork";
    const first = noteOf(withRecipientWords(own, null, words));
    expect(first).toBe(`${own}\n${SAID}`);
    expect(noteOf(withRecipientWords(first, words, none))).toBe(own);
    expect(noteOf(withRecipientWords("Safe place: Shed\nDog\nSafe place: Shed", words, none))).toBe(
      "Safe place: Shed\nDog",
    );
  });
  it("keeps what the company has made of the recipient's words", () => {
    const changed = "The recipient says: Ring twice\nSafe place: Shed, left door";
    expect(noteOf(withRecipientWords(changed, words, { note: "Ring once", safePlace: "Shed" }))).toBe(
      "Safe place: Shed, left door\nThe recipient says: Ring once\nSafe place: Shed",
    );
  });
  it("never cuts the company's words off", () => {
    expect(withRecipientWords("x".repeat(1_990), null, words)).toMatchObject({ ok: false, error: { status: 422 } });
  });
});

it("a rating may be changed for a day", () => {
  expect(canRate("done", null, 1_000_000).ok).toBe(true);
  expect(canRate("done", 1_000_000, 1_000_000 + 86_400).ok).toBe(true);
  expect(canRate("done", 1_000_000, 1_000_000 + 86_401).ok).toBe(false);
  for (const stage of ["planned", "ready", "road", "failed", "over", "cancelled"] as const)
    expect(canRate(stage, null, 0).ok, stage).toBe(false);
});

it("another window may be asked for until the driver is on the way, three times", () => {
  expect(canAskForWindow("road", 1, 0).ok).toBe(true);
  expect(canAskForWindow("road", 0, 0)).toMatchObject({ error: { code: "request.next" } });
  expect(canAskForWindow("ready", 0, 2).ok).toBe(true);
  expect(canAskForWindow("ready", 0, 3)).toMatchObject({ error: { code: "request.often" } });
  for (const stage of ["done", "failed", "over", "cancelled"] as const)
    expect(canAskForWindow(stage, null, 0), stage).toMatchObject({ error: { code: "request.over" } });
});

it("settings that aren't stored, or are something else, are the defaults", () => {
  expect(recipientSettingsOf({ photo: false, signature: "yes", other: true })).toEqual({
    photo: false,
    signature: false,
    driverName: true,
    vehicle: true,
    requests: true,
    rating: true,
    contact: true,
  });
});
