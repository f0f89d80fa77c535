import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { expect, it } from "vitest";

const FOLDER = "app/features";
// The pages of those who are not signed in have no toasts: their answers stand in the page, in whole sentences.
const files = (readdirSync(FOLDER, { recursive: true }) as string[]).filter((name) =>
  /^(?!accounts).*actions\.server\.ts$/.test(name),
);

/** Messages of answers, as they are written: the first line of a toast. */
const messages = files.flatMap((name) =>
  [...readFileSync(join(FOLDER, name), "utf8").matchAll(/\bmessage: (["`])(.+?)\1/g)].map(([, , text]) => text ?? ""),
);

it("says what was done in a line without a full stop; sentences stand in the second line", () => {
  expect(messages.length).toBeGreaterThan(30);
  expect(messages.filter((text) => /[^.]\.$/.test(text))).toEqual([]);
});
