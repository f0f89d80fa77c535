import { describe, expect, it } from "vitest";
import { FLASH_HEADER, flashToHeader } from "~/lib/flash";
import { NOT_SENT, SignedOut, onFlash, steadyFetch } from "~/lib/steady-fetch";

const PAGE = "http://localhost/platform/planning/plan/1?_data=routes%2Fplan";
const fine = () => new Response("{}", { headers: { "X-Remix-Response": "yes" } });
const toSignIn = () => new Response(null, { status: 204, headers: { "X-Remix-Redirect": "/login?redirectTo=%2Fplanning" } });
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

const at = (plain: typeof fetch, session = new SignedOut(), pauses: number[] = []) => steadyFetch(plain, session, async (ms) => void pauses.push(ms));

describe("without a connection", () => {
  it("waits with a reload of data until the server answers", async () => {
    const { plain, asked } = server(unreachable, () => new Response("Bad gateway", { status: 502 }), fine);
    const pauses: number[] = [];
    expect((await at(plain, new SignedOut(), pauses)(PAGE)).status).toBe(200);
    expect(asked).toHaveLength(3);
    expect(pauses).toEqual([500, 1000]);
  });

  it("refuses a form in its place, with what was typed, and never sends it twice", async () => {
    const { plain, asked } = server(unreachable, fine);
    const answer = await at(plain)(PAGE, { method: "POST", body: new URLSearchParams({ intent: "add-visit", name: "Müller" }) });
    expect(asked).toEqual(["POST"]);
    expect(answer.headers.get("X-Remix-Response")).toBe("yes");
    expect(await answer.json()).toEqual({ ok: false, message: NOT_SENT, values: { intent: "add-visit", name: "Müller" } });
  });

  it("does not wait for a request that was given up", async () => {
    const given = new AbortController();
    const { plain } = server(unreachable);
    const steady = steadyFetch(plain, new SignedOut(), async () => given.abort());
    await expect(steady(PAGE, { signal: given.signal })).rejects.toThrow("given up");
  });

  it("leaves the server's own 503 and requests of others alone", async () => {
    const own = server(() => new Response("{}", { status: 503, headers: { "X-Remix-Response": "yes" } }));
    expect((await at(own.plain)(PAGE)).status).toBe(503);
    await expect(at(server(unreachable).plain)("http://localhost/platform/export/plan/1/csv")).rejects.toThrow("Failed to fetch");
  });
});

describe("when the session has ended", () => {
  it("holds every request, and sends it again after the sign-in", async () => {
    const session = new SignedOut();
    session.subscribe(() => undefined);
    const { plain, asked } = server(toSignIn, toSignIn, fine);
    const answers = Promise.all([at(plain, session)(PAGE, { method: "POST", body: new FormData() }), at(plain, session)(PAGE)]);
    await expect.poll(() => asked.length).toBe(2);
    expect(session.isAsked()).toBe(true);
    session.end(true);
    expect((await answers).map((answer) => answer.status)).toEqual([200, 200]);
    expect(session.isAsked()).toBe(false);
    expect(asked).toEqual(["POST", "GET", "POST", "GET"]);
  });

  it("leads to the sign-in page when the user wants to, or when nobody can ask", async () => {
    const { plain } = server(toSignIn);
    expect((await at(plain)(PAGE)).headers.get("X-Remix-Redirect")).toContain("/login");
    const session = new SignedOut();
    session.subscribe(() => undefined);
    const answer = at(plain, session)(PAGE);
    await expect.poll(() => session.isAsked()).toBe(true);
    session.end(false);
    expect((await answer).headers.get("X-Remix-Redirect")).toContain("/login");
  });

  it("stops asking when the held request is given up", async () => {
    const session = new SignedOut();
    session.subscribe(() => undefined);
    const given = new AbortController();
    const answer = at(server(toSignIn).plain, session)(PAGE, { signal: given.signal });
    await expect.poll(() => session.isAsked()).toBe(true);
    given.abort();
    await expect(answer).rejects.toThrow("given up");
    expect(session.isAsked()).toBe(false);
  });

  it("knows the sign-out's own way", async () => {
    const session = new SignedOut();
    session.subscribe(() => undefined);
    const answer = await at(server(toSignIn).plain, session)("http://localhost/platform/logout?_data=routes%2Flogout", { method: "POST" });
    expect(answer.headers.get("X-Remix-Redirect")).toContain("/login");
  });
});

it("tells what an answer says was done, to whoever asked and to nobody else", async () => {
  const told: string[] = [];
  const end = onFlash(({ tone, message }) => told.push(`${tone}: ${message}`));
  const said = (text: string) => server(() => new Response(null, { status: 204, headers: { [FLASH_HEADER]: text, "X-Remix-Redirect": "/planning" } }));
  await at(said(flashToHeader({ id: "1", tone: "success", message: "Bäcker 🥐 has been deleted!" })).plain)(PAGE, { method: "POST" });
  await at(said("%%%").plain)(PAGE, { method: "POST" });
  end();
  await at(said(flashToHeader({ id: "2", tone: "error", message: "too late" })).plain)(PAGE, { method: "POST" });
  expect(told).toEqual(["success: Bäcker 🥐 has been deleted!"]);
});
