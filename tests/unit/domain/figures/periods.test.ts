import { describe, expect, it } from "vitest";
import { noFigures } from "~/domain/figures/figures";
import { byPeriod, periodOf } from "~/domain/figures/periods";
import { addDays } from "~/domain/time/calendar";
import { visitsBehind } from "~/features/dashboard/components/links";

const figures = (from: string, count: number) =>
  Array.from({ length: count }, (_, at) => ({
    key: addDays(from, at),
    routes: 2,
    sums: { ...noFigures(), visits: 10, delivered: at % 10 },
  }));

describe("periods of figures", () => {
  it("are days as long as those can be compared, and weeks from then on", () => {
    expect(periodOf({ from: "2026-09-01", to: "2026-12-01" })).toBe("day");
    expect(periodOf({ from: "2026-08-31", to: "2026-12-01" })).toBe("week");
    const days = figures("2026-11-01", 3);
    expect(byPeriod(days, { from: "2026-11-01", to: "2026-11-03" })).toEqual(
      days.map((day, at) => ({
        ...day,
        to: day.key,
        title: ["Sun 1 Nov 2026", "Mon 2 Nov 2026", "Tue 3 Nov 2026"][at],
      })),
    );
  });

  it("lose nothing: weeks add up to the days, and lie within the chosen ones", () => {
    // A Thursday and a Saturday.
    const range = { from: "2024-11-28", to: "2026-11-28" };
    const days = figures(range.from, 731);
    const weeks = byPeriod(days, range);
    expect(weeks).toHaveLength(105);
    const sum = (all: readonly { routes: number; sums: { delivered: number } }[]) =>
      all.reduce((so, { routes, sums }) => [so[0]! + routes, so[1]! + sums.delivered], [0, 0]);
    expect(sum(weeks)).toEqual(sum(days));
    expect(weeks[0]).toMatchObject({ key: "2024-11-28", to: "2024-12-01", routes: 8, sums: { visits: 40 } });
    expect(weeks[1]).toMatchObject({ title: "Mon 2 Dec – Sun 8 Dec 2024", routes: 14, sums: { visits: 70 } });
    expect(weeks.at(-1)).toMatchObject({ key: "2026-11-23", to: "2026-11-28" });
    for (const [at, { key }] of weeks.slice(1).entries()) expect(key).toBe(addDays(weeks[at]!.to, 1));
  });

  it("leave out weeks without any route, and name a week of one chosen day by that day", () => {
    const [first, last] = [figures("2026-01-01", 1), figures("2026-11-23", 1)];
    const weeks = byPeriod([...first, ...last], { from: "2026-01-01", to: "2026-11-23" });
    expect(weeks.map(({ title }) => title)).toEqual(["Thu 1 Jan – Sun 4 Jan 2026", "Mon 23 Nov 2026"]);
  });

  it("lead to the visits of all their days", () => {
    const days = { from: "2026-01-01", to: "2026-11-23" };
    const to = visitsBehind("failed", days, { by: "day", key: "2026-11-16", to: "2026-11-22" });
    expect(to).toContain("from=2026-11-16");
    expect(to).toContain("to=2026-11-22");
  });
});
