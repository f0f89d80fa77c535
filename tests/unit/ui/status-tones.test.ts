import { expect, it } from "vitest";
import { VISIT_STATUSES, VisitStatus } from "~/domain/visit/visit-status";
import { visitTone } from "~/ui/feedback/status-badge";

// @spec PC-4.034
it("a visit that is not scheduled is grey, and no other", () => {
  expect(VISIT_STATUSES.filter((status) => visitTone(status) === "grey")).toEqual([VisitStatus.Unscheduled]);
});
