import { afterEach, expect, it, vi } from "vitest";
import { holdQuestion, releaseQuestion } from "~/clients/driver/question-lock";

afterEach(() => void vi.unstubAllGlobals());

type Take = (lock: object | null) => Promise<void> | null;

/** Locks that are given as a browser gives them: to one at a time, and not before the asking code has gone on. */
function browserLocks() {
  const taken = new Set<string>();
  return {
    async request(name: string, _options: object, take: Take) {
      await Promise.resolve();
      if (taken.has(name)) return void take(null);
      taken.add(name);
      await take({});
      taken.delete(name);
    },
  };
}

it("is one tab's, however often that tab asks at once, until it releases it", async () => {
  const locks = browserLocks();
  // why: Node has no tabs that share locks.
  vi.stubGlobal("navigator", { locks });
  expect(await Promise.all([holdQuestion("a"), holdQuestion("a")])).toEqual([true, true]);
  expect(await holdQuestion("a")).toBe(true);
  const others: (object | null)[] = [];
  const asOther = () => locks.request("driver.ask.a", {}, (lock) => (others.push(lock), null));
  await asOther();
  releaseQuestion("a");
  await Promise.resolve();
  await asOther();
  expect(others).toEqual([null, {}]);
});

it("is asked for again after another tab has had it, and isn't kept where it was released too soon", async () => {
  const locks = browserLocks();
  // why: as above.
  vi.stubGlobal("navigator", { locks });
  let end = (): void => undefined;
  void locks.request("driver.ask.b", {}, () => new Promise<void>((resolve) => (end = resolve)));
  expect(await holdQuestion("b")).toBe(false);
  end();
  await new Promise((resolve) => setTimeout(resolve));
  expect(await holdQuestion("b")).toBe(true);
  releaseQuestion("b");
  const early = holdQuestion("c");
  releaseQuestion("c");
  await early;
  await new Promise((resolve) => setTimeout(resolve));
  const others: (object | null)[] = [];
  await locks.request("driver.ask.c", {}, (lock) => (others.push(lock), null));
  expect(others).toEqual([{}]);
});
