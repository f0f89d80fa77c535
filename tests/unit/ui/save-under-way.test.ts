import { afterEach, beforeEach, expect, it, vi } from "vitest";
import { steadyFetch, WaitingRequests } from "~/lib/steady-fetch";
import type { Switched } from "~/lib/page-stamp";
import { bodyAfter, unseen } from "~/ui/form/save-under-way";

const PATH = "/platform/planning/visit/1";
const FIRST = { url: `${PATH}?index`, intent: "visit.update_fields", values: new Map([["serviceTime", "7,5"]]) };

beforeEach(() => void vi.stubGlobal("window", { location: { href: "http://localhost/platform/planning/plan/1" } }));
afterEach(() => {
  vi.unstubAllGlobals();
  vi.useRealTimers();
});

/** Sends the first save. @returns what answers it */
function send(): (answer: Response) => void {
  let answer: (answer: Response) => void = () => undefined;
  const coming = new Promise<Response>((resolve) => (answer = resolve));
  const holds = { signedOut: new WaitingRequests<true>(), switched: new WaitingRequests<Switched>() };
  const body = new URLSearchParams({ intent: FIRST.intent, serviceTime: "7,5" });
  const sent = steadyFetch(() => coming, holds)(`http://localhost${PATH}?_data=x`, { method: "POST", body });
  // Whoever sent it reads the answer, too.
  void sent.then((response) => response.json());
  return answer;
}

const said = (result: object) => new Response(JSON.stringify(result), { headers: { "X-Remix-Response": "yes" } });

/** A later save, typed while the first one was under way. */
function later(value: string) {
  const body = new FormData();
  body.set("serviceTime", value);
  body.set("name", "Alpha");
  body.set("seen", JSON.stringify({ serviceTime: "5", name: "Beta" }));
  return { body, values: new Map([["serviceTime", value]]) };
}

const seenIn = (body: FormData | null) => JSON.parse(String(body?.get("seen"))) as unknown;

it("what comes later has seen what the first save stored, and of other fields what it saw before", async () => {
  const answer = send();
  const { body, values } = later("8");
  const after = bodyAfter(FIRST, body, values);
  answer(said({ ok: true, data: { stored: { serviceTime: "7.5" } } }));
  expect(seenIn(await after)).toEqual({ serviceTime: "7.5", name: "Beta" });
});

it("what the first save stored is not sent again", async () => {
  const answer = send();
  const { body, values } = later("7,5");
  const after = bodyAfter(FIRST, body, values);
  answer(said({ ok: true, data: { stored: { serviceTime: "7.5" } } }));
  expect(await after).toBeNull();
});

it("after a refusal the later save is measured by what stood there before", async () => {
  const answer = send();
  const { body, values } = later("8");
  const after = bodyAfter(FIRST, body, values);
  answer(said({ ok: false, message: "Somebody else changed it." }));
  expect(seenIn(await after)).toEqual({ serviceTime: "5", name: "Beta" });
});

it("where no answer comes nothing of the first save's fields is called seen", async () => {
  vi.useFakeTimers();
  send();
  const { body, values } = later("8");
  const after = bodyAfter(FIRST, body, values);
  await vi.advanceTimersByTimeAsync(10_000);
  expect(seenIn(await after)).toEqual({ name: "Beta" });
  expect(seenIn(unseen(later("8").body, FIRST))).toEqual({ name: "Beta" });
});
