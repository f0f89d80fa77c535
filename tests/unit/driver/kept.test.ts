import { beforeEach, describe, expect, it, vi } from "vitest";
import {
  currentDay,
  forgetOld,
  forgetTheDay,
  keepPage,
  keptPage,
  LONGEST_KEPT_MS,
  newestOrKept,
} from "~/clients/driver-worker/kept";
import { showNews } from "~/clients/driver-worker/news";

const PAGE = new URL("https://example.com/platform/driver/route/7");
const MADE = Date.parse("2026-11-23T08:00:00Z");

/** As the server makes it. @param fields what the page has beside its words */
const pageOf = (words: string, fields: string, owner = "1.2"): Response =>
  new Response(`<html><div data-owner="${owner}"><main ${fields}>${words}</main></div></html>`);
const madeAt = (words: string, ms: number): Response => pageOf(words, `data-made="${ms}"`);

/** A page that was asked for just now. */
const keep = (url: URL, answer: Response): Promise<void> => keepPage(url, answer, currentDay());

/** What opens without a network. */
const shown = async (): Promise<string> =>
  /<main[^>]*>(.*)<\/main>/.exec((await (await keptPage(PAGE))?.text()) ?? "")?.[1] ?? "nothing";

/** The phone's caches, by name and address. */
const cached = new Map<string, Map<string, Response>>();

beforeEach(() => {
  // why: Node has no cache of pages. Each call takes its time, as in a browser.
  const later = <T>(value: T): Promise<T> => new Promise((resolve) => setImmediate(() => resolve(value)));
  const cacheOf = (entries: Map<string, Response>) => ({
    match: (key: string) => later(entries.get(key)?.clone()),
    put: (key: string, answer: Response) => later(undefined).then(() => void entries.set(key, answer)),
    delete: (key: string) => later(undefined).then(() => entries.delete(key)),
    keys: () => later([...entries.keys()]),
  });
  vi.stubGlobal("caches", {
    open: (name: string) => {
      const entries = cached.get(name) ?? new Map<string, Response>();
      cached.set(name, entries);
      return later(cacheOf(entries));
    },
    delete: (name: string) => later(cached.delete(name)),
  });
  return () => {
    cached.clear();
    vi.unstubAllGlobals();
    vi.useRealTimers();
  };
});

describe("the page that a phone keeps", () => {
  it("is the newest one, though an older one comes after it", async () => {
    await keep(PAGE, madeAt("the first", MADE));
    await keep(PAGE, madeAt("the third", MADE + 2_000));
    await keep(PAGE, madeAt("the second", MADE + 1_000));
    expect(await shown()).toBe("the third");
  });

  it.each([
    ["before", [2_000, 1_000]],
    ["after", [1_000, 2_000]],
  ])("is the newer one of two that come together, which began %s the older one", async (_when, made) => {
    await Promise.all(made.map((ms) => keep(PAGE, madeAt(`made ${ms}`, MADE + ms))));
    expect(await shown()).toBe("made 2000");
  });

  it("is the last one where the server's clock was put back, or a page doesn't say when it was made", async () => {
    await keep(PAGE, madeAt("before", MADE));
    await keep(PAGE, madeAt("an hour back", MADE - 3_600_000));
    expect(await shown()).toBe("an hour back");
    await keep(PAGE, pageOf("of an earlier build", ""));
    expect(await shown()).toBe("of an earlier build");
    await keep(PAGE, madeAt("of this build", MADE));
    expect(await shown()).toBe("of this build");
  });

  it("is never the newer one of another person", async () => {
    await keep(PAGE, pageOf("somebody else's", `data-made="${MADE + 1_000}"`, "3.4"));
    await keep(PAGE, madeAt("one's own", MADE));
    expect(await shown()).toBe("one's own");
  });
});

