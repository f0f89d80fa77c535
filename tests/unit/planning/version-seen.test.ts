import { expect, it } from "vitest";
import { versionSeen } from "~/features/planning/plan-page/dialogs/version-seen";
import { refused } from "~/lib/action-result";

const INTENT = "route.change";
const sent = { intent: INTENT, version: "12" };

it.each([
  ["the one that it was opened with", null, 14],
  ["that too after an answer to another form", refused("No", { values: { intent: "plan.rename", version: "9" } }), 14],
  ["the one that it sent, when something else was wrong", refused("No", { values: sent }), "12"],
  ["the one that it was told of", refused("No", { values: sent, stale: { version: "13" } }), "13"],
])("a form says that its user saw %s", (_which, result, version) => {
  expect(versionSeen(result, INTENT, 14)).toBe(version);
});
