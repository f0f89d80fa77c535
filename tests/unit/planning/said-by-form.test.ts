import { expect, it } from "vitest";
import { isSaidByForm } from "~/features/planning/plan-page/selection/use-selection-change";
import { RemoveVisits } from "~/features/planning/visit-schemas";
import { toRefusal } from "~/http/action.server";
import { decodeForm, postedFields } from "~/http/actions/decode-form";
import { parseInput } from "~/http/actions/parse-input";
import type { ActionRefusal } from "~/lib/action-result";

/** What is answered to a removal of more visits than may be chosen. */
function refusedRemoval(): ActionRefusal {
  const visitIds = Array.from({ length: 30_001 }, (_, index) => index + 1).join(",");
  const intent = "visits.remove";
  const { wire, faults } = decodeForm(
    RemoveVisits,
    postedFields(new URLSearchParams({ planId: "1", version: "1", visitIds })),
  );
  try {
    parseInput(RemoveVisits, wire, faults);
  } catch (error) {
    return toRefusal(error, { intent })[0];
  }
  throw new Error("It was accepted.");
}

it("a removal of chosen visits that is refused at a field is a message: its question has no fields", () => {
  const refusal = refusedRemoval();
  expect(refusal.fieldErrors).toEqual({ visitIds: expect.stringContaining("Choose at most") as string });
  // Also where another tool was opened meanwhile.
  expect([null, "visits.window"].map((form) => isSaidByForm(refusal, form))).toEqual([false, false]);
});

it("a fault in a field is said by the form that was sent, as long as it is there", () => {
  const refusal: ActionRefusal = {
    ok: false,
    message: "No such time",
    fieldErrors: { startTime: "No such time" },
    values: { intent: "visits.window" },
  };
  const forms = ["visits.window", "visits.update", null];
  expect(forms.map((form) => isSaidByForm(refusal, form))).toEqual([true, false, false]);
  expect(isSaidByForm({ ...refusal, fieldErrors: {} }, "visits.window")).toBe(false);
});
