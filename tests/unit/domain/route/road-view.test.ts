import { describe, expect, it } from "vitest";
import {
  allOverText,
  finishHeading,
  firstView,
  nextStop,
  progressText,
  servedOfText,
  servedText,
} from "~/domain/route/road-view";
import type { RoadStop } from "~/domain/route/road-view";

const stop = (id: number, state: RoadStop["state"], kind: RoadStop["kind"] = "stop"): RoadStop => ({ id, kind, state });

describe("the driver's page", () => {
  it("opens with the start before the road and with the end behind it, whatever is left", () => {
    const stops = [stop(1, "left")];
    expect([firstView("ready", stops), firstView("completed", stops)]).toEqual(["start", "completed"]);
  });
  it("opens with the first stop that is left, a break too, and with the finish when none is", () => {
    const stops = [stop(1, "done"), stop(2, "failed"), stop(3, "left", "break"), stop(4, "left")];
    expect(nextStop(stops)?.id).toBe(3);
    expect(firstView("road", stops)).toBe("stop-3");
    expect(firstView("road", [stop(1, "done"), stop(2, "failed")])).toBe("finish");
    expect(nextStop([])).toBeNull();
  });
  it("counts stops, not breaks", () => {
    const stops = [stop(1, "done"), stop(2, "done", "break"), stop(3, "failed"), stop(4, "left")];
    expect(progressText("road", stops)).toBe("Stop 3 of 3");
    expect(progressText("ready", stops)).toBe("3 stops");
    expect(progressText("ready", stops.slice(3))).toBe("1 stop");
    expect(progressText("road", [stop(1, "done"), stop(2, "done", "break"), stop(3, "done")])).toBe("All 2 served");
    expect(progressText("completed", stops)).toBe("Completed");
    expect(servedText(stops)).toBe("1 done, 1 failed.");
    expect(servedText(stops.slice(0, 2))).toBe("");
  });
  it("heads the finish by what was served: a failed stop wasn't, and a break is no stop", () => {
    expect(finishHeading([stop(1, "done"), stop(2, "left", "break"), stop(3, "done")])).toBe("All stops served");
    const others = [
      [stop(1, "done"), stop(2, "failed")],
      [stop(1, "done"), stop(2, "left")],
      [stop(1, "done", "break")],
      [],
    ];
    expect(new Set(others.map(finishHeading))).toEqual(new Set(["Nothing left to serve"]));
  });
  it("doesn't count a failed stop as served", () => {
    expect(progressText("road", [stop(1, "done"), stop(2, "failed")])).toBe("1 of 2 served, 1 failed");
    expect(allOverText(2, 0, (total) => `${total} stops`)).toBe("All 2 stops served");
    expect(allOverText(2, 2, (total) => `${total} stops`)).toBe("0 of 2 stops served, 2 failed");
    expect([allOverText(0, 0), progressText("road", [])]).toEqual(["Nothing left to serve", "Nothing left to serve"]);
    expect([servedOfText(1, 0, "3 stops"), servedOfText(1, 1, "3 stops")]).toEqual([
      "1 of 3 stops served",
      "1 of 3 stops served, 1 failed",
    ]);
  });
});
