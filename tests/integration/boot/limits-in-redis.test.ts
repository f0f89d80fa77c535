import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { Redis } from "ioredis";
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it, vi } from "vitest";
import { startLimits } from "~/boot/limits.server";
import { limits } from "~/services/limits/limits.server";
import type { Limit, Limits } from "~/services/limits/limits.server";
import { findRedis, startRedis } from "../../../scripts/lib/services/redis.mjs";
import { useTestDatabase } from "../../helpers/databases";

if (!findRedis()) console.info("Limits in Redis are not tested: redis-server is missing.");

/** Three in a long while: the test ends before it. */
const LIMIT: Limit = { name: "tries", uses: 3, windowSec: 600 };

describe.skipIf(!findRedis())("limits in Redis", () => {
  const database = useTestDatabase("sqlite");
  let folder: string;
  let server: Awaited<ReturnType<typeof startRedis>>;
  let redis: Redis;
  const stops: (() => void)[] = [];

  beforeAll(async () => {
    folder = mkdtempSync(path.join(tmpdir(), "route-platform-redis-"));
    server = await startRedis(folder);
    redis = new Redis(server.url);
  });
  afterAll(async () => {
    redis.disconnect();
    await server.stop();
    rmSync(folder, { recursive: true, force: true });
  });
  afterEach(() => {
    for (const stop of stops.splice(0)) stop();
  });
  beforeEach(async () => {
    await redis.flushall();
    await database().db("limits").delete();
  });

  /** As one process counts; with the address of a server, whose connection is open. */
  async function process(url: string): Promise<Limits> {
    stops.push(startLimits({ REDIS_URL: url }, database().db));
    const started = limits();
    // Until it is connected the database counts.
    await vi.waitFor(
      async () => {
        await started.take(LIMIT, "first of all");
        expect(await redis.keys("*tries*")).toHaveLength(1);
      },
      { timeout: 60_000 },
    );
    await started.forget(LIMIT, "first of all");
    await database().db("limits").delete();
    return started;
  }
  const inDatabase = async () => (await database().db("limits")).length;

  it("are counted for all processes together, and forgotten for all", async () => {
    const [one, other] = [await process(server.url), await process(server.url)];
    for (const by of [one, other, one]) expect(await by.take(LIMIT, "ann@test.example")).toBe(0);
    for (const by of [one, other]) {
      const waitSec = await by.take(LIMIT, "ann@test.example");
      expect(waitSec).toBeGreaterThan(0);
      expect(waitSec).toBeLessThanOrEqual(600);
    }
    expect(await one.take(LIMIT, "bob@test.example")).toBe(0);
    await other.forget(LIMIT, "ann@test.example");
    expect(await one.take(LIMIT, "ann@test.example")).toBe(0);
    expect(await inDatabase()).toBe(0);
  });

  it("are kept for their window alone, under a name that says nothing of whom they are about", async () => {
    const one = await process(server.url);
    await one.take(LIMIT, "ann@test.example");
    const [key = "", ...more] = await redis.keys("*");
    expect([more, key]).toEqual([[], expect.stringMatching(/^route-platform:tries:[\w-]{43}$/)]);
    const leftSec = await redis.ttl(key);
    expect(leftSec).toBeGreaterThan(0);
    expect(leftSec).toBeLessThanOrEqual(600);
  });

  it("are counted in the database while Redis is away, and in Redis again when it is back", async () => {
    const warned = vi.spyOn(console, "warn").mockImplementation(() => undefined);
    const one = await process(server.url);
    for (let nth = 0; nth < 3; nth += 1) await one.take(LIMIT, "ann@test.example");
    const { url } = server;
    const away = new Redis(url);
    const ended = new Promise((resolve) => away.once("close", resolve));
    away.on("error", () => undefined);
    redis.disconnect();
    await server.stop();
    await ended;
    away.disconnect();
    for (let nth = 0; nth < 3; nth += 1) expect(await one.take(LIMIT, "ann@test.example")).toBe(0);
    expect(await one.take(LIMIT, "ann@test.example")).toBeGreaterThan(0);
    expect(await inDatabase()).toBe(1);
    server = await startRedis(folder, Number(new URL(url).port));
    redis = new Redis(url);
    await vi.waitFor(
      async () => {
        await one.take(LIMIT, "bob@test.example");
        expect(await redis.keys("*tries*")).toHaveLength(1);
      },
      { timeout: 60_000 },
    );
    expect(warned.mock.calls.filter(([text]) => String(text).includes("Redis (REDIS_URL)"))).toHaveLength(1);
  });

  it("wait for a Redis that hangs once, and then count in the database until it answers", async () => {
    const warned = vi.spyOn(console, "warn").mockImplementation(() => undefined);
    const one = await process(server.url);
    const pid = Number(/process_id:(\d+)/.exec(await redis.info("server"))?.[1]);
    globalThis.process.kill(pid, "SIGSTOP");
    try {
      expect(await one.take(LIMIT, "ann@test.example")).toBe(0);
      // The clock stands still: a command that waits for its limit would never end.
      vi.useFakeTimers({ toFake: ["setTimeout"] });
      for (let nth = 0; nth < 2; nth += 1) expect(await one.take(LIMIT, "ann@test.example")).toBe(0);
      expect(await one.take(LIMIT, "ann@test.example")).toBeGreaterThan(0);
      expect(await inDatabase()).toBe(1);
    } finally {
      if (vi.isFakeTimers()) vi.runOnlyPendingTimers();
      vi.useRealTimers();
      globalThis.process.kill(pid, "SIGCONT");
    }
    await vi.waitFor(
      async () => {
        await one.take(LIMIT, "bob@test.example");
        expect(await redis.keys("*tries*")).not.toEqual([]);
      },
      { timeout: 60_000 },
    );
    const said = warned.mock.calls.filter(([text]) => String(text).includes("no answer within 500 ms."));
    expect(said).toHaveLength(1);
  });

  it("are counted in the database where no Redis is set", async () => {
    stops.push(startLimits({ REDIS_URL: undefined }, database().db));
    await limits().take(LIMIT, "ann@test.example");
    expect([await inDatabase(), await redis.keys("*")]).toEqual([1, []]);
  });
});
