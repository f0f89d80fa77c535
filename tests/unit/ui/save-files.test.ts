import { expect, it } from "vitest";
import { contentDisposition } from "~/features/exports/file-name";
import { fileNameOf } from "~/ui/shell/save-files";

it.each(["Plan 1 2026-11-21.xlsx", "Tür & Öl, 50 % (neu).csv", 'Route "x".gpx', "План 7.pdf"])(
  "a download keeps its name: %s",
  (name) => {
    expect(fileNameOf(contentDisposition(name))).toBe(name);
  },
);

it.each([
  [null, null],
  ["attachment", null],
  ['attachment; filename="plain.csv"', "plain.csv"],
  ["attachment; filename*=UTF-8''%E0%A4%A", null],
])("%s is named %s", (header, name) => {
  expect(fileNameOf(header)).toBe(name);
});
