import { describe, expect, it } from "vitest";
import type { Decision } from "~/domain/decision";
import * as rules from "~/domain/team/invitation";
import type { InvitationChanges, InvitationState, Invited } from "~/domain/team/invitation";

const NOW = "2026-11-21 06:00:00";
const EARLIER = "2026-11-20 06:00:00";

const MEMBERS: Readonly<Record<InvitationState, Invited>> = {
  none: { invitation_type: 0, invited_at: null, email: "a@b.example", status: 1, related_company_id: null },
  waiting: { invitation_type: 0, invited_at: EARLIER, email: "a@b.example", status: 1, related_company_id: null },
  accepted: { invitation_type: 1, invited_at: EARLIER, email: "a@b.example", status: 1, related_company_id: null },
  declined: { invitation_type: 2, invited_at: EARLIER, email: "a@b.example", status: 1, related_company_id: null },
};

/** The state after it, or the code of the refusal. */
const outcome = (decision: Decision<InvitationChanges>): string =>
  decision.ok ? rules.invitationStateOf(decision.changes) : decision.error.code;

/** Every transition from every state, written out. */
const TABLE: Readonly<Record<string, Readonly<Record<InvitationState, string>>>> = {
  sendInvitation: { none: "waiting", waiting: "waiting", accepted: "invitation.joined", declined: "waiting" },
  acceptInvitation: {
    none: "invitation.ended",
    waiting: "accepted",
    accepted: "invitation.ended",
    declined: "invitation.ended",
  },
  declineInvitation: {
    none: "invitation.ended",
    waiting: "declined",
    accepted: "declined",
    declined: "invitation.ended",
  },
  withdrawInvitation: {
    none: "invitation.not_waiting",
    waiting: "none",
    accepted: "invitation.not_waiting",
    declined: "invitation.not_waiting",
  },
};

describe("invitations", () => {
  it("has a line for every transition, and every state has a word", () => {
    const functions = Object.entries(rules).flatMap(([name, one]) => (typeof one === "function" ? [name] : []));
    expect(functions.sort()).toEqual([...Object.keys(TABLE), "invitationStateOf"].sort());
    expect(Object.keys(rules.INVITATION_LABELS).sort()).toEqual([...rules.INVITATION_STATES].sort());
    expect(rules.InvitationType).toEqual({ Waiting: 0, Accepted: 1, Declined: 2 });
  });

  describe.each(Object.keys(TABLE))("%s", (name) => {
    const decide = (rules as unknown as Record<string, (member: Invited, now: string) => Decision<InvitationChanges>>)[
      name
    ]!;
    it.each(rules.INVITATION_STATES)("from %s", (state) => {
      expect(rules.invitationStateOf(MEMBERS[state])).toBe(state);
      expect(outcome(decide(MEMBERS[state], NOW))).toBe(TABLE[name]![state]);
    });
  });

  it("notes when the newest mail went out", () => {
    for (const state of ["none", "waiting", "declined"] as const)
      expect(rules.sendInvitation(MEMBERS[state], NOW)).toMatchObject({ ok: true, changes: { invited_at: NOW } });
    expect(rules.acceptInvitation(MEMBERS.waiting)).toMatchObject({ changes: { invited_at: EARLIER } });
  });

  it.each([
    ["a member without an e-mail", { email: null }, "invitation.no_email"],
    ["an inactive one", { status: 0 }, "invitation.inactive"],
    ["a related company", { related_company_id: 7 }, "invitation.company"],
  ])("are not sent to %s", (_, part, code) => {
    for (const state of ["none", "waiting", "declined"] as const)
      expect(outcome(rules.sendInvitation({ ...MEMBERS[state], ...part }, NOW))).toBe(code);
  });
});
