import { readdirSync, readFileSync } from "node:fs";
import path from "node:path";
import { describe, expect, it } from "vitest";
import { actionWords, refusalWords } from "~/domain/access/action-words";
import { REGISTRY } from "~/features/actions.server";

describe("an action", () => {
  it("is told in words", () => {
    const names = ["visit.update_fields", "api_key.create", "session.sign_in", "plan.api_call"];
    expect([...names, "routing-sheet.apply-mapping", "country-areas.list", "route-matrix"].map(actionWords)).toEqual([
      "Visit: update fields",
      "API key: create",
      "Session: sign in",
      "Plan: api call",
      "Import: apply mapping",
      "Country areas: list",
      "Route matrix",
    ]);
  });

  it("never has the words of another one", () => {
    const names = Object.keys(REGISTRY);
    expect(new Set(names.map(actionWords)).size).toBe(names.length);
  });
});

/** Codes of refusals that the log keeps: of those who are not signed in, have no right, or ask for what isn't there. */
function loggedCodes(): string[] {
  const errors = /new AppError\(\s*"([\w.]+)",[^;]{0,300}?status: 40[134]\b/g;
  const notes = /refusal: "(\w+\.[\w.]+)"/g;
  return readdirSync("app", { recursive: true, encoding: "utf8" })
    .filter((file) => /\.ts$/.test(file))
    .flatMap((file) => {
      const code = readFileSync(path.join("app", file), "utf8");
      return [...code.matchAll(errors), ...code.matchAll(notes)].map((match) => match[1]!);
    });
}

it("every refusal that the log keeps is told in words", () => {
  const codes = [...new Set(loggedCodes())];
  expect(codes).toEqual(expect.arrayContaining(["auth.banned", "auth.wrong_code", "forbidden", "not_found"]));
  const asItIs = (code: string) => code.replaceAll("_", " ").replaceAll(".", ", ");
  expect(refusalWords("some.new_code")).toBe(asItIs("some.new_code"));
  expect(codes.filter((code) => refusalWords(code) === asItIs(code))).toEqual([]);
});
