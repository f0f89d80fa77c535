import { expect, it } from "vitest";
import { BEHIND_LABELS } from "~/domain/figures/visits-behind";
import { MEASURES } from "~/features/dashboard/measures";

it("the dashboard has a word of its own for visits behind plan: a route is overdue from its late start on", () => {
  const words = [...MEASURES.map(({ label }) => label), ...Object.values(BEHIND_LABELS)];
  expect(words.filter((word) => /overdue/i.test(word))).toEqual([]);
  expect(words.filter((word) => word === "Behind plan")).toHaveLength(2);
});
