import { describe, expect, it } from "vitest";
import { importField } from "~/domain/import/import-fields";
import { fieldsChanged } from "~/domain/plan/changed-fields";
import { VISIT_FIELD_NAMES } from "~/features/planning/visit-fields";
import { UpdateVisitFields } from "~/features/planning/visit-schemas";

describe("the fields of a visit's form", () => {
  it("are those that the action on single fields takes", () => {
    const taken = Object.keys(UpdateVisitFields.in.shape).filter((name) => name !== "visitId" && name !== "seen");
    expect([...VISIT_FIELD_NAMES].sort()).toEqual(taken.sort());
  });

  it("take a postcode as long as its column and an import take it", () => {
    const fault = (postcode: string) =>
      UpdateVisitFields.safeParse({ visitId: 1, postcode }).error?.issues.map(({ path }) => path.join("."));
    expect(fault("9".repeat(50))).toBeUndefined();
    expect(fault("9".repeat(51))).toEqual(["postcode"]);
    expect(importField("visit", "postcode")?.max).toBe(50);
  });

  it("have words in the list of changes", () => {
    const wordless = VISIT_FIELD_NAMES.filter(
      (field) => fieldsChanged("visit", { [field]: "before" }, { [field]: "after" }).length === 0,
    );
    expect(wordless).toEqual([]);
  });
});
