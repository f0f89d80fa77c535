import { expect, it } from "vitest";
import { keepOpen, readKeptOpen } from "~/ui/kept-open";

function memory() {
  const kept = new Map<string, string>();
  return {
    kept,
    getItem: (key: string) => kept.get(key) ?? null,
    setItem: (key: string, value: string) => void kept.set(key, value),
    removeItem: (key: string) => void kept.delete(key),
  };
}
const DAY = 24 * 3600 * 1000;

// @spec PC-9.19
it("keeps what is unfolded for a day, each list for itself", () => {
  const storage = memory();
  keepOpen("plan:1", [7, "unserved"], () => storage, 1000);
  expect(readKeptOpen("plan:1", () => storage, 1000 + DAY)).toEqual([7, "unserved"]);
  expect(readKeptOpen("plan:1", () => storage, 1001 + DAY)).toEqual([]);
  expect(readKeptOpen("plan:2", () => storage, 1000)).toEqual([]);
  keepOpen("plan:1", [], () => storage, 2000);
  expect(storage.kept.size).toBe(0);
});

it.each(["", "no json", "null", "[]", '{"at":"x","open":[1]}', '{"at":5}', '{"at":9000,"open":[1]}'])(
  "takes %j for nothing",
  (text) => {
    const storage = memory();
    storage.kept.set("open:plan:1", text);
    expect(readKeptOpen("plan:1", () => storage, 8000)).toEqual([]);
  },
);

it("goes on where nothing can be kept", () => {
  const full = {
    setItem: () => {
      throw new Error("QuotaExceededError");
    },
    removeItem: () => undefined,
  };
  expect(() => keepOpen("plan:1", [1], () => full, 0)).not.toThrow();
  expect(
    readKeptOpen(
      "plan:1",
      () => {
        throw new Error("SecurityError");
      },
      0,
    ),
  ).toEqual([]);
});
