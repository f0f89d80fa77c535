import { afterEach, describe, expect, it, vi } from "vitest";
import { databaseLimiter, removeEndedLimits } from "~/db/limiter.server";
import { limitsWith, retryAfterOf, waitError } from "~/services/limits/limits.server";
import type { Limit } from "~/services/limits/limits.server";
import { databases, useTestDatabase } from "../../helpers/databases";

const TRIES: Limit = { name: "tries", uses: 3, windowSec: 60 };

describe.each(databases())("limits on %s", (kind) => {
  const database = useTestDatabase(kind);
  const ours = () => limitsWith(databaseLimiter(database().db));

  afterEach(() => void vi.useRealTimers());

  it("let so many uses through, for all processes together, and say how long to wait", async () => {
    vi.useFakeTimers({ now: 1_000_000_000, toFake: ["Date"] });
    const [here, there] = [ours(), ours()];
    expect([await here.take(TRIES, "a"), await there.take(TRIES, "a"), await here.take(TRIES, "a")]).toEqual([0, 0, 0]);
    vi.setSystemTime(1_000_010_500);
    expect(await there.take(TRIES, "a")).toBe(50);
    expect(await here.take(TRIES, "b")).toBe(0);
    expect(await here.take({ ...TRIES, name: "others" }, "a")).toBe(0);
    vi.setSystemTime(1_000_060_001);
    expect(await here.take(TRIES, "a")).toBe(0);
  });

  it("count uses that come at once one by one", async () => {
    const waits = await Promise.all(Array.from({ length: 12 }, () => ours().take(TRIES, "at once")));
    expect(waits.filter((wait) => wait === 0)).toHaveLength(3);
  });

  it("tell whether there is room without counting, and count on where a key has more uses", async () => {
    vi.useFakeTimers({ now: 3_000_000_000, toFake: ["Date"] });
    const limits = ours();
    const more = { ...TRIES, uses: 4 };
    expect(await limits.look(TRIES, "looked at")).toBe(0);
    for (let use = 0; use < 3; use += 1) {
      expect(await limits.look(TRIES, "looked at")).toBe(0);
      await limits.take(TRIES, "looked at");
    }
    expect([await limits.look(TRIES, "looked at"), await limits.look(more, "looked at")]).toEqual([60, 0]);
    expect([await limits.take(more, "looked at"), await limits.take(more, "looked at")]).toEqual([0, 60]);
    vi.setSystemTime(3_000_060_001);
    expect(await limits.look(more, "looked at")).toBe(0);
  });

  it("count several uses at once, or none of them, and what was not done after all is given back", async () => {
    const limits = ours();
    expect(await limits.take(TRIES, "several", 2)).toBe(0);
    expect(await limits.take(TRIES, "several", 5)).toBeGreaterThan(0);
    expect(await limits.take(TRIES, "several", 2)).toBeGreaterThan(0);
    expect(await limits.take(TRIES, "several")).toBe(0);
    expect(await limits.take(TRIES, "several")).toBeGreaterThan(0);
    await limits.giveBack(TRIES, "several", 2);
    expect(await limits.look(TRIES, "several")).toBe(0);
  });

  it("forget a key, and what has ended", async () => {
    vi.useFakeTimers({ now: 2_000_000_000, toFake: ["Date"] });
    await database().db("limits").delete();
    const limits = ours();
    for (let use = 0; use < 4; use += 1) await limits.take(TRIES, "mine");
    expect(await limits.take(TRIES, "mine")).toBeGreaterThan(0);
    await limits.forget(TRIES, "mine");
    expect(await limits.take(TRIES, "mine")).toBe(0);
    const { db } = database();
    expect(await removeEndedLimits(db, 2_000_060_000)).toBe(0);
    expect(await removeEndedLimits(db, 2_000_060_001)).toBe(1);
  });

  it("store no key in clear, whatever its length", async () => {
    await ours().take(TRIES, `rita@example.com ${"x".repeat(10_000)}`);
    const keys: string[] = await database().db("limits").pluck("key");
    expect(keys.some((key) => key.includes("rita"))).toBe(false);
  });
});

it("an answer to one who has to wait says for how long", () => {
  expect(retryAfterOf(waitError("x", "Too many", 7))).toBe(7);
  expect(retryAfterOf(new Error("x"))).toBeUndefined();
});
