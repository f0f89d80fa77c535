import { openAsBlob } from "node:fs";
import { mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import path from "node:path";
import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { bodyOf, flush, newId, ReportQueue, reportUrl, send, syncWords, unreadWords } from "~/clients/driver/queue";
import type { Answer, Report, ReportStore } from "~/clients/driver/queue";
import { OWNER_HEADER } from "~/lib/report-answer";

const report = (id: string, part: Partial<Report> = {}): Report => ({
  id,
  seq: 1,
  owner: "1.2",
  state: "waiting",
  url: "/platform/driver/route/1",
  fields: { intent: "done", visitId: "7", commandId: id },
  label: `Done, ${id},`,
  at: 1_000_000,
  ...part,
});

/** A phone's database; while `isFull` it takes nothing. */
class Phone implements ReportStore {
  kept = new Map<string, Report>();
  isFull = false;
  all = () => Promise.resolve([...this.kept.values()]);
  put(one: Report) {
    if (this.isFull) return Promise.reject(new Error("QuotaExceededError"));
    this.kept.set(one.id, structuredClone(one));
    return Promise.resolve();
  }
  remove(id: string) {
    if (this.isFull) return Promise.reject(new Error("QuotaExceededError"));
    this.kept.delete(id);
    return Promise.resolve();
  }
}

const ACCEPTED = { kind: "accepted", at: 5 } as const;
const QUESTION = { kind: "question", question: { title: "Sure?", text: "Really?", danger: true } } as const;

const answering = (status: number, body: unknown) =>
  (() =>
    Promise.resolve(new Response(typeof body === "string" ? body : JSON.stringify(body), { status }))) as typeof fetch;

describe("what is sent", () => {
  it("names how long ago the button was pressed, by the phone's own clock", () => {
    expect(Object.fromEntries(bodyOf(report("a"), 1_000_500))).toEqual({
      intent: "done",
      visitId: "7",
      commandId: "a",
    });
    expect(bodyOf(report("a"), 1_005_000).get("ageSec")).toBe("5");
    expect(bodyOf(report("a"), 900_000).get("ageSec")).toBeNull();
  });
  it("names when that was by the server's clock, where the phone knew it, whatever its own clock says by now", () => {
    expect(bodyOf(report("a"), 1_000_000).get("pressedSec")).toBeNull();
    expect(bodyOf(report("a", { aheadMs: -7_200_000 }), 9_000_000).get("pressedSec")).toBe("-6200");
    expect(bodyOf(report("a", { aheadMs: 7_200_000 }), 1_000_000).get("pressedSec")).toBe("8200");
  });
  it("names when its page was made, than which it is no older, whatever the phone's clock says", () => {
    expect(bodyOf(report("a"), 1_000_000).get("pageMadeSec")).toBeNull();
    expect(bodyOf(report("a", { pageMade: 1_700_000_000_900 }), 1_000_000).get("pageMadeSec")).toBe("1700000000");
  });
  it("answers the question with yes once the driver has driven on", () => {
    expect(bodyOf(report("a"), 1_030_000).get("confirmed")).toBeNull();
    expect(bodyOf(report("a"), 1_030_001).get("confirmed")).toBe("1");
  });
});

describe("what the answer means", () => {
  const of = (fetcher: typeof fetch) => send(report("a"), { fetch: fetcher, now: 1_000_000 });
  it.each([
    ["accepted", answering(200, { kind: "accepted", at: 1 })],
    ["question", answering(409, { kind: "question", question: { title: "Sure?", text: "Really?", danger: true } })],
    ["refused", answering(400, { kind: "refused", message: "No" })],
    ["switched", answering(409, { kind: "switched" })],
    ["signed-out", answering(401, { kind: "signed-out" })],
    ["refused", answering(404, { kind: "refused", message: "Route not found" })],
    // Too large for a proxy: the same again is too large again.
    ["refused", answering(413, "<h1>Request Entity Too Large</h1>")],
    ["fault", answering(500, { kind: "refused", message: "Action failed" })],
    ["busy", answering(502, "<h1>Bad Gateway</h1>")],
    ["busy", answering(507, { kind: "refused", message: "No room" })],
    ["busy", answering(503, "")],
    ["busy", answering(429, "")],
    ["busy", answering(408, "")],
    // A hotspot's own page is no answer: the report is not lost to it.
    ["offline", answering(200, "<h1>Welcome to the hotel</h1>")],
    ["offline", answering(200, "null")],
    // A proxy that has lost the server while it is replaced, or that wants to know who asks.
    ["offline", answering(404, "404 page not found")],
    ["offline", answering(401, "Unauthorized")],
    ["offline", answering(403, "<h1>Forbidden</h1>")],
    ["offline", answering(407, "")],
    ["offline", (() => Promise.reject(new TypeError("network"))) as typeof fetch],
  ])("%s", async (kind, fetcher) => {
    expect((await of(fetcher)).kind).toBe(kind);
  });
  afterEach(() => void vi.useRealTimers());
  it("leaves no timer behind, whether one came or not", async () => {
    vi.useFakeTimers();
    await of(answering(200, { kind: "accepted", at: 1 }));
    await of(() => Promise.reject(new TypeError("network")));
    expect(vi.getTimerCount()).toBe(0);
  });
  it("hands on why, and what is asked", async () => {
    expect(await of(answering(400, { kind: "refused", message: "Visit 'A & B' not found" }))).toMatchObject({
      message: "Visit 'A & B' not found",
    });
    const question = { title: "Sure?", text: "Really?", danger: true };
    expect(await of(answering(409, { kind: "question", question }))).toEqual({ kind: "question", question });
  });
  it("goes to the address of reports, with whose it is, and with its files as parts of a form", async () => {
    const seen: [unknown, RequestInit | undefined][] = [];
    const fetcher = ((url: unknown, init?: RequestInit) => (
      seen.push([url, init]),
      Promise.resolve(new Response('{"kind":"accepted"}'))
    )) as typeof fetch;
    const files = [{ field: "photo", file: new Blob(["x"]), name: "photo.jpg" }];
    await send(report("a"), { fetch: fetcher, now: 1_000_000 });
    await send(report("b", { files }), { fetch: fetcher, now: 1_000_000 });
    expect(seen.map(([url]) => url)).toEqual(["/platform/driver/report/1", "/platform/driver/report/1"]);
    expect(reportUrl("/platform/driver/route/1")).toBe("/platform/driver/report/1");
    expect(seen[0]![1]!.body).toBeInstanceOf(URLSearchParams);
    expect(seen.map(([, init]) => new Headers(init!.headers).get(OWNER_HEADER))).toEqual(["1.2", "1.2"]);
    expect((seen[1]![1]!.body as FormData).get("photo")).toMatchObject({ name: "photo.jpg" });
  });
});

describe("the queue", () => {
  let phone: Phone;
  let queue: ReportQueue;
  beforeEach(() => {
    phone = new Phone();
    queue = new ReportQueue(phone);
  });
  const press = (...ids: string[]) => Promise.all(ids.map((id) => queue.add(report(id))));
  const states = (of: Iterable<Report> = phone.kept.values()) => [...of].map(({ id, state }) => `${id} ${state}`);

  it("sends in the order of pressing, and keeps what became of each", async () => {
    await press("a", "b", "c", "d");
    const sent: string[] = [];
    const answers: Record<string, Answer> = { a: ACCEPTED, b: { kind: "refused", message: "no" }, c: QUESTION };
    const sendOne = (one: Report) => (sent.push(one.id), Promise.resolve(answers[one.id] ?? { kind: "busy" as const }));
    expect((await flush(queue, sendOne))?.kind).toBe("question");
    expect(states()).toEqual(["a sent", "b refused", "c asked", "d waiting"]);
    expect(phone.kept.get("b")?.message).toBe("no");
    // What comes after a question waits for its answer.
    expect(queue.waiting.map(({ id }) => id)).toEqual(["c", "d"]);
    expect(await flush(queue, sendOne)).toBeNull();
    await queue.remove("c");
    expect((await flush(queue, sendOne))?.kind).toBe("busy");
    expect(sent).toEqual(["a", "b", "c", "d"]);
  });
  it("keeps pictures with a report until it is settled, through a question, too", async () => {
    const files = [{ field: "photo", file: new Blob(["x"]), name: "photo.jpg" }];
    await queue.add(report("a", { files }));
    await flush(queue, () => Promise.resolve(QUESTION));
    expect(phone.kept.get("a")?.files).toHaveLength(1);
    await queue.change("a", { state: "waiting" });
    await flush(queue, (one) => Promise.resolve(one.files?.length === 1 ? ACCEPTED : { kind: "busy" }));
    expect(phone.kept.get("a")).toMatchObject({ state: "sent", files: [], takenAt: 5 });
  });
  it("sends a report without pictures that the browser has lost, after a few tries, and says so", async () => {
    const folder = await mkdtemp(path.join(tmpdir(), "queue-"));
    const lost = path.join(folder, "lost.jpg");
    await writeFile(lost, "x");
    const pictures = [await openAsBlob(lost), new Blob(["kept"])];
    await rm(folder, { recursive: true });
    await queue.add(report("a", { files: pictures.map((file, n) => ({ field: "photo", file, name: `${n}.jpg` })) }));
    await press("b");
    const sent: unknown[] = [];
    const fetcher: typeof fetch = async (_url, init) => {
      // As a browser does: what it can't read it doesn't send.
      const body = await new Response(init!.body).text();
      sent.push([...body.matchAll(/filename="(.*?)"/g)].map(([, name]) => name));
      return new Response(JSON.stringify(ACCEPTED));
    };
    const tryOnce = () => flush(queue, (one) => send(one, { fetch: fetcher, now: 1_000_000 }));
    // Nor can what is lost be stored once more: it waits in memory.
    const listed = () => queue.list.map(({ id, state }) => `${id} ${state}`);
    for (let nth = 0; nth < 3; nth += 1) expect(await tryOnce()).toMatchObject({ kind: "unreadable" });
    expect([sent, listed()]).toEqual([[], ["a waiting", "b waiting"]]);
    expect(await tryOnce()).toEqual(ACCEPTED);
    expect([sent, listed()]).toEqual([
      [["1.jpg"], []],
      ["a sent", "b sent"],
    ]);
    await queue.forgetShown("/platform/driver/route/1", 10, 1_000_000);
    expect(queue.unread.flatMap(unreadWords)).toEqual([
      "Done, a, was sent without a picture that this phone can\u2019t read any more.",
    ]);
  });
  it.each(["offline", "busy", "fault", "signed-out", "switched"] as const)(
    "keeps everything while %s",
    async (kind) => {
      await press("a", "b");
      const answers: string[] = [];
      await flush(
        queue,
        () => Promise.resolve({ kind }),
        (answer) => answers.push(answer.kind),
      );
      expect(states()).toEqual(["a waiting", "b waiting"]);
      expect(answers).toEqual([]);
    },
  );
  it("sends what comes after a report that the server fails at every time, and tries that one again", async () => {
    await press("a", "b");
    const sent: string[] = [];
    const failing = new Set(["a"]);
    const sendOne = (one: Report) => {
      sent.push(one.id);
      return Promise.resolve<Answer>(failing.has(one.id) ? { kind: "fault" } : ACCEPTED);
    };
    const rounds = async (count: number) => {
      sent.length = 0;
      for (let round = 0; round < count; round += 1) await flush(queue, sendOne);
      return sent.join(" ");
    };
    expect(await rounds(3)).toBe("a a a");
    expect(queue.underWay.map(({ id }) => id)).toEqual(["a", "b"]);
    expect(await rounds(1)).toBe("a b");
    expect(states()).toEqual(["a waiting", "b sent"]);
    // The page shows what the server has: nothing else is under way.
    expect(queue.underWay).toEqual([]);
    await press("c");
    expect(await rounds(2)).toBe("a c a");
    // Another page knows what was tried.
    queue = new ReportQueue(phone);
    await press("d");
    expect(await rounds(1)).toBe("a d");
    failing.clear();
    expect(await rounds(2)).toBe("a");
    expect(states()).toEqual(["a sent", "b sent", "c sent", "d sent"]);
  });
  it("changes no order while the server fails at everything, and sends few reports at a time", async () => {
    await press("a", "b", "c", "d", "e", "f");
    const sent: string[] = [];
    let works = false;
    const sendOne = (one: Report) => {
      sent.push(one.id);
      return Promise.resolve<Answer>(works ? ACCEPTED : { kind: "fault" });
    };
    for (let round = 0; round < 40; round += 1) await flush(queue, sendOne);
    expect(sent.slice(-4)).toEqual(["a", "b", "c", "d"]);
    expect(sent).not.toContain("e");
    works = true;
    sent.length = 0;
    await flush(queue, sendOne);
    expect(sent).toEqual(["a", "b", "c", "d", "e", "f"]);
  });
  it("asks nothing out of turn: a question still holds up what comes after it", async () => {
    await press("a", "b", "c");
    const answers: Record<string, Answer> = { a: { kind: "fault" }, b: QUESTION };
    const sendOne = (one: Report) => Promise.resolve(answers[one.id] ?? ACCEPTED);
    for (let round = 0; round < 5; round += 1) await flush(queue, sendOne);
    expect(states()).toEqual(["a waiting", "b asked", "c waiting"]);
  });
  it("sends what is pressed while it sends", async () => {
    await press("a");
    const sent: string[] = [];
    await flush(queue, async (one) => {
      sent.push(one.id);
      if (one.id === "a") await press("b");
      return ACCEPTED;
    });
    expect(sent).toEqual(["a", "b"]);
  });
  it("goes on after a new page, and sees what another tab did", async () => {
    await press("a");
    const other = new ReportQueue(phone);
    await other.load();
    expect(states(other.list)).toEqual(["a waiting"]);
    await other.add(report("b"));
    expect(phone.kept.get("b")?.seq).toBe(2);
    await flush(queue, () => Promise.resolve(ACCEPTED));
    await other.load();
    expect(states(other.list)).toEqual(["a sent", "b sent"]);
  });
  it("waits in memory where the phone has no room, says so, and isn't sent twice by this page", async () => {
    phone.isFull = true;
    await press("a");
    expect([queue.isAtRisk, queue.waiting.length, phone.kept.size]).toEqual([true, 1, 0]);
    const sent: string[] = [];
    await flush(queue, (one) => (sent.push(one.id), Promise.resolve(ACCEPTED)));
    expect([sent, queue.isAtRisk]).toEqual([["a"], false]);
    // One that was kept, and can't be changed any more.
    phone.isFull = false;
    await press("b");
    phone.isFull = true;
    for (let times = 0; times < 3; times += 1)
      await flush(queue, (one) => (sent.push(one.id), Promise.resolve(ACCEPTED)));
    expect(sent).toEqual(["a", "b"]);
    await queue.remove("b");
    await queue.load();
    expect(states(queue.list)).toEqual(["a sent"]);
  });
  it("forgets what was sent when a page that was made later shows it", async () => {
    await press("a", "b");
    await flush(queue, (one) => Promise.resolve({ kind: "accepted", at: one.id === "a" ? 10 : 20 }));
    await queue.forgetShown("/platform/driver/route/2", 99, 1_000_000);
    expect(states()).toEqual(["a sent", "b sent"]);
    await queue.forgetShown("/platform/driver/route/1", 10, 1_000_000);
    expect(states()).toEqual(["b sent"]);
    await queue.forgetShown("/platform/driver/route/2", 10, 1_000_000 + 49 * 3_600_000);
    expect(states()).toEqual([]);
  });
});

it("says in words whether everything has arrived", () => {
  expect(syncWords(2, true, true)).toBe("2 waiting to send. This phone has no room to keep them: leave this page open");
  expect([syncWords(0, true), syncWords(3, true), syncWords(0, false), syncWords(3, false)]).toEqual([
    "All sent",
    "3 waiting to send",
    "You are offline",
    "You are offline. 3 waiting to send",
  ]);
});

it("makes ids that differ and fit", () => {
  const ids = Array.from({ length: 100 }, newId);
  expect(new Set(ids).size).toBe(100);
  expect(Math.max(...ids.map((id) => id.length))).toBeLessThanOrEqual(64);
});
