import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { pageEvents } from "~/http/page-events.server";
import type { StreamGroup } from "~/http/page-events.server";
import { AppError } from "~/lib/errors";
import { inProcessPublisher } from "~/realtime/in-process-publisher.server";
import { publishChange, setPublisher } from "~/realtime/publisher.server";

const USER: StreamGroup = { key: "user:1", most: 4, beyond: "closes the oldest" };

describe("the stream that tells a page of newer versions", () => {
  let stored = "first";
  let listening = 0;
  const lines: AbortController[] = [];

  beforeEach(() => {
    vi.useFakeTimers();
    stored = "first";
    listening = 0;
    const { publish, listen } = inProcessPublisher();
    setPublisher({
      publish,
      listen(listener) {
        const stop = listen(listener);
        listening += 1;
        return () => (stop(), void (listening -= 1));
      },
    });
  });
  afterEach(() => {
    for (const line of lines.splice(0)) line.abort();
    setPublisher(undefined);
    vi.useRealTimers();
  });

  const change = () => publishChange(1, { model: "RoutingPlan", action: "update", ids: [1], planId: 1 });
  const currentVersion = () => Promise.resolve(stored);

  function open(look: () => Promise<string>, group = USER): { line: AbortController; opening: Promise<Response> } {
    const line = new AbortController();
    lines.push(line);
    const opening = pageEvents([group], line.signal, { currentVersion: look, concerns: () => true, beatsALook: 3 });
    return { line, opening };
  }

  /** Everything that is told within a second: a beat comes much later. */
  async function toldBy({ body }: Response): Promise<string> {
    let told = "";
    const decoder = new TextDecoder();
    const sink = new WritableStream<Uint8Array>({ write: (part) => void (told += decoder.decode(part)) });
    // It fails where the stream is cut off, which some of these are.
    void body!.pipeTo(sink).catch(() => undefined);
    await vi.advanceTimersByTimeAsync(1_000);
    return told;
  }

  it("tells at once of what changed while its first version was looked up", async () => {
    let found = (): void => undefined;
    const { opening } = open(async () => {
      const read = stored;
      if (read === "first") await new Promise<void>((resolve) => (found = resolve));
      return read;
    });
    stored = "second";
    change();
    found();
    expect(await toldBy(await opening)).toBe("retry: 2000\ndata: first\n\ndata: second\n\n");
  });

  it("looks once, and says its version once, where nothing changed", async () => {
    const look = vi.fn(currentVersion);
    expect(await toldBy(await open(look).opening)).toBe("retry: 2000\ndata: first\n\n");
    expect(look).toHaveBeenCalledTimes(1);
  });

  it.each([
    ["a page that is gone", new AppError("not_found", "Route not found", { status: 404 }), false],
    ["somebody who is signed out", new Response(null, { status: 302 }), false],
    ["a database that is away", new AppError("db.away", "Please try later", { status: 503 }), false],
    ["a fault of the program", new TypeError("a fault"), true],
    ["a fault of an engine", new AppError("routing.failed", "It failed", { status: 502 }), true],
  ])("has the page ask after %s, and logs what is a fault", async (_what, error, isLogged) => {
    const log = vi.spyOn(console, "error").mockImplementation(() => undefined);
    let looks = 0;
    const response = await open(() => ((looks += 1) === 1 ? currentVersion() : Promise.reject(error))).opening;
    change();
    expect(await toldBy(response)).toBe("retry: 2000\ndata: first\n\ndata: gone\n\n");
    expect(log.mock.calls).toEqual(isLogged ? [["A page's version could not be read:", error]] : []);
  });

  it("listens no longer once its page has gone, also before the stream stands", async () => {
    const { line, opening } = open(currentVersion);
    await opening;
    expect(listening).toBe(1);
    line.abort();
    expect(listening).toBe(0);

    const early = open(currentVersion);
    early.line.abort();
    await early.opening;
    expect(listening).toBe(0);
  });

  it("listens to nothing for who may not see the page, or has too many streams", async () => {
    await expect(open(() => Promise.reject(new Error("not yours"))).opening).rejects.toThrow("not yours");
    expect(listening).toBe(0);

    const link: StreamGroup = { key: "link:1", most: 1, beyond: "is refused" };
    expect((await open(currentVersion, link).opening).status).toBe(200);
    expect((await open(currentVersion, link).opening).status).toBe(429);
    expect(listening).toBe(1);
  });
});
