import { describe, expect, it } from "vitest";
import { beganAt } from "~/domain/visit/began-at";
import type { AroundStop, ReportedStop, SeenAt } from "~/domain/visit/began-at";
import { epochSec } from "~/domain/time/utc-text";
import { VisitStatus } from "~/domain/visit/visit-status";
import { makeVisit } from "../make";

const at = (time: string): number => epochSec(`2026-06-01 ${time}:00`);

const stop = (completed: string | null, part: Partial<ReportedStop> = {}): ReportedStop =>
  makeVisit({
    status: VisitStatus.Delivered,
    completedAt: completed === null ? null : `2026-06-01 ${completed}:00`,
    travelDuration: 600,
    serviceDuration: 300,
    ...part,
  });

const [BEFORE, AFTER] = [stop("08:00"), stop("08:45")];
const seen = (time: string, lat = 47.1): SeenAt => ({ sec: at(time), lat, lng: 9.5 });
/** A kilometre away. */
const AWAY = 47.109;

const began = (own: ReportedStop, part: Partial<AroundStop> = {}, trail: SeenAt[] = []) =>
  beganAt(own, { before: BEFORE, after: AFTER, sinceSec: at("08:00"), opensSec: null, ...part }, trail);

describe("when a service began", () => {
  it("is its report less the time on site, where the driver reports stop by stop", () => {
    expect(began(stop("08:20"))).toEqual({ sec: at("08:15"), by: "report" });
    expect(began(stop("08:20"), { before: null, after: null })).toEqual({ sec: at("08:15"), by: "report" });
  });
  it.each([
    ["the next one is reported with it", stop("08:44"), {}],
    ["it is reported with the one before", stop("08:04"), {}],
    ["it was given up, perhaps from afar", stop("08:20", { status: VisitStatus.Failed }), {}],
    ["nobody reported it", stop(null), {}],
  ])("is unknown when %s", (_, own, part) => {
    expect(began(own, part)).toBeNull();
  });
  it("is not doubted for stops side by side", () => {
    const door = { travelDuration: 60 };
    expect(began(stop("08:01", door), { after: stop("08:02", door) })).toEqual({
      sec: at("07:56"),
      by: "report",
    });
  });
  it("is when the vehicle was first seen there, however late the report is", () => {
    const trail = [seen("08:05", AWAY), seen("08:11"), seen("08:14"), seen("08:30", AWAY)];
    expect(began(stop("08:44"), {}, trail)).toEqual({
      sec: at("08:11"),
      by: "position",
    });
    expect(began(stop("08:20", { status: VisitStatus.Failed }), {}, trail)).toMatchObject({ by: "position" });
  });
  it("is not before its window opens", () => {
    expect(began(stop("08:44"), { opensSec: at("08:30") }, [seen("08:11")])).toEqual({
      sec: at("08:30"),
      by: "position",
    });
  });
  it("leaves out that the vehicle passed earlier, or came back later", () => {
    const trail = [seen("07:55"), seen("08:40")];
    expect(began(stop("08:20"), {}, trail)).toMatchObject({ by: "report" });
  });
});
