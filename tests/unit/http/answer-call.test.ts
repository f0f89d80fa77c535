import { redirect } from "@remix-run/node";
import { describe, expect, it, vi } from "vitest";
import { z } from "zod";
import { requiredText } from "~/domain/validation/wire-fields";
import { answerCall, onlyPost } from "~/http/actions/answer-call.server";
import { action } from "~/http/actions/define-actions.server";
import { sessionOf } from "../../helpers/sessions";

// why: who is signed in is looked up in the database; here it is said.
const signedIn = vi.hoisted(() => ({ session: vi.fn() }));
vi.mock("~/auth/session.server", () => ({ requireCompany: signedIn.session }));
// why: refusals are noted in the database's log.
vi.mock("~/audit/note-refusal.server", () => ({ noteRefusal: () => Promise.resolve() }));

const user = sessionOf({ companyId: 1 }, { isDriver: true, memberId: 1 }, 1);
const LOCATE = action({
  summary: "Says what it was asked.",
  permission: "address.search",
  idempotent: true,
  input: z.strictObject({ address: requiredText("Address") }),
  run: ({ company }, { address }) => Promise.resolve({ company: company.id, address }),
});
const ask = async (init: RequestInit = {}, query = "") => {
  const answer = await answerCall(new Request(`http://test/x${query}`, init), LOCATE as never);
  return [answer.status, await answer.json()] as const;
};
const json = (value: unknown): RequestInit => ({
  method: "POST",
  headers: { "Content-Type": "application/json" },
  body: JSON.stringify(value),
});

describe("an action behind an address of its own", () => {
  it("that takes only POST requests says so to all others", async () => {
    const answer = onlyPost();
    expect([answer.status, answer.headers.get("Allow"), await answer.json()]).toEqual([
      405,
      "POST",
      { status: "fail", data: "Send this as a POST request." },
    ]);
  });

  const enter = () => signedIn.session.mockResolvedValue(user);

  // @spec AA-7.01
  it("takes JSON, a form or a query, and answers in the specification's envelope", async () => {
    enter();
    const data = { company: 1, address: "Lane 1" };
    expect(await ask(json({ address: "Lane 1" }))).toEqual([200, { status: "success", data }]);
    const body = new URLSearchParams({ address: "Lane 1" });
    expect(await ask({ method: "POST", body })).toEqual([200, { status: "success", data }]);
    expect(await ask({}, "?address=Lane+1")).toEqual([200, { status: "success", data }]);
  });

  it("says what is wrong with what was sent", async () => {
    enter();
    expect(await ask(json({}))).toEqual([422, { status: "fail", data: "Address is required" }]);
    expect(await ask(json({ address: "x", more: 1 }))).toMatchObject([422, { status: "fail" }]);
    expect(await ask(json([1]))).toMatchObject([400, { status: "fail" }]);
    expect(await ask({ ...json(1), body: "{" })).toMatchObject([400, { status: "fail" }]);
  });

  it("answers whoever isn't signed in, or has no right, without a look at the input", async () => {
    signedIn.session.mockRejectedValue(redirect("/login"));
    expect(await ask(json(1))).toEqual([401, { status: "not_authorized", data: "You are not authorized" }]);
    signedIn.session.mockResolvedValue(sessionOf({ companyId: 1 }, {}, 1));
    expect(await ask(json(1))).toMatchObject([403, { status: "fail" }]);
  });
});
