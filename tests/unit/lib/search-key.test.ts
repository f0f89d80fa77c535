import { describe, expect, test } from "vitest";
import { pagesNamed } from "~/features/finder/finder-pages";
import { routeSearch } from "~/features/planning/plan-page/list/visit-filter";
import { searchKey } from "~/lib/search-key";
import { optionsFound } from "~/ui/form/select-option";

describe("what is searched for", () => {
  test.each([
    ["istanbul", "İstanbul"],
    ["ISTANBUL", "istanbul"],
    ["isparta", "Isparta"],
    ["ISPARTA", "ısparta"],
    ["strasse", "Bahnhofstraße"],
    ["muller", "Müller"],
    ["müller", "MU\u0308LLER"],
    ["lodz", "Łódź"],
    ["علی", "علي"],
    ["احمد", "أحمد"],
  ])("%s finds %s", (typed, name) => {
    expect(searchKey(name)).toContain(searchKey(typed));
    expect(optionsFound([{ label: name }, { label: "Van 7" }], typed)).toEqual([{ label: name }]);
    expect(routeSearch(typed)({ vehicle: name, driver: "", plate: "" })).toBe(true);
    expect(pagesNamed([{ to: "/", label: name }], typed)).toHaveLength(1);
  });

  test.each([
    ["हनद", "हिन्दी"],
    ["か", "が"],
    ["ก", "กี่"],
  ])("%s is another word than %s", (typed, name) => expect(searchKey(name)).not.toBe(searchKey(typed)));

  test("a plate is found with the digits of any keyboard", () => {
    expect(routeSearch("٧٧")({ vehicle: "", driver: "", plate: "FL 77" })).toBe(true);
    expect(routeSearch("77")({ vehicle: "", driver: "", plate: "س ٧٧" })).toBe(true);
  });
});
