import { notifications, notificationsStore } from "@mantine/notifications";
import { afterEach, beforeEach, expect, it, vi } from "vitest";
import { copyPublicLink } from "~/ui/copy-link";

const LINK = "https://routes.example/platform/tracking/public/7/abc";
const shown = () =>
  notificationsStore.getState().notifications.map(({ title, message, autoClose }) => [title, message, autoClose]);

let answer: () => Promise<Response>;
const writeText = vi.fn<(text: string) => Promise<void>>();
beforeEach(() => {
  answer = () => Promise.resolve(Response.json({ data: { path: "/platform/tracking/public/7/abc" } }));
  writeText.mockReset();
  vi.stubGlobal("fetch", () => answer());
  vi.stubGlobal("location", { origin: "https://routes.example" });
  vi.stubGlobal("navigator", { clipboard: { writeText } });
});
afterEach(() => {
  notifications.clean();
  vi.unstubAllGlobals();
});

// @spec PC-7.29 PC-7.30 PC-9.15 PC-8.14
it("ready once the server made it, and copied once the clipboard took it: each is said for 8 seconds", async () => {
  let took = () => {};
  writeText.mockReturnValue(new Promise((resolve) => (took = resolve)));
  const copying = copyPublicLink({ kind: "route", id: 7 });
  await vi.waitFor(() => expect(writeText).toHaveBeenCalledWith(LINK), { timeout: 60_000 });
  expect(shown()).toEqual([[undefined, "Link is ready", 8_000]]);
  took();
  await copying;
  expect(shown()).toEqual([
    [undefined, "Link is ready", 8_000],
    [undefined, "Copied to clipboard", 8_000],
  ]);
});

it("a clipboard that refuses leaves the link to copy by hand", async () => {
  writeText.mockRejectedValue(new Error("not allowed"));
  await copyPublicLink({ kind: "route", id: 7 });
  expect(shown()).toEqual([
    [undefined, "Link is ready", 8_000],
    ["Copy the link by hand", LINK, 8_000],
  ]);
});

// @spec AA-8.01
it("nothing is ready where the server refuses or can't be reached", async () => {
  answer = () => Promise.resolve(Response.json({ data: "This visit has no recipient." }, { status: 409 }));
  await copyPublicLink({ kind: "visit", id: 7 });
  answer = () => Promise.reject(new TypeError("network"));
  await copyPublicLink({ kind: "visit", id: 7 });
  expect(writeText).not.toHaveBeenCalled();
  expect(shown().map(([, message]) => message)).toEqual(["This visit has no recipient.", "You are offline"]);
});
