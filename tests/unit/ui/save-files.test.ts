import { notifications, notificationsStore } from "@mantine/notifications";
import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { contentDisposition } from "~/features/exports/file-name";
import { fileNameOf, saveFile } from "~/ui/shell/save-files";

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

describe("a file that can't be saved", () => {
  const shown = () => notificationsStore.getState().notifications.map(({ message }) => message);
  let answer: () => Promise<Response>;
  beforeEach(() => {
    vi.stubGlobal("fetch", () => answer());
    vi.stubGlobal("document", { createElement: () => ({ click: () => undefined, remove: () => undefined }) });
  });
  afterEach(() => {
    notifications.clean();
    vi.unstubAllGlobals();
  });

  // @spec PC-8.01 AA-8.01 AA-8.06 AA-8.09
  it.each([
    ["the browser refuses it", () => Promise.resolve(new Response("a,b")), "Browser denied file download..."],
    ["the server says why", () => Promise.resolve(new Response("No such plan", { status: 404 })), "No such plan"],
    [
      "the server says nothing",
      () => Promise.resolve(new Response("", { status: 400 })),
      "Something goes wrong. Please try later",
    ],
    ["nobody answers", () => Promise.reject(new TypeError("network")), "You are offline"],
  ])("because %s", async (_why, given, message) => {
    answer = given;
    await saveFile("/platform/export/plan/3/csv");
    expect(shown()).toEqual([message]);
  });
});
