import { describe, expect, it } from "vitest";
import {
  isFinal,
  isTooOld,
  lastReportedAt,
  needsDispatcher,
  reportAgeSec,
  reportTime,
  unlessReportedSince,
} from "~/domain/route/late-report";
import { VisitStatus, VISIT_STATUSES } from "~/domain/visit/visit-status";
import { markVisitDone, markVisitFailed, setVisitOnRoute } from "~/domain/visit/visit-transitions";
import type { Visit } from "~/domain/visit/visit";
import { makeRoute, makeVisit } from "../make";

const at = (time: string) => `2026-11-23 ${time}:00`;
const route = makeRoute({ status: 4 });
const { OnRoute, Delivered, Failed } = VisitStatus;

describe("a report that comes late", () => {
  const decide = (visit: Visit, word: "done" | "failed" | "on route again", now: string) =>
    word === "done"
      ? markVisitDone(visit, route, [visit], { now })
      : word === "failed"
        ? markVisitFailed(visit, route, [visit], { now, companyFailReasons: [] })
        : setVisitOnRoute(visit, route, now);
  /** The visit after reports that come in this order. */
  const after = (...reports: [word: "done" | "failed" | "on route again", now: string][]): Visit =>
    reports.reduce(
      (visit, [word, now]) => {
        const decision = decide(visit, word, now);
        if (!decision.ok) throw new Error(decision.error.message);
        return { ...visit, ...decision.changes.visits[0]?.set };
      },
      makeVisit({ status: OnRoute }),
    );
  const late = (visit: Visit, word: "done" | "failed" | "on route again", now: string) => {
    const decision = unlessReportedSince(visit, now, decide(visit, word, now));
    return decision.ok ? "counts" : decision.error.message;
  };

  it("takes nothing back that was reported since, whenever the visit was reported first", () => {
    const doneAfterAll = after(["failed", at("08:00")], ["done", at("09:55")]);
    expect(late(doneAfterAll, "failed", at("09:00"))).toBe("Meanwhile it has been reported as done.");
    const failedAfterAll = after(["done", at("08:00")], ["failed", at("09:55")]);
    expect(late(failedAfterAll, "done", at("09:00"))).toBe("Meanwhile it has been reported as failed.");
    const again = after(["done", at("09:00")], ["on route again", at("09:30")]);
    expect(late(again, "done", at("08:58"))).toBe("Meanwhile it has been reported as on route again.");
    expect(late(again, "failed", at("09:27"))).toBe("Meanwhile it has been reported as on route again.");
  });

  it("counts where it was made at the same time, or later", () => {
    const again = after(["done", at("09:00")], ["on route again", at("09:30")]);
    for (const time of ["09:28", "09:30", "09:45"]) expect(late(again, "done", at(time))).toBe("counts");
  });

  it("counts for a visit of an older build, as the time of its completion says", () => {
    const failed = makeVisit({ status: Failed, completedAt: at("09:00"), reportedAt: null });
    expect(late(failed, "done", at("08:50"))).toBe("Meanwhile it has been reported as failed.");
    expect(late(failed, "done", at("09:10"))).toBe("counts");
  });

  it.each(VISIT_STATUSES)("knows the last report of a visit in status %i", (status) => {
    const isPast = status === Delivered || status === Failed;
    expect(lastReportedAt({ status, completedAt: at("09:00"), reportedAt: null })).toBe(isPast ? at("09:00") : null);
    expect(lastReportedAt({ status, completedAt: null, reportedAt: at("08:00") })).toBe(at("08:00"));
    expect(lastReportedAt({ status, completedAt: at("09:00"), reportedAt: at("10:00") })).toBe(at("10:00"));
  });
});

describe("the age of a report", () => {
  const NOW = Date.parse("2026-11-23T12:00:00Z") / 1000;
  it.each([
    ["as the phone says", { ageSec: 150 }, 150],
    ["by the server's clock, where the phone knew it", { ageSec: 9000, pressedSec: NOW - 60 }, 60],
    ["as the phone says, where it took the future for it", { ageSec: 150, pressedSec: NOW + 3 * 3600 }, 150],
    ["none, where its clock is nearly right", { ageSec: 150, pressedSec: NOW + 90 }, 0],
    ["none, where nothing else is known", { pressedSec: NOW + 3 * 3600 }, 0],
    ["no more than that of its page", { ageSec: 375_723_581, pageMadeSec: NOW - 7200 }, 7200],
    ["its own, where the page is older", { ageSec: 150, pageMadeSec: NOW - 7200 }, 150],
    ["its own, where the page is of tomorrow", { ageSec: 150, pageMadeSec: NOW + 86_400 }, 150],
  ])("is %s", (_what, pressed, ageSec) => expect(reportAgeSec(pressed, NOW)).toBe(ageSec));

  it("is bounded by what is known of the route", () => {
    const [departed, now] = [at("08:00"), at("12:00")];
    expect(reportTime(at("09:00"), { departedAt: departed }, now)).toBe(at("09:00"));
    expect(reportTime("2015-01-01 00:00:00", { departedAt: departed }, now)).toBe(departed);
    const waiting = { departedAt: null, madeAt: at("06:00") };
    expect(reportTime(at("07:00"), { ...waiting, startsAt: at("08:00") }, now)).toBe(at("07:00"));
    expect(reportTime("2015-01-01 00:00:00", { ...waiting, startsAt: at("08:00") }, now)).toBe(at("08:00"));
    expect(reportTime("2015-01-01 00:00:00", { ...waiting, startsAt: at("13:00") }, now)).toBe(at("06:00"));
    expect(reportTime("2015-01-01 00:00:00", waiting, now)).toBe(at("06:00"));
  });

  it("of more than two days is for a dispatcher", () => {
    expect(isTooOld("2026-11-21 12:00:00", at("12:00"))).toBe(false);
    expect(isTooOld("2026-11-21 11:59:59", at("12:00"))).toBe(true);
    const refused = { code: "report.too_old", status: 422 };
    expect([isFinal(refused), needsDispatcher(refused, 200_000)]).toEqual([true, true]);
  });
});
