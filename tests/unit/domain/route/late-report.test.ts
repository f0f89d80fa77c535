import { describe, expect, it } from "vitest";
import { lastReportedAt, unlessReportedSince } from "~/domain/route/late-report";
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
