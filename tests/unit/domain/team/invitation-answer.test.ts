import { describe, expect, it } from "vitest";
import { INVITED_ACCOUNTS, invitedAccountOf, wayIn } from "~/domain/team/invitation-answer";
import type { InvitedAccount, WayIn } from "~/domain/team/invitation-answer";

const MINE = "a@b.example";
const VERIFIED = "2026-11-20 06:00:00";
const account = {
  status: "active",
  email_verified_at: VERIFIED,
  is_completed: 1,
  hasOwnWayIn: true,
  deleted_at: null,
};

describe("the link of an invitation", () => {
  it.each([
    ["none", undefined],
    ["closed", { ...account, status: "ban" }],
    ["closed", { ...account, status: "ban", email_verified_at: null }],
    ["closed", { ...account, deleted_at: "2026-11-20 06:00:00" }],
  ])("calls the account %s", (expected, facts) => {
    expect(invitedAccountOf(facts)).toBe(expected);
  });

  // Whoever has the link has the mailbox: that is enough for an account that nobody has worked with, and no way around
  // the password and the second step of one that somebody has, whoever wrote its present e-mail there.
  it.each([
    [VERIFIED, 1, true, "own_way_in"],
    [VERIFIED, 1, false, "no_way_in"],
    [VERIFIED, 0, true, "own_way_in"],
    [VERIFIED, 0, false, "no_way_in"],
    [null, 1, true, "own_way_in"],
    [null, 1, false, "own_way_in"],
    [null, 0, true, "unverified"],
    [null, 0, false, "unverified"],
  ])("verified %s, completed %s, with a way in %s: %s", (verifiedAt, isCompleted, hasOwnWayIn, expected) => {
    const facts = { ...account, email_verified_at: verifiedAt, is_completed: isCompleted, hasOwnWayIn };
    expect(invitedAccountOf(facts)).toBe(expected);
  });

  /** Nobody is signed in: for a driver, for others. */
  const TABLE: Readonly<Record<InvitedAccount, readonly [driver: WayIn, other: WayIn]>> = {
    none: ["start", "register"],
    unverified: ["start", "register"],
    no_way_in: ["start", "start"],
    own_way_in: ["sign_in", "sign_in"],
    closed: ["closed", "closed"],
  };
  it.each(INVITED_ACCOUNTS)("offers nobody who is signed in: %s", (state) => {
    expect([wayIn(MINE, null, state, true), wayIn(MINE, null, state, false)]).toEqual(TABLE[state]);
  });

  it.each(INVITED_ACCOUNTS)("lets somebody who is signed in answer in their own name alone: %s", (state) => {
    for (const isDriver of [true, false]) {
      expect(wayIn(MINE, MINE, state, isDriver)).toBe("answer");
      expect(wayIn(MINE, "other@b.example", state, isDriver)).toBe("other");
    }
  });
});
