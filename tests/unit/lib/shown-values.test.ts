import { describe, expect, it } from "vitest";
import { SHOWN_FIELD, shownGroups, unchangedNames } from "~/lib/shown-values";

const posted = (fields: readonly (readonly [string, string])[], shown?: string): FormData => {
  const form = new FormData();
  for (const [name, value] of fields) form.append(name, value);
  if (shown !== undefined) form.set(SHOWN_FIELD, shown);
  return form;
};
const names = (fields: readonly (readonly [string, string])[], groups: unknown): string[] =>
  [...unchangedNames(posted(fields, JSON.stringify(groups)))].sort();

it("what fields show is written as forms post it, each by itself but for those that go together", () => {
  const shown = { title: "North", status: true, sms: false, lat: 47.1, lng: null, note: undefined };
  expect(shownGroups(shown, [["lat", "lng"]])).toEqual([
    { title: "North" },
    { status: "1" },
    { sms: "0" },
    { note: "" },
    { lat: "47.1", lng: "" },
  ]);
});

describe("fields that a form posts as they were shown", () => {
  it("are those of groups in which nothing was changed", () => {
    const shown = [{ title: "North" }, { email: "" }, { phone: "232 12 34", phone_country: "LI" }];
    const fields = [
      ["title", "North"],
      ["email", "a@b.example"],
      ["phone", "232 12 34"],
    ] as const;
    expect(names([...fields, ["phone_country", "LI"]], shown)).toEqual(["phone", "phone_country", "title"]);
    expect(names([...fields, ["phone_country", "CH"]], shown)).toEqual(["title"]);
    expect(names(fields, shown)).toEqual(["title"]);
  });

  it("are compared by their last value, and without the line ends of forms", () => {
    expect(
      names(
        [
          ["active", "0"],
          ["active", "1"],
          ["note", "a\r\nb"],
        ],
        [{ active: "1" }, { note: "a\nb" }],
      ),
    ).toEqual(["active", "note"]);
  });

  it.each([undefined, "", "{", "null", "[1]", '[{"title":1}]', '{"title":"North"}'])(
    "are none where a form says %j of what it showed",
    (shown) => {
      expect([...unchangedNames(posted([["title", "North"]], shown))]).toEqual([]);
    },
  );
});
