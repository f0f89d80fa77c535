import { expect, it } from "vitest";
import { isUseToNote, SESSION_IDLE_SEC, SESSION_LONGEST_SEC, sessionEnd } from "~/domain/access/session-life";

it("a session ends 30 days after its last use, and 90 days after it began at the latest", () => {
  expect([SESSION_IDLE_SEC, SESSION_LONGEST_SEC]).toEqual([2_592_000, 7_776_000]);
  const began = "2026-01-01 08:00:00";
  expect(sessionEnd(began, began)).toBe("2026-01-31 08:00:00");
  expect(sessionEnd(began, "2026-03-02 07:59:59")).toBe("2026-04-01 07:59:59");
  expect(sessionEnd(began, "2026-03-02 08:00:00")).toBe("2026-04-01 08:00:00");
  expect(sessionEnd(began, "2026-03-20 08:00:00")).toBe("2026-04-01 08:00:00");
});

it("a use is written down once a minute", () => {
  const used = "2026-01-01 08:00:00";
  expect(
    ["2026-01-01 08:00:59", "2026-01-01 08:01:00", "2026-01-02 08:00:00"].map((now) => isUseToNote(used, now)),
  ).toEqual([false, true, true]);
});
