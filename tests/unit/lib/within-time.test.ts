import { getEventListeners } from "node:events";
import { expect, it, vi } from "vitest";
import { withinTime } from "~/lib/within-time.server";
import { amongGarbage } from "../../helpers/garbage";

/** Ends with the reason of the signal alone. */
const untilAborted = (signal: AbortSignal) =>
  new Promise<never>((_resolve, reject) => {
    if (signal.aborted) reject(signal.reason as Error);
    signal.addEventListener("abort", () => reject(signal.reason as Error));
  });

it("ends work whose time is up, whatever garbage is collected meanwhile", async () => {
  const caller = new AbortController();
  await expect(amongGarbage(() => withinTime(50, caller.signal, untilAborted))).rejects.toMatchObject({
    name: "TimeoutError",
  });
  expect(caller.signal.aborted).toBe(false);
});

it("ends work whose caller has left, with the caller's own reason", async () => {
  const caller = new AbortController();
  const left = new Error("left");
  const work = withinTime(60_000, caller.signal, untilAborted);
  caller.abort(left);
  await expect(work).rejects.toBe(left);
  await expect(withinTime(60_000, caller.signal, untilAborted)).rejects.toBe(left);
});

it("lets the time begin anew, and leaves neither a clock nor a listener behind", async () => {
  vi.useFakeTimers();
  const caller = new AbortController();
  const isAborted = await withinTime(100, caller.signal, async (signal, renew) => {
    for (let nth = 0; nth < 3; nth += 1) {
      await vi.advanceTimersByTimeAsync(99);
      renew();
    }
    return signal.aborted;
  });
  expect([isAborted, vi.getTimerCount(), getEventListeners(caller.signal, "abort")]).toEqual([false, 0, []]);
  vi.useRealTimers();
});
