import { expect, it } from "vitest";
import { KnownUpgrade } from "~/realtime/known-upgrade";

it("is news once, also where a process that has not looked yet tells an older one in between", () => {
  const known = new KnownUpgrade();
  expect([4, 5, 4, 5, 6].map((id) => known.hear(id))).toEqual([false, true, false, false, true]);
});
