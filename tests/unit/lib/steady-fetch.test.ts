import { describe, expect, it } from "vitest";
import { FLASH_HEADER, flashToHeader } from "~/lib/flash";
import { SWITCHED_HEADER, switchedToHeader } from "~/lib/page-stamp";
import type { Switched } from "~/lib/page-stamp";
import { NOT_SENT } from "~/lib/not-answered";
import { WaitingRequests, onFlash, setHeldParts, setPageOwner, setPageSocket, steadyFetch } from "~/lib/steady-fetch";

const PAGE = "http://localhost/platform/planning/plan/1?_data=routes%2Fplan";
const fine = () => new Response("{}", { headers: { "X-Remix-Response": "yes" } });
const toSignIn = () =>
  new Response(null, { status: 204, headers: { "X-Remix-Redirect": "/login?redirectTo=%2Fplanning" } });
const unreachable = () => {
  throw new TypeError("Failed to fetch");
};

/** A server that answers as listed; the last answer stays. */
function server(...answers: (() => Response)[]) {
  const asked: (string | undefined)[] = [];
  const plain: typeof fetch = async (_input, init) => {
    asked.push(init?.method ?? "GET");
    return (answers.length > 1 ? answers.shift() : answers[0])!();
  };
  return { plain, asked };
}

const at = (plain: typeof fetch, session = new WaitingRequests<true>(), pauses: number[] = [], isOnline = () => true) =>
  steadyFetch(
    plain,
    { signedOut: session, switched: new WaitingRequests<Switched>() },
    async (ms) => void pauses.push(ms),
    isOnline,
  );

// @spec PC-7.01 PC-7.46
it("names the page's socket in everything that the page asks, while it is connected", async () => {
  const named: (string | null)[] = [];
  const steady = at(async (_input, init) => {
    named.push(new Headers(init?.headers).get("X-Socket-Id"));
    return fine();
  });
  const ask = async () => {
    await steady(PAGE);
    await steady(PAGE, { method: "POST", body: new URLSearchParams({ name: "Müller" }) });
  };
  await ask();
  setPageSocket("socket-1");
  await ask();
  setPageSocket(null);
  await ask();
  expect(named).toEqual([null, null, "socket-1", "socket-1", null, null]);
});

it("names the parts that the page holds in reloads of this page, and nowhere else", async () => {
  const named: (string | null)[] = [];
  const steady = at(async (_input, init) => {
    named.push(new Headers(init?.headers).get("X-Held-Parts"));
    return fine();
  });
  const ask = async () => {
    await steady(PAGE);
    await steady(PAGE.replace("plan/1", "plan/2"));
    await steady(PAGE, { method: "POST", body: new URLSearchParams({ name: "Müller" }) });
  };
  setHeldParts({ page: "/platform/planning/plan/1", header: "a,b" });
  await ask();
  setHeldParts(null);
  await ask();
  expect(named).toEqual(["a,b", null, null, null, null, null]);
});

