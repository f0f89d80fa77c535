import { expect, it } from "vitest";
import { actionWords } from "~/domain/access/action-words";
import { ACTIONS } from "~/features/actions.server";

it("an action is told in words", () => {
  expect(["visit.update_fields", "api_key.create", "session.sign_in", "plan.api_call"].map(actionWords)).toEqual([
    "Visit: update fields",
    "API key: create",
    "Session: sign in",
    "Plan: api call",
  ]);
});

it("two actions never have the same words", () => {
  const names = Object.keys(ACTIONS);
  expect(new Set(names.map(actionWords)).size).toBe(names.length);
});