describe("what a phone forgets", () => {
  const MAP = "https://example.com/platform/driver/map/7";
  const OTHER_PAGE = new URL("https://example.com/platform/driver/route/8");
  const kept = (name: string): string[] => [...(cached.get(name)?.keys() ?? [])];
  const pages = (): string[] => kept("driver-pages-1");
  const pictures = (): string[] => kept("driver-pictures-1");
  // why: only a browser can follow a redirect here.
  const serverAnswers = (answer: () => Response) => vi.stubGlobal("fetch", async () => answer());
  const atSignIn = (host = "example.com"): Response =>
    Object.defineProperties(new Response("<html><h1>Sign in</h1></html>"), {
      redirected: { value: true },
      url: { value: `https://${host}/platform/login?backTo=%2Fdriver` },
      clone: { value: () => atSignIn(host) },
    });
  const refused = (status: number, frame = ""): Response =>
    new Response(`<html><div ${frame}><main data-error="${status}">Not for you</main></div></html>`, { status });
  const lookAtMap = async (answer: () => Response) => {
    serverAnswers(answer);
    await (
      await newestOrKept(new Request(MAP))
    ).kept;
  };

  beforeEach(async () => {
    await keep(PAGE, madeAt("one's own", MADE));
    await keep(OTHER_PAGE, madeAt("one's own", MADE));
    await lookAtMap(() => new Response("{}"));
    expect([pages(), pictures()]).toEqual([[PAGE.href, OTHER_PAGE.href], [MAP]]);
  });

  it.each([
    ["the sign-in", atSignIn],
    ["a refusal to somebody who is in no team", () => refused(403)],
    ["a refusal to a colleague who drives no more", () => refused(403, 'data-owner="1.2"')],
    ["a company that is not there", () => refused(404)],
  ])("is all of the day after %s", async (_what, answer) => {
    await keep(PAGE, answer());
    expect([pages(), pictures()]).toEqual([[], []]);
  });

  it("is also what was asked for before, and comes afterwards", async () => {
    const before = currentDay();
    let answerMap = (_answer: Response): void => undefined;
    vi.stubGlobal("fetch", () => new Promise<Response>((resolve) => (answerMap = resolve)));
    const map = newestOrKept(new Request(MAP));
    await forgetTheDay();
    answerMap(new Response("{}"));
    await (
      await map
    ).kept;
    await keepPage(PAGE, madeAt("of whoever was signed in", MADE + 1_000), before);
    expect([pages(), pictures()]).toEqual([[], []]);
    await keep(PAGE, madeAt("after the next sign-in", MADE + 2_000));
    expect(pages()).toEqual([PAGE.href]);
  });

  it("is also the page of pushed news that comes afterwards", async () => {
    vi.stubGlobal("location", PAGE);
    vi.stubGlobal("registration", { showNotification: async () => undefined });
    let answerPage = (_answer: Response): void => undefined;
    vi.stubGlobal("fetch", () => new Promise<Response>((resolve) => (answerPage = resolve)));
    const news = showNews(() => ({ title: "Route 7", body: "New stop", path: PAGE.pathname }), "icon.png");
    await forgetTheDay();
    answerPage(madeAt("of whoever was signed in", MADE + 1_000));
    await news;
    expect(pages()).toEqual([]);
  });

  it("is all of the day where a page that is opened is led to the sign-in", async () => {
    serverAnswers(atSignIn);
    const led = Object.defineProperty(new Response(""), "type", { value: "opaqueredirect" });
    await keep(PAGE, led);
    expect([pages(), pictures()]).toEqual([[], []]);
  });

  it("is all of the day where a picture is answered with the sign-in", async () => {
    await lookAtMap(atSignIn);
    expect([pages(), pictures()]).toEqual([[], []]);
  });

  it("is the one route that is another driver's by now, and its map", async () => {
    await keep(PAGE, refused(404, 'data-owner="1.2"'));
    await lookAtMap(() => new Response("", { status: 404 }));
    expect([pages(), pictures()]).toEqual([[OTHER_PAGE.href], []]);
  });

  it.each([
    ["a server that fails", () => refused(500)],
    ["a server that is overloaded", () => new Response("", { status: 503 })],
    ["a hotspot", () => new Response("<html><h1>Free WLAN</h1></html>")],
    ["a hotspot's own sign-in", () => atSignIn("hotspot.example")],
    ["a proxy that refuses", () => new Response("<html><h1>Forbidden</h1></html>", { status: 403 })],
  ])("is nothing after %s", async (_what, answer) => {
    await keep(PAGE, answer());
    expect([pages().length, pictures().length]).toEqual([2, 1]);
    expect(await shown()).toBe("one's own");
  });

  it("is what another person had, their pictures too", async () => {
    await keep(PAGE, pageOf("somebody else's", `data-made="${MADE}"`, "1.3"));
    expect([pages(), pictures()]).toEqual([[PAGE.href], []]);
    expect(await shown()).toBe("somebody else's");
  });

  it("is what is older than four days, which isn't shown either", async () => {
    vi.useFakeTimers({ toFake: ["Date"], now: Date.now() + LONGEST_KEPT_MS - 60_000 });
    expect(await shown()).toBe("one's own");
    await keep(OTHER_PAGE, madeAt("of today", MADE + LONGEST_KEPT_MS));
    vi.setSystemTime(Date.now() + 120_000);
    expect(await shown()).toBe("nothing");
    serverAnswers(() => {
      throw new TypeError("Failed to fetch");
    });
    await expect(newestOrKept(new Request(MAP))).rejects.toThrow("Failed to fetch");
    await forgetOld();
    expect([pages(), pictures()]).toEqual([[OTHER_PAGE.href], []]);
  });

  it("is nothing where the phone's clock can't be right", async () => {
    vi.useFakeTimers({ toFake: ["Date"], now: Date.now() + 400 * 24 * 3600_000 });
    await forgetOld();
    expect(pages()).toHaveLength(2);
    expect(await shown()).toBe("one's own");
  });
});