describe("without a connection", () => {
  it("waits with a reload of data until the server answers", async () => {
    const { plain, asked } = server(unreachable, () => new Response("Bad gateway", { status: 502 }), fine);
    const pauses: number[] = [];
    expect((await at(plain, new WaitingRequests<true>(), pauses)(PAGE)).status).toBe(200);
    expect(asked).toHaveLength(3);
    expect(pauses).toEqual([500, 1000]);
  });

  it("refuses a form in its place, with what was typed, and never sends it twice", async () => {
    const { plain, asked } = server(unreachable, fine);
    const answer = await at(plain)(PAGE, {
      method: "POST",
      body: new URLSearchParams({ intent: "visit.add", name: "Müller" }),
    });
    expect(asked).toEqual(["POST"]);
    expect(answer.headers.get("X-Remix-Response")).toBe("yes");
    expect(await answer.json()).toEqual({
      ok: false,
      message: NOT_SENT,
      values: { intent: "visit.add", name: "Müller" },
    });
  });

  // @spec AA-8.09
  it("says of a form that the browser is offline, where it is", async () => {
    const steady = at(server(unreachable).plain, undefined, [], () => false);
    const answer = await steady(PAGE, { method: "POST", body: new URLSearchParams({ name: "Müller" }) });
    expect(await answer.json()).toEqual({
      ok: false,
      message: "You are offline",
      detail: "Not sent. Your entries are kept.",
      values: { name: "Müller" },
    });
  });

  // @spec AA-8.03 AA-8.05 AA-8.07 AA-8.08 AA-8.13
  // @spec AA-8.06 AA-8.12
  it.each([
    [400, "Something goes wrong. Please try later"],
    [401, "You are not authorized"],
    [403, "Something goes wrong. Please try later"],
    [409, "Object already exists."],
    [418, "Something goes wrong. Please try later"],
    [429, "Too many login attempts."],
    [500, "Something goes wrong. Please try later"],
    [502, NOT_SENT],
  ])("keeps a form that something on the way answers with %i, and says: %s", async (status, message) => {
    const { plain, asked } = server(() => new Response("<h1>Blocked</h1>", { status }));
    const answer = await at(plain)(PAGE, { method: "POST", body: new URLSearchParams({ name: "Müller" }) });
    expect(await answer.json()).toEqual({ ok: false, message, values: { name: "Müller" } });
    expect(asked).toHaveLength(1);
  });

  // @spec AA-8.10
  it("says of a form that took too long that it did, and keeps its id for the next try", async () => {
    const ids: (string | null)[] = [];
    const { plain, asked } = server(() => new Response("", { status: 524 }), fine);
    const steady = at((input, init) => {
      ids.push(new Headers(init?.headers).get("X-Submit-Id"));
      return plain(input, init);
    });
    const send = () => steady(PAGE, { method: "POST", body: new URLSearchParams({ name: "Müller" }) });
    expect(await (await send()).json()).toEqual({
      ok: false,
      message: "A timeout occurred",
      values: { name: "Müller" },
    });
    expect(asked).toHaveLength(1);
    await send();
    expect(ids[1]).toBe(ids[0]);
  });

  it("does not wait for a request that was given up", async () => {
    const given = new AbortController();
    const { plain } = server(unreachable);
    const steady = steadyFetch(
      plain,
      { signedOut: new WaitingRequests<true>(), switched: new WaitingRequests<Switched>() },
      async () => given.abort(),
      () => true,
    );
    await expect(steady(PAGE, { signal: given.signal })).rejects.toThrow("given up");
  });

  it("leaves the server's own 503 and requests of others alone", async () => {
    const own = server(() => new Response("{}", { status: 503, headers: { "X-Remix-Response": "yes" } }));
    expect((await at(own.plain)(PAGE)).status).toBe(503);
    await expect(at(server(unreachable).plain)("http://localhost/platform/export/plan/1/csv")).rejects.toThrow(
      "Failed to fetch",
    );
  });
});

describe("when the session has ended", () => {
  it("holds every request, and sends it again after the sign-in", async () => {
    const session = new WaitingRequests<true>();
    session.subscribe(() => undefined);
    const { plain, asked } = server(toSignIn, toSignIn, fine);
    const answers = Promise.all([
      at(plain, session)(PAGE, { method: "POST", body: new FormData() }),
      at(plain, session)(PAGE),
    ]);
    await expect.poll(() => asked.length).toBe(2);
    expect(session.asked()).toBe(true);
    session.end(true);
    expect((await answers).map((answer) => answer.status)).toEqual([200, 200]);
    expect(session.asked()).toBeNull();
    expect(asked).toEqual(["POST", "GET", "POST", "GET"]);
  });

  it("leads to the sign-in page when the user wants to, or when nobody can ask", async () => {
    const { plain } = server(toSignIn);
    expect((await at(plain)(PAGE)).headers.get("X-Remix-Redirect")).toContain("/login");
    const session = new WaitingRequests<true>();
    session.subscribe(() => undefined);
    const answer = at(plain, session)(PAGE);
    await expect.poll(() => session.asked()).toBe(true);
    session.end(false);
    expect((await answer).headers.get("X-Remix-Redirect")).toContain("/login");
  });

  it("stops asking when the held request is given up", async () => {
    const session = new WaitingRequests<true>();
    session.subscribe(() => undefined);
    const given = new AbortController();
    const answer = at(server(toSignIn).plain, session)(PAGE, { signal: given.signal });
    await expect.poll(() => session.asked()).toBe(true);
    given.abort();
    await expect(answer).rejects.toThrow("given up");
    expect(session.asked()).toBeNull();
  });

  it("knows the sign-out's own way", async () => {
    const session = new WaitingRequests<true>();
    session.subscribe(() => undefined);
    const answer = await at(server(toSignIn).plain, session)("http://localhost/platform/logout?_data=routes%2Flogout", {
      method: "POST",
    });
    expect(answer.headers.get("X-Remix-Redirect")).toContain("/login");
  });
});

