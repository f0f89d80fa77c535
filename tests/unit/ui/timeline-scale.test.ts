import { describe, expect, it } from "vitest";
import { midnightEpoch } from "~/domain/time/time-zone";
import {
  atPercent,
  clockOf,
  lanesPaths,
  segmentsPath,
  stopNear,
  timelineScale,
  wallClock,
} from "~/ui/timeline/timeline-scale";
import type { TimelineRow } from "~/ui/timeline/timeline-types";

const row: TimelineRow = {
  id: 1,
  name: "Van 1",
  colour: "#000000",
  segments: [
    { kind: "driving", startSec: 30_000, endSec: 31_000 },
    { kind: "service", startSec: 31_000, endSec: 31_600, stopId: 7 },
    { kind: "driving", startSec: 31_600, endSec: 33_000 },
    { kind: "service", startSec: 33_000, endSec: 33_300, stopId: 8 },
  ],
  stops: [
    {
      id: 7,
      label: "1",
      name: "A",
      timeLabel: "ETA",
      shownSec: 30_900,
      beginSec: 31_000,
      endSec: 31_600,
      windowStartSec: null,
      windowEndSec: null,
    },
    {
      id: 8,
      label: "2",
      name: "B",
      timeLabel: "ETA",
      shownSec: 33_000,
      beginSec: 33_000,
      endSec: 33_300,
      windowStartSec: null,
      windowEndSec: null,
    },
  ],
};

describe("the timeline's scale", () => {
  it("takes whole hours around what is on the rows", () => {
    const scale = timelineScale([row]);
    expect([scale.fromSec, scale.toSec]).toEqual([8 * 3600, 10 * 3600]);
    expect(scale.ticks).toEqual([8 * 3600, 9 * 3600, 10 * 3600]);
    expect(atPercent(9 * 3600, scale)).toBe(50);
  });

  it("shows a working day when nothing is planned", () => {
    expect(timelineScale([])).toMatchObject({ fromSec: 8 * 3600, toSec: 18 * 3600 });
    expect(timelineScale([{ ...row, segments: [], stops: [] }])).toMatchObject({ fromSec: 8 * 3600 });
  });

  it("marks shorter times when it is drawn wider", () => {
    const ticks = [1, 2, 8].map((zoom) => timelineScale([], null, zoom).ticks);
    expect(ticks.map(([first = 0, second = 0]) => second - first)).toEqual([3600, 1800, 900]);
    expect(ticks.map((all) => all.at(-1))).toEqual([18 * 3600, 18 * 3600, 18 * 3600]);
  });

  it("widens for now only when now is near", () => {
    expect(timelineScale([row], 11 * 3600).toSec).toBe(11 * 3600);
    expect(timelineScale([row], 20 * 3600).toSec).toBe(10 * 3600);
  });

  it("writes times of the next day as such", () => {
    expect(clockOf(8 * 3600 + 299)).toBe("08:04");
    expect(clockOf(25 * 3600 + 1200)).toBe("01:20 +1");
    expect(clockOf(24 * 3600)).toBe("00:00 +1");
    expect(clockOf(-60)).toBe("23:59 -1");
  });

  it("finds the stop under the pointer, and none where none is near", () => {
    expect(stopNear(row, 31_300, 60)?.id).toBe(7);
    expect(stopNear(row, 32_970, 60)?.id).toBe(8);
    expect(stopNear(row, 32_300, 60)).toBeNull();
  });

  it("draws each kind on its own", () => {
    expect(segmentsPath(row, ["service"], 20, 80)).toBe("M31000 20H31600V80H31000ZM33000 20H33300V80H33000Z");
    expect(segmentsPath(row, ["break"], 20, 80)).toBe("");
  });

  it("draws the window of every stop of an opened route in a lane of its own, open sides without an end", () => {
    const scale = { fromSec: 0, toSec: 8000, ticks: [] };
    const stop = { ...row.stops[0]!, beginSec: 3000, endSec: 3600 };
    const paths = lanesPaths(
      {
        ...row,
        stops: [
          { ...stop, windowStartSec: 1000, windowEndSec: 5000 },
          { ...stop, windowStartSec: null, windowEndSec: 2000, late: true },
          stop,
        ],
      },
      scale,
    );
    expect(paths.windows).toBe(
      "M1000 3H5000V4H1000ZM1000 1H1010V6H1000ZM4990 1H5000V6H4990Z" + "M0 10H2000V11H0ZM1990 8H2000V13H1990Z",
    );
    expect(paths.service).toBe("M3000 2H3600V5H3000Z" + "M3000 16H3600V19H3000Z");
    expect(paths.late).toBe("M3000 9H3600V12H3000Z");
  });

  it("says what the clock on the wall shows, also on the days on which it is changed", () => {
    const hours = (date: string, timeZone: string) => {
      const clock = wallClock(midnightEpoch(date, timeZone), timeZone);
      return [0, 1, 2, 3, 4, 24, 25].map((hour) => clock(hour * 3600));
    };
    expect(hours("2027-03-28", "Europe/Vaduz")).toEqual([
      "00:00",
      "01:00",
      "03:00",
      "04:00",
      "05:00",
      "01:00 +1",
      "02:00 +1",
    ]);
    expect(hours("2027-10-31", "Europe/Vaduz")).toEqual([
      "00:00",
      "01:00",
      "02:00",
      "02:00",
      "03:00",
      "23:00",
      "00:00 +1",
    ]);
    expect(hours("2027-06-01", "America/New_York")).toEqual([
      "00:00",
      "01:00",
      "02:00",
      "03:00",
      "04:00",
      "00:00 +1",
      "01:00 +1",
    ]);
    expect(wallClock(midnightEpoch("2027-03-28", "Europe/Vaduz"), "Europe/Vaduz")(-60)).toBe("23:59 -1");
  });
});
