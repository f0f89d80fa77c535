import { afterEach, expect, it, vi } from "vitest";
import { answerForm } from "~/http/action.server";
import type { ChangeEvent } from "~/realtime/events";
import { publishChange, setPublisher } from "~/realtime/publisher.server";
import { keepRecentChanges } from "~/realtime/recent-changes.server";
import { forCaller } from "../../helpers/caller";
import { recordChanges } from "../../helpers/live";

// why: who sends the form is not what this is about; signing in has tests of its own.
vi.mock("~/auth/session.server", () => ({
  requireCompany: () => Promise.resolve({ user: { id: 3 }, company: { id: 7, title: "Mine" }, companies: [] }),
}));

let forget = (): void => undefined;
afterEach(() => {
  forget();
  setPublisher(undefined);
});

const event: ChangeEvent = { model: "RoutingPlan", action: "update", ids: [1], planId: 1 };

async function send(cutOff: boolean): Promise<(string | undefined)[]> {
  const excepted: (string | undefined)[] = [];
  recordChanges((_event, _room, except) => void excepted.push(except));
  forget = keepRecentChanges();
  const going = new AbortController();
  const request = new Request("http://localhost/platform/planning/plan/1", {
    method: "POST",
    body: new URLSearchParams({ pageCompany: "7", intent: "x", tab: "my-tab" }),
  });
  await forCaller(going.signal, () =>
    answerForm(request, ({ tab }) => {
      publishChange(7, event, tab);
      if (cutOff) going.abort();
      return Promise.resolve();
    }),
  );
  return excepted;
}

it("leaves the sender's tab out of the news, which its answer brings", async () => {
  expect(await send(false)).toEqual(["tab:3:my-tab"]);
});

it("tells the sender's tab, too, when the request was cut off and its answer can't come", async () => {
  expect(await send(true)).toEqual(["tab:3:my-tab", undefined]);
});
