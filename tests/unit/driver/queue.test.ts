import { describe, expect, it } from "vitest";
import { bodyOf, flush, newId, reportUrl, send, storedList, syncWords } from "~/clients/driver/queue";
import type { Answer, Report } from "~/clients/driver/queue";

const report = (id: string, part: Partial<Report> = {}): Report => ({
  id,
  url: "/platform/driver/route/1",
  fields: { intent: "done", visitId: "7", commandId: id },
  label: `Done, ${id},`,
  at: 1_000_000,
  ...part,
});

function memory(): Pick<Storage, "getItem" | "setItem"> {
  const kept = new Map<string, string>();
  return { getItem: (key) => kept.get(key) ?? null, setItem: (key, value) => void kept.set(key, value) };
}

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
  it("answers the question with yes once the driver has driven on", () => {
    expect(bodyOf(report("a"), 1_030_000).get("confirmed")).toBeNull();
    expect(bodyOf(report("a"), 1_030_001).get("confirmed")).toBe("1");
  });
});

describe("what the answer means", () => {
  const of = (fetcher: typeof fetch) => send(report("a"), { fetch: fetcher, now: 1_000_000 });
  it.each([
    ["accepted", answering(200, { kind: "accepted" })],
    ["question", answering(409, { kind: "question", question: { title: "Sure?", text: "Really?", danger: true } })],
    ["refused", answering(400, { kind: "refused", message: "No" })],
    ["switched", answering(409, { kind: "switched" })],
    ["signed-out", answering(401, { kind: "signed-out" })],
    ["refused", answering(404, "not a page")],
    ["busy", answering(500, { kind: "refused", message: "Action failed" })],
    ["busy", answering(503, "")],
    ["busy", answering(429, "")],
    ["busy", answering(408, "")],
    // A hotspot's own page is no answer: the report is not lost to it.
    ["offline", answering(200, "<h1>Welcome to the hotel</h1>")],
    ["offline", answering(200, "null")],
    ["offline", (() => Promise.reject(new TypeError("network"))) as typeof fetch],
  ])("%s", async (kind, fetcher) => {
    expect((await of(fetcher)).kind).toBe(kind);
  });
  it("hands on why, and what is asked", async () => {
    expect(await of(answering(400, { kind: "refused", message: "Visit 'A & B' not found" }))).toMatchObject({
      message: "Visit 'A & B' not found",
    });
    const question = { title: "Sure?", text: "Really?", danger: true };
    expect(await of(answering(409, { kind: "question", question }))).toEqual({ kind: "question", question });
  });
  it("goes to the address of reports, with its files as parts of a form", async () => {
    const seen: [unknown, RequestInit | undefined][] = [];
    const fetcher = ((url: unknown, init?: RequestInit) => (
      seen.push([url, init]),
      Promise.resolve(new Response('{"kind":"accepted"}'))
    )) as typeof fetch;
    const files = [{ field: "photo", file: new Blob(["x"]), name: "photo.jpg" }];
    await send(report("a"), { fetch: fetcher, now: 1_000_000 });
    await send(report("b", { hasFiles: true }), {
      fetch: fetcher,
      now: 1_000_000,
      filesOf: () => Promise.resolve(files),
    });
    expect(seen.map(([url]) => url)).toEqual(["/platform/driver/report/1", "/platform/driver/report/1"]);
    expect(reportUrl("/platform/driver/route/1")).toBe("/platform/driver/report/1");
    expect(seen[0]![1]!.body).toBeInstanceOf(URLSearchParams);
    expect((seen[1]![1]!.body as FormData).get("photo")).toMatchObject({ name: "photo.jpg" });
  });
});

describe("the queue", () => {
  const list = () => storedList<Report>(memory(), "reports");
  it("sends in the order of pressing, and forgets only what has an answer", async () => {
    const queue = list();
    queue.set(["a", "b", "c"].map((id) => report(id)));
    const sent: string[] = [];
    const answers: Record<string, Answer> = {
      a: { kind: "accepted" },
      b: { kind: "refused", message: "no" },
      c: { kind: "busy" },
    };
    const last = await flush(
      queue,
      (one) => (sent.push(one.id), Promise.resolve(answers[one.id]!)),
      () => undefined,
    );
    expect(sent).toEqual(["a", "b", "c"]);
    expect(last?.kind).toBe("busy");
    expect(queue.all().map((one) => one.id)).toEqual(["c"]);
  });
  it.each(["offline", "busy", "signed-out", "switched"] as const)("keeps everything while %s", async (kind) => {
    const queue = list();
    queue.set([report("a"), report("b")]);
    const answers: string[] = [];
    await flush(
      queue,
      () => Promise.resolve({ kind }),
      (answer) => answers.push(answer.kind),
    );
    expect(queue.all()).toHaveLength(2);
    expect(answers).toEqual([]);
  });
  it("keeps what is pressed while it sends, and waits for an answer to a question", async () => {
    const queue = list();
    queue.set([report("a")]);
    await flush(
      queue,
      () => (
        queue.set([...queue.all(), report("b")]),
        Promise.resolve({ kind: "question", question: { title: "", text: "", danger: false } })
      ),
      () => undefined,
    );
    expect(queue.all().map((one) => one.id)).toEqual(["b"]);
  });
  it("survives a new page, a forbidden storage and broken text", () => {
    const storage = memory();
    storedList<Report>(storage, "reports").set([report("a")]);
    expect(storedList<Report>(storage, "reports").all()).toEqual([report("a")]);
    const forbidden = storedList<Report>(
      {
        getItem: () => {
          throw new Error("denied");
        },
        setItem: () => {
          throw new Error("denied");
        },
      },
      "reports",
    );
    forbidden.set([report("a")]);
    expect(forbidden.all()).toHaveLength(1);
    storage.setItem("reports", "{");
    expect(storedList<Report>(storage, "reports").all()).toEqual([]);
  });
});

it("says in words whether everything has arrived", () => {
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
