import { describe, expect, it } from "vitest";
import { createPositionStore } from "~/features/tracking/live/position-store";
import type { PositionEvent } from "~/realtime/events";

const event = (routeId: number, minute: number, lng: number): PositionEvent => ({
  routeId,
  lat: 47,
  lng,
  accuracyM: 5,
  headingDeg: 90,
  speedKmh: 40,
  takenAt: `2026-11-23 08:${String(minute).padStart(2, "0")}:00`,
});
const at = (minute: number) => Date.UTC(2026, 10, 23, 8, minute) / 1000;
const loaded = (id: number, minute: number) => ({
  id,
  position: { lat: 47, lng: 9, headingDeg: null, atSec: at(minute) },
});

/** A store that draws when it is told to, and how often its listeners were told. */
function storeToDraw() {
  const waiting: (() => void)[] = [];
  const store = createPositionStore((draw) => void waiting.push(draw));
  let changes = 0;
  store.subscribe(() => void changes++);
  const draw = () => {
    for (const one of waiting.splice(0)) one();
    return changes;
  };
  return { store, draw };
}

describe("positions of the vehicles", () => {
  it("several that arrive together are drawn once", () => {
    const { store, draw } = storeToDraw();
    store.take([event(1, 1, 9.1), event(2, 1, 9.2)]);
    store.take([event(1, 2, 9.3)]);
    expect(store.get().latest.size).toBe(0);
    expect(draw()).toBe(1);
    expect(store.get().latest.get(1)?.lng).toBe(9.3);
    expect(store.get().latest.get(2)?.lng).toBe(9.2);
  });

  it("an older one than the known one changes nothing, wherever it comes from", () => {
    const { store, draw } = storeToDraw();
    store.take([event(1, 5, 9.5)]);
    store.take([event(1, 4, 9.4)]);
    store.load([loaded(1, 3)]);
    draw();
    expect(store.get().latest.get(1)).toMatchObject({ lng: 9.5, atSec: at(5) });
    store.load([loaded(1, 6)]);
    draw();
    expect(store.get().latest.get(1)).toMatchObject({ lng: 9, atSec: at(6) });
  });

  it("a route that is over is no longer there", () => {
    const { store, draw } = storeToDraw();
    store.take([event(1, 5, 9.5), event(2, 5, 9.5)]);
    store.load([loaded(2, 3)]);
    draw();
    expect([...store.get().latest.keys()]).toEqual([2]);
    expect([...store.get().trails.keys()]).toEqual([2]);
  });

  it("ways grow by what is heard, also while they are loaded", () => {
    const { store, draw } = storeToDraw();
    store.expectTrails();
    store.take([event(1, 5, 9.5)]);
    store.loadTrails(
      new Map([
        [
          1,
          [
            [9.1, 47],
            [9.2, 47],
          ],
        ],
      ]),
    );
    store.take([event(1, 6, 9.6)]);
    draw();
    expect(
      store
        .get()
        .trails.get(1)
        ?.map(([lng]) => lng),
    ).toEqual([9.1, 9.2, 9.5, 9.6]);
  });
});
