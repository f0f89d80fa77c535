import { beforeEach, describe, expect, it, vi } from "vitest";
import { keepPage, keptPage } from "~/clients/driver-worker/kept";

const PAGE = new URL("https://example.com/platform/driver/route/7");
const MADE = Date.parse("2026-11-23T08:00:00Z");

/** As the server makes it. @param fields what the page has beside its words */
const pageOf = (words: string, fields: string, owner = "1.2"): Response =>
  new Response(`<html><div data-owner="${owner}"><main ${fields}>${words}</main></div></html>`);
const madeAt = (words: string, ms: number): Response => pageOf(words, `data-made="${ms}"`);

/** What opens without a network. */
const shown = async (): Promise<string> =>
  /<main[^>]*>(.*)<\/main>/.exec((await (await keptPage(PAGE))?.text()) ?? "")?.[1] ?? "nothing";

describe("the page that a phone keeps", () => {
  beforeEach(() => {
    // why: Node has no cache of pages. Each call takes its time, as in a browser.
    const entries = new Map<string, Response>();
    const later = <T>(value: T): Promise<T> => new Promise((resolve) => setImmediate(() => resolve(value)));
    const cache = {
      match: (key: string) => later(entries.get(key)?.clone()),
      put: (key: string, answer: Response) => later(undefined).then(() => void entries.set(key, answer)),
      delete: (key: string) => later(entries.delete(key)),
      keys: () => later([...entries.keys()]),
    };
    vi.stubGlobal("caches", { open: () => later(cache) });
    return () => vi.unstubAllGlobals();
  });

  it("is the newest one, though an older one comes after it", async () => {
    await keepPage(PAGE, madeAt("the first", MADE));
    await keepPage(PAGE, madeAt("the third", MADE + 2_000));
    await keepPage(PAGE, madeAt("the second", MADE + 1_000));
    expect(await shown()).toBe("the third");
  });

  it.each([
    ["before", [2_000, 1_000]],
    ["after", [1_000, 2_000]],
  ])("is the newer one of two that come together, which began %s the older one", async (_when, made) => {
    await Promise.all(made.map((ms) => keepPage(PAGE, madeAt(`made ${ms}`, MADE + ms))));
    expect(await shown()).toBe("made 2000");
  });

  it("is the last one where the server's clock was put back, or a page doesn't say when it was made", async () => {
    await keepPage(PAGE, madeAt("before", MADE));
    await keepPage(PAGE, madeAt("an hour back", MADE - 3_600_000));
    expect(await shown()).toBe("an hour back");
    await keepPage(PAGE, pageOf("of an earlier build", ""));
    expect(await shown()).toBe("of an earlier build");
    await keepPage(PAGE, madeAt("of this build", MADE));
    expect(await shown()).toBe("of this build");
  });

  it("is never the newer one of another person", async () => {
    await keepPage(PAGE, pageOf("somebody else's", `data-made="${MADE + 1_000}"`, "3.4"));
    await keepPage(PAGE, madeAt("one's own", MADE));
    expect(await shown()).toBe("one's own");
  });
});
