import { describe, expect, it } from "vitest";
import { socialWay } from "~/domain/access/social-account";
import type { FoundAccount } from "~/domain/access/social-account";
import { hasOwnWayIn, mayRemovePasskey, mayUnlink } from "~/domain/access/ways-in";

const WORD = { email: "a@b.example", isEmailVerified: true, runsMailbox: true };
const AT = "2026-11-20 06:00:00";
const ACCOUNT: FoundAccount = {
  status: "active",
  email_verified_at: AT,
  deleted_at: null,
  is_completed: 1,
  hasOwnWayIn: false,
};

describe("an identity that is not linked yet", () => {
  it.each([
    ["create", WORD, undefined],
    ["create", { ...WORD, runsMailbox: false }, undefined],
    ["join", WORD, ACCOUNT],
    ["join", WORD, { ...ACCOUNT, is_completed: 0 }],
    ["sign_in_first", { ...WORD, runsMailbox: false }, ACCOUNT],
    ["sign_in_first", WORD, { ...ACCOUNT, hasOwnWayIn: true }],
    ["sign_in_first", WORD, { ...ACCOUNT, email_verified_at: null }],
    ["claim", WORD, { ...ACCOUNT, email_verified_at: null, is_completed: 0 }],
    ["claim", WORD, { ...ACCOUNT, email_verified_at: null, is_completed: 0, hasOwnWayIn: true }],
    ["closed", WORD, { ...ACCOUNT, status: "ban" }],
    ["closed", WORD, { ...ACCOUNT, deleted_at: AT }],
    ["closed", WORD, { ...ACCOUNT, status: "ban", email_verified_at: null, is_completed: 0 }],
  ] as const)("leads to: %s", (way, word, account) => {
    expect(socialWay(word, account)).toEqual(account === undefined ? { way } : { way, account });
    // Without the provider's word about the e-mail nothing is said about accounts.
    expect(socialWay({ ...word, isEmailVerified: false }, account)).toEqual({ way: "unconfirmed" });
    expect(socialWay({ ...word, email: null }, account)).toEqual({ way: "unconfirmed" });
  });
});

it("the last way in stays", () => {
  expect(hasOwnWayIn({ hasPassword: false, identities: 0, passkeys: 0 })).toBe(false);
  expect(hasOwnWayIn({ hasPassword: true, identities: 0, passkeys: 0 })).toBe(true);
  expect(hasOwnWayIn({ hasPassword: false, identities: 1, passkeys: 0 })).toBe(true);
  expect(mayUnlink({ hasPassword: false, identities: 1, passkeys: 0 })).toBe(false);
  expect(mayUnlink({ hasPassword: false, identities: 2, passkeys: 0 })).toBe(true);
  expect(mayUnlink({ hasPassword: true, identities: 1, passkeys: 0 })).toBe(true);
  expect(hasOwnWayIn({ hasPassword: false, identities: 0, passkeys: 1 })).toBe(true);
  expect(mayRemovePasskey({ hasPassword: false, identities: 0, passkeys: 1 })).toBe(false);
  expect(mayRemovePasskey({ hasPassword: false, identities: 0, passkeys: 2 })).toBe(true);
  expect(mayRemovePasskey({ hasPassword: false, identities: 1, passkeys: 1 })).toBe(true);
});