it("tells what an answer says was done, to whoever asked and to nobody else", async () => {
  const messages: string[] = [];
  const end = onFlash(({ tone, message }) => messages.push(`${tone}: ${message}`));
  const flashing = (text: string) =>
    server(
      () => new Response(null, { status: 204, headers: { [FLASH_HEADER]: text, "X-Remix-Redirect": "/planning" } }),
    );
  await at(flashing(flashToHeader({ id: "1", tone: "success", message: "Bäcker 🥐 has been deleted!" })).plain)(PAGE, {
    method: "POST",
  });
  await at(flashing("%%%").plain)(PAGE, { method: "POST" });
  end();
  await at(flashing(flashToHeader({ id: "2", tone: "error", message: "too late" })).plain)(PAGE, { method: "POST" });
  expect(messages).toEqual(["success: Bäcker 🥐 has been deleted!"]);
});

describe("what a form says of its page", () => {
  /** Notes what each request said of itself. */
  function noting(...answers: (() => Response)[]) {
    const sent: [company: string | null, id: string | null, owner: string | null][] = [];
    const { plain } = server(...answers);
    const noted: typeof fetch = (input, init) => {
      const headers = new Headers(init?.headers);
      sent.push([headers.get("X-Page-Company"), headers.get("X-Submit-Id"), headers.get("X-Page-Owner")]);
      return plain(input, init);
    };
    return { sent, plain: noted };
  }
  const form = (name = "Müller") => ({ method: "POST", body: new URLSearchParams({ intent: "visit.add", name }) });

  it("names its company and its user, and has an id of its own each time that it was answered", async () => {
    const takeBack = setPageOwner(7, 3);
    const { sent, plain } = noting(fine);
    const steady = at(plain);
    await steady(PAGE, form());
    await steady(PAGE, form());
    await steady(PAGE);
    takeBack();
    await steady(PAGE, form());
    expect(sent.map(([company]) => company)).toEqual(["7", "7", null, null]);
    // Data are loaded for nobody else either.
    expect(sent.map(([, , owner]) => owner)).toEqual(["7.3", "7.3", "7.3", null]);
    const ids = sent.map(([, id]) => id);
    expect(ids[2]).toBeNull();
    expect(new Set(ids).size).toBe(4);
  });

  it("keeps its id while under way, after a second press, and without an answer; other forms differ", async () => {
    const { sent, plain } = noting(fine);
    const steady = at(plain);
    await Promise.all([steady(PAGE, form()), steady(PAGE, form()), steady(PAGE, form("Meier"))]);
    expect(sent[0]![1]).toBe(sent[1]![1]);
    expect(sent[2]![1]).not.toBe(sent[0]![1]);

    const lost = noting(unreachable, fine, fine);
    const again = at(lost.plain);
    expect((await again(PAGE, form())).status).toBe(503);
    await again(PAGE, form());
    await again(PAGE, form());
    expect(lost.sent[1]![1]).toBe(lost.sent[0]![1]);
    expect(lost.sent[2]![1]).not.toBe(lost.sent[1]![1]);

    const cut = noting(() => {
      throw new DOMException("cut off", "AbortError");
    }, fine);
    const cutting = at(cut.plain);
    await expect(cutting(PAGE, form())).rejects.toThrow("cut off");
    await cutting(PAGE, form());
    expect(cut.sent[1]![1]).toBe(cut.sent[0]![1]);
  });

  it("waits when it was made for another company, and goes again as it was, or gets its refusal", async () => {
    const to = { from: { id: 7, title: "Mine" }, to: { id: 8, title: "Other" } };
    const elsewhere = () =>
      new Response("{}", {
        status: 409,
        headers: { "X-Remix-Response": "yes", [SWITCHED_HEADER]: switchedToHeader(to) },
      });
    const switched = new WaitingRequests<Switched>();
    switched.subscribe(() => undefined);
    const { sent, plain } = noting(elsewhere, fine, elsewhere);
    const steady = steadyFetch(plain, { signedOut: new WaitingRequests<true>(), switched });
    const answer = steady(PAGE, form());
    await expect.poll(() => switched.asked()).toEqual(to);
    switched.end(true);
    expect((await answer).status).toBe(200);
    expect(sent[1]![1]).toBe(sent[0]![1]);
    const refused = steady(PAGE, form());
    await expect.poll(() => switched.asked()).toEqual(to);
    switched.end(false);
    expect((await refused).status).toBe(409);
  });
});
