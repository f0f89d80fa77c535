import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { askJson, routingUnreachable, tellOfEngine } from "~/services/routing/ask-json.server";
import { amongGarbage } from "../../../helpers/garbage";
import { useHttpService } from "../../../helpers/http-service";
import type { Answer } from "../../../helpers/http-service";

const NO_ANSWER: Answer = () => undefined;
const BEGINNING: Answer = (response) => void response.writeHead(200).write('{"code":');

const EMPTY: Answer = (response) => void response.end("{}");

describe("a routing server that keeps its askers waiting", () => {
  const service = useHttpService();
  const server = () => ({ label: "OSRM", variable: "OSRM_URL", baseUrl: service.url, timeoutMs: 100 });

  it.each([
    ["answers nothing", NO_ANSWER],
    ["stops in the middle of its answer", BEGINNING],
  ])("is given up after the limit when it %s", async (_how, answer) => {
    service.answers(answer);
    await expect(amongGarbage(() => askJson(server(), "/table"))).rejects.toMatchObject({
      code: "routing.unreachable",
      message: "OSRM (OSRM_URL) does not answer in 0.1 seconds.",
    });
  });

  describe("and hangs", () => {
    afterEach(() => void vi.useRealTimers());
    const ask = (which: ReturnType<typeof server>) => askJson(which, "/table");
    const silent = "OSRM (OSRM_URL) did not answer a moment ago, and is not asked for a minute.";

    it("is asked once, then by nobody for a minute, and again after it", async () => {
      vi.useFakeTimers({ toFake: ["performance", "setTimeout", "clearTimeout"] });
      const osrm = { ...server(), timeoutMs: 30_000 };
      // Its time is up once the question is there.
      service.answers(() => void vi.advanceTimersByTime(30_000));
      await expect(ask(osrm)).rejects.toMatchObject({ message: "OSRM (OSRM_URL) does not answer in 30 seconds." });
      expect(service.asked).toHaveLength(1);
      service.answers(EMPTY);
      vi.advanceTimersByTime(59_999);
      await expect(ask(osrm)).rejects.toMatchObject({ code: "routing.unreachable", message: silent });
      expect(service.asked).toEqual([]);
      // Another one is none of its business.
      await expect(ask(server())).resolves.toEqual({ status: 200, body: {} });
      vi.advanceTimersByTime(1);
      await expect(ask(osrm)).resolves.toEqual({ status: 200, body: {} });
      await expect(ask(osrm)).resolves.toEqual({ status: 200, body: {} });
    });

    it("is asked again by others at once where only its asker wouldn't wait", async () => {
      const osrm = { ...server(), timeoutMs: 60_000 };
      const caller = new AbortController();
      service.answers(() => caller.abort(new DOMException("Not done within 80 ms.", "TimeoutError")));
      await expect(askJson(osrm, "/table", { signal: caller.signal })).rejects.toThrow("Not done within 80 ms.");
      service.answers(EMPTY);
      await expect(ask(osrm)).resolves.toEqual({ status: 200, body: {} });
    });
  });

  describe("and is asked something large", () => {
    const LARGE = { body: "x".repeat(2_000) };
    const silent = "OSRM (OSRM_URL) did not answer a moment ago, and is not asked for a minute.";
    const late = "OSRM (OSRM_URL) does not answer in 30 seconds.";
    let osrm: ReturnType<typeof server>;
    beforeEach(() => {
      vi.useFakeTimers({ toFake: ["performance", "setTimeout", "clearTimeout"] });
      osrm = { ...server(), timeoutMs: 30_000 };
    });
    afterEach(() => void vi.useRealTimers());
    const hangs = () => service.answers(() => void vi.advanceTimersByTime(30_000));

    it("still answers the others' small questions, after which one more is no second one", async () => {
      for (let times = 0; times < 2; times += 1) {
        hangs();
        await expect(askJson(osrm, "/table", LARGE)).rejects.toThrow(late);
        service.answers(EMPTY);
        await expect(askJson(osrm, "/route")).resolves.toEqual({ status: 200, body: {} });
      }
    });

    it("is asked by nobody for a minute after the second one in a row", async () => {
      hangs();
      await expect(askJson(osrm, "/table", LARGE)).rejects.toThrow(late);
      await expect(askJson(osrm, "/table", LARGE)).rejects.toThrow(late);
      service.answers(EMPTY);
      await expect(askJson(osrm, "/route")).rejects.toThrow(silent);
      vi.advanceTimersByTime(60_000);
      await expect(askJson(osrm, "/route")).resolves.toEqual({ status: 200, body: {} });
    });

    it("and asked that at the same time, has been asked once", async () => {
      let asked = 0;
      // Both are there before the time is up for both.
      service.answers(() => void ((asked += 1) === 2 && vi.advanceTimersByTime(30_000)));
      const both = [askJson(osrm, "/table", LARGE), askJson(osrm, "/table", LARGE)];
      for (const one of await Promise.allSettled(both)) expect(one).toMatchObject({ reason: { message: late } });
      service.answers(EMPTY);
      await expect(askJson(osrm, "/route")).resolves.toEqual({ status: 200, body: {} });
    });
  });

  it("is asked once by somebody who leaves, and they get their own reason", async () => {
    const caller = new AbortController();
    const left = new Error("left");
    service.answers(() => caller.abort(left));
    const asked = askJson({ ...server(), timeoutMs: 60_000 }, "/table", { signal: caller.signal });
    await expect(amongGarbage(() => asked)).rejects.toBe(left);
    expect(service.asked).toHaveLength(1);
  });
});

describe("a routing server whose machine is gone", () => {
  afterEach(() => void vi.restoreAllMocks());

  it.each(["UND_ERR_CONNECT_TIMEOUT", "UND_ERR_HEADERS_TIMEOUT", "UND_ERR_BODY_TIMEOUT", "ETIMEDOUT", "EHOSTUNREACH"])(
    "is asked once, and then by nobody (%s)",
    async (code) => {
      const osrm = { label: "OSRM", variable: "OSRM_URL", baseUrl: "http://192.0.2.1" };
      const cause = Object.assign(new Error("Connect Timeout Error"), { code });
      // why: no test has a host that drops what is sent to it.
      const fetched = vi.spyOn(globalThis, "fetch").mockRejectedValue(new TypeError("fetch failed", { cause }));
      await expect(askJson(osrm, "/table")).rejects.toThrow("OSRM (OSRM_URL) does not answer.");
      await expect(askJson(osrm, "/table")).rejects.toThrow("and is not asked for a minute.");
      expect(fetched).toHaveBeenCalledOnce();
    },
  );

  it("is told of once a minute in the log", () => {
    vi.useFakeTimers({ toFake: ["performance"] });
    const log = vi.spyOn(console, "warn").mockImplementation(() => undefined);
    const cause = new Error("away");
    const tell = () => tellOfEngine(routingUnreachable("OSRM does not answer.", cause));
    tell();
    tell();
    tellOfEngine(routingUnreachable("Valhalla does not answer."));
    expect(log.mock.calls).toEqual([
      ["OSRM does not answer.", cause],
      ["Valhalla does not answer.", ""],
    ]);
    vi.advanceTimersByTime(60_000);
    tell();
    expect(log).toHaveBeenCalledTimes(3);
    vi.useRealTimers();
  });
});
