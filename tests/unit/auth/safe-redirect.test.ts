import { describe, expect, it } from "vitest";
import { safeRedirect } from "~/auth/sign-in.server";

describe("where the sign-in leads to", () => {
  it.each([
    "/",
    "/planning",
    "/planning/plan/3?dialog=rename-plan#top",
    "/planning?q=M%C3%BCller%20%26%20Co",
    "/planning?q=a\\b",
    "/planning?next=//x",
    "/company/team",
    "/loginx",
    "/planning/login",
    "/driver/route/7",
  ])("%j is a page of this app", (target) => expect(safeRedirect(target)).toBe(target));

  it.each([
    ["another host", "https://evil.example/"],
    ["another host without a scheme", "//evil.example"],
    ["a backslash for a slash", "/\\evil.example"],
    ["two backslashes", "\\\\evil.example"],
    ["a tab between the slashes", "/\t/evil.example"],
    ["a line feed between the slashes", "/\n/evil.example"],
    ["a carriage return", "/\r/evil.example"],
    ["a header of its own", "/planning\r\nSet-Cookie: a=b"],
    ["a zero", "/planning\0"],
    ["a tab in front", "\t//evil.example"],
    ["an escaped line end", "/planning%0d%0aSet-Cookie:a=b"],
    ["an escaped tab", "/%09/evil.example"],
    ["a control character above ASCII", "/planning\u0085"],
    ["dots that leave two slashes", "/.//evil.example"],
    ["dots up and two slashes", "/planning/..//evil.example"],
    ["an escaped slash", "/%2fevil.example"],
    ["an escaped backslash", "/%5cevil.example"],
    ["a script", "javascript:alert(1)"],
    ["a name without a slash", "planning"],
    ["an escape that is none", "/%zz"],
    ["nothing", ""],
    ["the sign-out", "/logout"],
    ["the sign-out with a query", "/logout?x=1"],
    ["the sign-out with a slash", "/logout/"],
    ["the sign-out in capitals", "/LogOut"],
    ["the sign-out escaped", "/%6cogout"],
    ["the sign-out by dots", "/planning/../logout"],
    ["the sign-out by escaped dots", "/planning/%2e%2e/logout"],
    ["the sign-out with the base path", "/platform/logout"],
    ["the sign-out for data", "/logout?_data=routes%2Flogout"],
    ["the sign-in", "/login"],
    ["the sign-in to the sign-out", "/login?redirectTo=%2Flogout"],
    ["below the sign-in", "/login/again"],
  ])("%s leads to the start page", (_trick, target) => expect(safeRedirect(target)).toBe("/"));

  it("no field and a file lead to the start page", () => {
    expect([safeRedirect(null), safeRedirect(new File(["x"], "/planning"))]).toEqual(["/", "/"]);
  });
});
