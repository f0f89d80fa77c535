import { renderToStaticMarkup } from "react-dom/server";
import { describe, expect, it } from "vitest";
import { OwnInvitations } from "~/features/accounts/components/own-invitations";
import { Security } from "~/features/accounts/components/security";
import type { SecurityView } from "~/features/accounts/components/security";

const PAGE: SecurityView = {
  message: null,
  signedOut: false,
  scriptUrl: "/script.js",
  passkeyScriptUrl: "/passkeys.js",
  providers: [],
  email: "uma@test.example",
  timeZone: null,
  isProved: true,
  proofs: { password: true, code: false, passkey: false },
  app: { state: "off" },
  codesLeft: 0,
  hasFactor: false,
  passkeys: [],
  mayRemovePasskey: false,
  newCodes: null,
};

describe("the page for sign-in and security", () => {
  const shown = (proofs: Partial<SecurityView["proofs"]>) =>
    renderToStaticMarkup(<Security page={{ ...PAGE, proofs: { ...PAGE.proofs, ...proofs } }} refused={undefined} />);

  it("has a form for a new password, with the old one", () => {
    expect(shown({})).toMatch(/<form method="post"[^>]*><input type="hidden" name="answer" value="password"\/>/);
    for (const name of ["old_password", "new_password"])
      expect(shown({})).toMatch(
        new RegExp(`<label for="${name}">.*<input id="${name}" name="${name}" type="password"`),
      );
  });

  it("has none for an account without a password", () => {
    expect(shown({ password: false })).not.toContain('value="password"');
  });
});

describe("the page of somebody who has no company to work for", () => {
  const shown = (without: { why: string; mayAdd: boolean } | null) =>
    renderToStaticMarkup(<OwnInvitations email="uma@test.example" invitations={[]} companies={[]} without={without} />);

  it("says why, and offers a company of their own where they may add one", () => {
    const why = "Own is not active.";
    expect(shown({ why, mayAdd: true })).toMatch(/Own is not active.*name="title"/);
    expect(shown({ why, mayAdd: false })).toContain(why);
    for (const without of [{ why, mayAdd: false }, null]) expect(shown(without)).not.toContain('name="title"');
  });
});
