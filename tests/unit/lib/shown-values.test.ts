import { describe, expect, it } from "vitest";
import { SHOWN_FIELD, shownGroups, shownTexts, unchangedNames, withHeld } from "~/lib/shown-values";
import type { ShownGroup } from "~/lib/shown-values";

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

describe("what a form says that it shows, once other values are stored", () => {
  const before: ShownGroup[] = [{ title: "North" }, { address: "Ring 1", lat: "48.2" }];
  const now: ShownGroup[] = [{ title: "South" }, { lat: "47.1", address: "Lane 4" }];
  const heldAt = (...held: string[]) => withHeld(before, now, (name) => held.includes(name));

  it("are the stored values, but for what is held, with all that goes with it", () => {
    expect(heldAt()).toEqual(now);
    expect(heldAt("title")).toEqual([{ title: "North" }, now[1]]);
    for (const one of ["address", "lat"]) expect(heldAt(one)).toEqual([{ title: "South" }, before[1]]);
  });

  it("are what a refusal has told of fields that a colleague changed, where they are held", () => {
    const told = { lat: "47.1", title: "South" };
    const toldOf = (...held: string[]) => withHeld(before, now, (name) => held.includes(name), told);
    expect(toldOf("lat")).toEqual([{ title: "South" }, { address: "Ring 1", lat: "47.1" }]);
    expect(toldOf("title", "lat")).toEqual([{ title: "South" }, { address: "Ring 1", lat: "47.1" }]);
  });

  it("are those that a refused form sent, where it sent any", () => {
    const refused = (sent: string | undefined) => withHeld(sent, now, () => true);
    expect(refused(JSON.stringify(before))).toEqual(before);
    for (const nothing of [undefined, "", "{", '[{"title":1}]']) expect(refused(nothing)).toEqual(now);
  });

  it("are those that were sent of each field, however many a form has", () => {
    const groupsOf = (driver: string) => Array.from({ length: 1000 }, (_, nth) => ({ [`driver-${nth}`]: driver }));
    expect(withHeld(JSON.stringify(groupsOf("4")), groupsOf("5"), () => true)).toEqual(groupsOf("4"));
  });
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

  it("are all that nobody changed, however many a form has", () => {
    const shown = Array.from({ length: 1000 }, (_, nth) => ({ [`driver-${nth}`]: "4" }));
    const fields = shown.flatMap((group) => Object.entries(group));
    expect(names(fields, shown)).toHaveLength(1000);
    expect(shownTexts(posted(fields, JSON.stringify(shown)))).toEqual(Object.fromEntries(fields));
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
