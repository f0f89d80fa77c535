import { beforeEach, describe, expect, it } from "vitest";
import { resetTries, networkOf, countTry } from "~/auth/try-limits.server";
import { tryLimit } from "~/lib/try-limit";
import { gate } from "~/services/hash-gate.server";
import { setLimits } from "~/services/limits/limits.server";

const MINUTES_5 = 5 * 60_000;

it("lets ten tries of an account through, says how long to wait, and forgives after five minutes", () => {
  const limit = tryLimit(10, MINUTES_5, 100);
  for (let nth = 0; nth < 10; nth++) expect(limit.take("a@b.example", nth)).toBe(0);
  expect(limit.take("a@b.example", 10)).toBe(300);
  expect(limit.take("a@b.example", MINUTES_5 - 1000)).toBe(1);
  expect(limit.take("other@b.example", 10)).toBe(0);
  expect(limit.take("a@b.example", MINUTES_5)).toBe(0);
});

it("remembers no more names than it may", () => {
  const limit = tryLimit(1, MINUTES_5, 2);
  for (const name of ["first", "second", "third"]) limit.take(name, 0);
  expect(["third", "second", "first"].map((name) => limit.take(name, 1) > 0)).toEqual([true, true, false]);
});

it("works on two at a time, lets a few wait in order, and refuses the rest with 429", async () => {
  const through = gate(2, 3);
  let running = 0;
  let most = 0;
  const ended: number[] = [];
  const work = async (nth: number) => {
    most = Math.max(most, (running += 1));
    await new Promise((resolve) => setImmediate(resolve));
    running -= 1;
    ended.push(nth);
  };
  const tries = await Promise.allSettled(Array.from({ length: 8 }, (_, nth) => through(() => work(nth))));
  expect(most).toBe(2);
  expect(ended).toEqual([0, 1, 2, 3, 4]);
  const refused = tries.flatMap((one) => (one.status === "rejected" ? [one.reason as unknown] : []));
  expect(refused).toHaveLength(3);
  expect(refused[0]).toMatchObject({ status: 429, message: "Too many login attempts.", details: { retryAfterSec: 5 } });
  await expect(through(() => Promise.reject(new Error("no")))).rejects.toThrow("no");
  await expect(through(async () => "free again")).resolves.toBe("free again");
});

describe("tries to sign in", () => {
  beforeEach(() => setLimits(undefined));
  const attempt = (email: string, ip: string, knownBrowser: string | null = null) => ({ email, ip, knownBrowser });
  const taken = (count: number, one: (nth: number) => ReturnType<typeof attempt>) =>
    Promise.all(Array.from({ length: count }, (_, nth) => countTry(one(nth))));

  it("are counted by account and address together, and end with a success", async () => {
    expect(await taken(10, () => attempt("pair@b.example", "192.0.2.1"))).toEqual(Array(10).fill(0));
    expect(await countTry(attempt("pair@b.example", "192.0.2.1"))).toBeGreaterThan(0);
    expect(await countTry(attempt("pair@b.example", "192.0.2.2"))).toBe(0);
    expect(await countTry(attempt("pair@b.example", "192.0.2.1", "browser"))).toBe(0);
    await resetTries(attempt("pair@b.example", "192.0.2.1"));
    expect(await countTry(attempt("pair@b.example", "192.0.2.1"))).toBe(0);
  });
  it("are counted by account over many addresses", async () => {
    const waits = await taken(60, (nth) => attempt("many@b.example", `198.51.100.${nth}`));
    expect(waits.filter((wait) => wait === 0)).toHaveLength(50);
  });
  it("are counted by address over many accounts; what another limit refuses uses up nothing", async () => {
    await taken(300, () => attempt("one@b.example", "192.0.2.7"));
    const waits = await taken(120, (nth) => attempt(`user-${nth}@b.example`, "192.0.2.7"));
    expect(waits.filter((wait) => wait === 0)).toHaveLength(90);
  });
  it.each([
    ["192.0.2.1", "192.0.2.1"],
    ["::ffff:192.0.2.1", "192.0.2.1"],
    ["2001:DB8:0:1:aaaa::1", "2001:db8:0:1"],
    ["2001:db8:0:0001::", "2001:db8:0:1"],
    ["2001:db8::9", "2001:db8:0:0"],
    ["::1", "0:0:0:0"],
    ["fe80::1%eth0", "fe80:0:0:0"],
    ["", ""],
  ])("from %s count for %s", (ip, network) => expect(networkOf(ip)).toBe(network));
});
