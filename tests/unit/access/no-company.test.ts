import { describe, expect, it } from "vitest";
import { mayAddInPlace, NO_COMPANY, whyNoCompany } from "~/domain/access/no-company";
import type { InactiveAccess } from "~/domain/access/no-company";

const owned: InactiveAccess = { company_title: "Own", company_status: 0, is_owner: 1 };
const closed: InactiveAccess = { company_title: "Closed", company_status: 0, is_owner: 0 };
const left: InactiveAccess = { company_title: "Team", company_status: 1, is_owner: 0 };

describe("why somebody has no company to work for", () => {
  it.each([
    ["company.none", NO_COMPANY, []],
    ["company.inactive", "Own is not active. Ask a platform admin.", [owned]],
    ["company.inactive", "Closed is not active. Ask an administrator of the company.", [closed]],
    ["member.inactive", "You are not active in Team. Ask an administrator of the company.", [left]],
    [
      "member.inactive",
      "You are not active in Team. Ask an administrator of the company. Own is not active. Ask a platform admin.",
      [left, owned],
    ],
  ])("is %s: %s", (code, message, inactive) => {
    expect(whyNoCompany(false, inactive)).toEqual({ code, message, status: 403 });
  });

  it("is the e-mail first, which has to be verified", () => {
    const expected = { code: "email.unverified", message: "Verify your e-mail first.", status: 403 };
    for (const inactive of [[], [owned, left]]) expect(whyNoCompany(true, inactive)).toEqual(expected);
  });

  it("lets everybody add one but the owner of one that is switched off", () => {
    expect([[], [closed], [left], [owned], [left, owned]].map(mayAddInPlace)).toEqual([true, true, true, false, false]);
  });
});
