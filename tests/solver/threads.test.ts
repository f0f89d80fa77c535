import { once } from "node:events";
import type * as Threads from "node:worker_threads";
import { afterEach, describe, expect, it, vi } from "vitest";
import { check, solve } from "solver/index";
import type { Problem } from "solver/index";
import type { Work } from "solver/parallel/threads";
import { job, line, problem as make, vehicle } from "./helpers/problems";

const started = vi.hoisted(
  (): { threads: Threads.Worker[]; lastWork: Work | null; most: number; refuses: boolean } => ({
    threads: [],
    lastWork: null,
    most: Infinity,
    refuses: false,
  }),
);

vi.mock("node:worker_threads", async (importOriginal) => {
  const original = await importOriginal<typeof Threads>();
  class Counted extends original.Worker {
    constructor(...args: ConstructorParameters<typeof original.Worker>) {
      // as where the system has no more of them
      if (started.threads.length >= started.most) throw new Error("ERR_WORKER_INIT_FAILED");
      super(...args);
      started.threads.push(this);
    }
    override postMessage(work: Work): void {
      started.lastWork = work;
      if (started.refuses) throw new Error("no message gets through");
      super.postMessage(work);
    }
  }
  return { ...original, Worker: Counted };
});

const small = make(line(0, 10, 20, 30), [vehicle(1), vehicle(2)], [job(1, 1), job(2, 2), job(3, 3)]);

/** The same on a matrix of more than 64 MB. */
function onManyPlaces(): Problem {
  const size = 4200;
  const durations = new Int32Array(size * size).fill(100);
  for (let k = 0; k < size; k++) durations[k * size + k] = 0;
  return { ...small, matrices: { car: { size, durations } } };
}

/** What frameworks make of an object, so that they see who reads it: it and all objects in it are proxies. */
const watched = <T extends object>(of: T): T =>
  new Proxy(of, {
    get(target, key, receiver) {
      const value: unknown = Reflect.get(target, key, receiver);
      return typeof value === "object" && value !== null && !ArrayBuffer.isView(value) ? watched(value) : value;
    },
  });

/** Number of threads that were started for a search. */
function startedBy(problem: Problem, timeLimitMs: number, threads = 2): number {
  const before = started.threads.length;
  const solution = solve(problem, { timeLimitMs, threads });
  expect(check(problem, solution)).toEqual([]);
  return started.threads.length - before;
}

/** A thread that compiles for the first time is late; it isn't waited for, and isn't free until then. */
async function untilFree(): Promise<void> {
  const busy = started.lastWork!.busy;
  await expect.poll(() => Atomics.load(busy, 0), { timeout: 60_000 }).toBe(0);
}

afterEach(async () => {
  vi.useRealTimers();
  started.most = Infinity;
  started.refuses = false;
  // each test begins with none
  await Promise.all(started.threads.splice(0).map((thread) => thread.terminate()));
});

describe("threads beside the caller's", () => {
  it("search again: the next search starts none", async () => {
    startedBy(small, 200);
    await untilFree();
    expect(startedBy(small, 200)).toBe(0);
  });

  it("are as many as the system lets a process have", () => {
    started.most = 1;
    expect(startedBy(small, 200, 4)).toBe(1);
    expect(started.lastWork!.threads).toBe(2);
    started.most = 0;
    started.lastWork = null;
    expect(startedBy(onManyPlaces(), 200, 4)).toBe(0);
    expect(started.lastWork).toBeNull();
  });

  it("that are late are left alone: the next search starts its own", async () => {
    startedBy(small, 200);
    await untilFree();
    Atomics.store(started.lastWork!.busy, 0, 1);
    expect(startedBy(small, 200)).toBe(1);
  });

  it("are ended after a large matrix, whose memory they would keep", async () => {
    startedBy(small, 200);
    await untilFree();
    expect(startedBy(onManyPlaces(), 1000)).toBe(0);
    expect(startedBy(small, 200)).toBe(1);
  });

  it("are ended when the search fails, as by what it tells its progress: nobody waits for them", async () => {
    const ended = new Promise<void>((resolve) => {
      const onProgress = (): void => {
        void once(started.threads.at(-1)!, "exit").then(() => resolve());
        throw new Error("nobody listens");
      };
      expect(() => solve(small, { timeLimitMs: 600_000, threads: 2, onProgress })).toThrow("nobody listens");
    });
    await ended;
  });

  it("are ended when they can't be told what to do", async () => {
    startedBy(small, 200);
    await untilFree();
    const end = vi.spyOn(started.threads.at(-1)!, "terminate");
    started.refuses = true;
    expect(() => solve(small, { timeLimitMs: 600_000, threads: 2 })).toThrow("no message gets through");
    expect(end).toHaveBeenCalledOnce();
  });

  it("solve what is a proxy, as one thread does", () => {
    const warmStart = [{ vehicleId: 1, steps: [{ type: "job" as const, id: 2 }] }];
    const solution = solve(watched(small), watched({ timeLimitMs: 100, threads: 2, warmStart }));
    expect(check(small, solution)).toEqual([]);
    expect(started.lastWork).toMatchObject({ problem: { jobs: small.jobs }, options: { warmStart } });
  });

  it("are ended after half a minute without work", async () => {
    startedBy(small, 200);
    await untilFree();
    vi.useFakeTimers({ toFake: ["setTimeout", "clearTimeout"] });
    expect(startedBy(small, 200)).toBe(0);
    const ended = once(started.threads.at(-1)!, "exit");
    vi.advanceTimersByTime(30_000);
    await ended;
    expect(startedBy(small, 200)).toBe(1);
  });
});
