import { describe, expect, it } from "vitest";
import { SharedBest } from "solver/parallel/shared-best";

const TASKS = 3;
const VEHICLES = 2;

describe("best plans of several threads", () => {
  const team = (threads: number): SharedBest[] => {
    const memory = SharedBest.allocate(threads, TASKS, VEHICLES);
    return Array.from({ length: threads }, (_, thread) => new SharedBest(memory, thread, TASKS, VEHICLES));
  };

  it("go round: each thread hears of a better one from the thread before it", () => {
    const [a, b, c] = team(3);
    a.publish(0, 70, 5, [[0], [1, 2]]);
    b.publish(1, 10, 6, [[0], [1]]);
    expect(b.better(1, 10)).toEqual({ missing: 0, cost: 70, routes: [[0], [1, 2]] });
    expect(b.better(0, 70)).toBeNull();
    expect(b.better(0, 80)?.cost).toBe(70);
    // the thread before it leaves out more
    expect(c.better(0, 90)).toBeNull();
    expect(c.better(1, 11)?.routes).toEqual([[0], [1]]);
    // that before the first one has none yet
    expect(a.better(2, 90)?.routes).toEqual([[0], [1]]);
    expect([c.best(0, 71)?.cost, c.best(0, 70), b.best(1, 11)?.cost]).toEqual([70, null, 70]);
    c.publish(0, 60, 7, [[], [2, 1, 0]]);
    expect(a.better(0, 70)?.routes).toEqual([[], [2, 1, 0]]);
    expect(a.others().map(({ cost }) => cost)).toEqual([10, 60]);
    expect(a.otherIterations()).toBe(13);
  });

  it("one alone hears of none", () => {
    const [only] = team(1);
    only.publish(0, 70, 5, [[0], [1, 2]]);
    expect(only.better(1, 100)).toBeNull();
  });
});
