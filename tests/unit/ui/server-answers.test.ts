import { afterEach, beforeEach, expect, it, vi } from "vitest";
import { watchServer } from "~/ui/shell/server-answers";
import type { ServerAnswer } from "~/ui/shell/server-answers";

const page = Object.assign(new EventTarget(), { visibilityState: "visible" });
const browser = new EventTarget();
const connection = { onLine: true };
const ready = () => new Response("ready", { headers: { "Content-Type": "text/plain; charset=utf-8" } });
let answer: () => Response | Promise<never>;
/** when it was asked, in seconds from the beginning */
let asked: number[];
let options: RequestInit | undefined;
let told: ServerAnswer[];
let end: () => void;

beforeEach(() => {
  vi.useFakeTimers({ now: 0 });
  vi.spyOn(Math, "random").mockReturnValue(0.5);
  page.visibilityState = "visible";
  connection.onLine = true;
  [answer, asked, told] = [ready, [], []];
  vi.stubGlobal("document", page);
  vi.stubGlobal("window", browser);
  vi.stubGlobal("navigator", connection);
  vi.stubGlobal("fetch", async (_address: string, init: RequestInit) => {
    options = init;
    asked.push(Date.now() / 1000);
    return answer();
  });
});
afterEach(() => {
  end();
  vi.useRealTimers();
  vi.restoreAllMocks();
  vi.unstubAllGlobals();
});

const watch = () => void (end = watchServer((one) => void told.push(one)));
const wait = (seconds: number) => vi.advanceTimersByTimeAsync(seconds * 1000);
const show = (state: "visible" | "hidden") => {
  page.visibilityState = state;
  page.dispatchEvent(new Event("visibilitychange"));
};

const html = { headers: { "Content-Type": "text/html" } };
it.each<[string, () => Response | Promise<never>, ServerAnswer]>([
  ["its own answer", ready, "ready"],
  ["another page", () => new Response("<title>Sign in</title>", html), "none"],
  ["the word in a page", () => new Response("ready", html), "none"],
  ["another text", () => new Response("OK"), "none"],
  ["its own words that it can't", () => new Response("The database does not answer.", { status: 503 }), "none"],
  ["nothing at all", () => Promise.reject(new TypeError("Failed to fetch")), "none"],
  ["that it is forbidden", () => new Response("Forbidden", { status: 403 }), "closed"],
  ["that it isn't there", () => new Response("Not found", { status: 404 }), "closed"],
])("%s is told for what it is", async (_name, given, expected) => {
  answer = given;
  watch();
  await wait(0);
  expect(told).toEqual([expected]);
  // What it leads to would be somebody else's.
  expect(options).toMatchObject({ redirect: "error", cache: "no-store" });
});

it("pauses grow up to a minute, and begin again with another answer", async () => {
  answer = () => new Response("", { status: 503 });
  watch();
  await wait(200);
  expect(asked).toEqual([0, 5, 15, 35, 75, 135, 195]);
  answer = ready;
  await wait(80);
  expect(asked.slice(7)).toEqual([255, 260, 270]);
  expect(told).toEqual([...Array.from({ length: 7 }, () => "none"), "ready", "ready", "ready"]);
});

it("a server that goes away is noticed within 20 seconds, however long it was ready", async () => {
  watch();
  await wait(100);
  expect(asked).toEqual([0, 5, 15, 35, 55, 75, 95]);
  answer = () => new Response("", { status: 503 });
  await wait(20);
  expect(told.at(-1)).toBe("none");
});

it("pauses are spread, so that pages don't ask in step", async () => {
  vi.mocked(Math.random).mockReturnValueOnce(0).mockReturnValueOnce(1);
  watch();
  await wait(17);
  expect(asked).toEqual([0, 4, 16]);
});

it("a hidden page doesn't ask; it does when it is shown", async () => {
  watch();
  await wait(6);
  show("hidden");
  await wait(3600);
  expect(asked).toEqual([0, 5]);
  show("visible");
  await wait(6);
  expect(asked).toEqual([0, 5, 3606, 3611]);
});

it("a machine that is off the network is told at once, and asks nobody until it is back", async () => {
  watch();
  await wait(1);
  connection.onLine = false;
  browser.dispatchEvent(new Event("offline"));
  expect(told).toEqual(["ready", "none"]);
  await wait(60);
  expect(asked).toEqual([0]);
  connection.onLine = true;
  browser.dispatchEvent(new Event("online"));
  await wait(0);
  expect(asked).toEqual([0, 61]);
  expect(told.at(-1)).toBe("ready");
});

it("nothing is asked or told once it is over", async () => {
  watch();
  end();
  await wait(60);
  show("visible");
  browser.dispatchEvent(new Event("online"));
  await wait(60);
  expect([asked, told]).toEqual([[0], []]);
});
