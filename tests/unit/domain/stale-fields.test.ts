import { expect, it } from "vitest";
import { staleFields } from "~/domain/validation/stale-fields";

type Texts = Record<string, string>;
const NEXT = { name: "Mine", note: "Mine too" };
const refusal = (seen: Texts, stored: Texts, next: Partial<Texts> = NEXT) =>
  staleFields("elm.changed", { seen, stored, next }, (field) => [field.toUpperCase(), stored[field]!]);

it("are none where nobody else has stored another value, or nothing is known of what was shown", () => {
  const stored = { name: "Elm", note: "" };
  expect(refusal(stored, stored)).toBeNull();
  expect(refusal({}, stored)).toBeNull();
  expect(refusal({ ...stored, other: "x" }, { ...stored, other: "y" })).toBeNull();
});

it("are none where both have the same value, or the field is left as it is stored", () => {
  const seen = { name: "Elm", note: "Ring" };
  expect(refusal(seen, NEXT)).toBeNull();
  expect(refusal(seen, { name: "Ash", note: "Knock" }, {})).toBeNull();
  expect(refusal(seen, { name: "Ash", note: "Knock" }, { name: undefined })).toBeNull();
  // Forms post line ends of their own.
  expect(refusal(seen, { name: "a\r\nb", note: "Ring" }, { name: "a\nb" })).toBeNull();
  expect(refusal({ note: "a\nb" }, { note: "a\r\nb" })).toBeNull();
});

it("are each told with what is stored now; long texts by their beginning", () => {
  const long = "x".repeat(100);
  const [name, note] = [
    `“NAME” was changed to “${"x".repeat(80)}” in the meantime.`,
    "“NOTE” was cleared in the meantime.",
  ];
  expect(refusal({ name: "Elm", note: "Ring" }, { name: long, note: "" })).toEqual({
    code: "elm.changed",
    message: name,
    status: 409,
    fields: { name },
    stale: { name: { now: long, message: name }, note: { now: "", message: note } },
  });
});
