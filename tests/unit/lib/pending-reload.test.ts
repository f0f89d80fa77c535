import { beforeEach, describe, expect, it } from "vitest";
import { frameUnlessDialog, recordShown, requestReload, reloadUnlessDialog } from "~/lib/pending-reload";

const PAGE = "http://localhost/platform/planning/plan/1";
const asked = (from: string, to: string, more: object = {}) =>
  reloadUnlessDialog({
    currentUrl: new URL(from, PAGE),
    nextUrl: new URL(to, PAGE),
    currentParams: {},
    nextParams: {},
    defaultShouldRevalidate: true,
    ...more,
  });
const opensDialog = () => asked("1", "1?dialog=import");
const reloads = () => asked("1", "1");

describe("a page with its dialogs in the address", () => {
  beforeEach(() => {
    recordShown("what was there before", true);
    requestReload();
    recordShown("first", true);
  });

  it("needs no data for a dialog that opens, changes or closes", () => {
    expect([
      opensDialog(),
      asked("1?dialog=import", "1?dialog=add-visit"),
      asked("1?dialog=import&visit=2", "1"),
    ]).toEqual([false, false, false]);
  });

  it("takes data for everything else", () => {
    expect([asked("1", "2"), reloads(), asked("1?dialog=import", "1", { formMethod: "POST" })]).toEqual([
      true,
      true,
      true,
    ]);
    expect(asked("1", "1", { defaultShouldRevalidate: false })).toBe(false);
  });

  it.each([
    ["a reload of the page", reloads],
    ["the reload after a form", () => asked("1?dialog=done", "1?dialog=done", { formMethod: "POST" })],
    ["a colleague's change", requestReload],
  ])("brings along with the dialog what %s has not brought yet", (_name, reload) => {
    reload();
    expect([opensDialog(), opensDialog()]).toEqual([true, true]);
    recordShown("first", true);
    expect(opensDialog()).toBe(true);
    recordShown("second", true);
    expect(opensDialog()).toBe(false);
  });

  it("doesn't take the data of an earlier reload for those of a later one", () => {
    reloads();
    asked("1", "1", { formMethod: "POST" });
    recordShown("of the first reload", false);
    expect(opensDialog()).toBe(true);
    recordShown("of the second reload", true);
    expect(opensDialog()).toBe(false);
  });

  it("is never made to load what the router itself wouldn't", () => {
    requestReload();
    expect(asked("1", "1?dialog=import", { defaultShouldRevalidate: false })).toBe(false);
  });
});

describe("the frame around the pages", () => {
  const frame = (from: string, to: string, more: object = {}) =>
    frameUnlessDialog({
      currentUrl: new URL(from, PAGE),
      nextUrl: new URL(to, PAGE),
      currentParams: {},
      nextParams: {},
      defaultShouldRevalidate: true,
      ...more,
    });
  beforeEach(() => {
    recordShown("what was there before", true);
    requestReload();
    recordShown("first", true);
  });

  it("is not asked for again by a dialog, but by forms, reloads, other pages, and while a reload is owed", () => {
    expect(frame("1", "1?dialog=import")).toBe(false);
    expect([frame("1", "1"), frame("1", "2"), frame("1?dialog=import", "1", { formMethod: "POST" })]).toEqual([
      true,
      true,
      true,
    ]);
    expect(frame("1", "2", { defaultShouldRevalidate: false })).toBe(false);
    requestReload();
    expect(frame("1", "1?dialog=import")).toBe(true);
  });
});
