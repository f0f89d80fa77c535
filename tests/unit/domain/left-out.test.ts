import { describe, expect, it } from "vitest";
import { planningChanges } from "~/domain/changes";
import { accept, refuse } from "~/domain/decision";
import { eachAllowed, leftOutWords } from "~/domain/left-out";
import { PLANNING_ACTIONS } from "~/features/planning/actions.server";
import { NONE_CHOSEN } from "~/features/resources/none-chosen";
import { RESOURCE_ACTIONS } from "~/features/resources/actions.server";
import { refuseNoFields, SHARED_VEHICLE_FIELDS } from "~/features/resources/schemas";
import { formInput } from "../../helpers/forms";
import type { Posted } from "../../helpers/forms";
import { sharedFields } from "../../helpers/inputs";

function sharedVehicleFields(posted: Posted) {
  const { ids: _ids, ...fields } = formInput(RESOURCE_ACTIONS["vehicles.update"], { ids: "1", ...posted });
  refuseNoFields(fields);
  return fields;
}

const WHY = "The route is locked. Unlock it first.";
const many = (count: number, why = WHY) =>
  Array.from({ length: count }, (_, index) => ({ name: `Stop ${index + 1}`, why }));

describe("what is left out", () => {
  it("is what refuses; the changes of the others go together", () => {
    const decide = (id: number) =>
      id % 2 === 0 ? refuse("locked", WHY) : accept(planningChanges({ removeVisitIds: [id] }));
    const { changes, allowed, leftOut } = eachAllowed([1, 2, 3, 4], (id) => `Stop ${id}`, decide);
    expect(changes).toEqual(planningChanges({ removeVisitIds: [1, 3] }));
    expect(allowed).toEqual([1, 3]);
    expect(leftOut).toEqual([
      { name: "Stop 2", why: WHY },
      { name: "Stop 4", why: WHY },
    ]);
  });

  it("is named by reason, and cut to what a message may hold", () => {
    expect(leftOutWords(many(2))).toBe(`Left as they are: Stop 1, Stop 2 (${WHY})`);
    expect(leftOutWords(many(7))).toBe(`Left as they are: Stop 1, Stop 2, Stop 3, Stop 4, Stop 5 and 2 more (${WHY})`);
    expect(leftOutWords([...many(1, "A"), ...many(1, "B"), ...many(1, "C"), ...many(2, "D"), ...many(1, "E")])).toBe(
      "Left as they are: Stop 1 (A); Stop 1 (B); Stop 1 (C); 3 more for other reasons",
    );
    expect(leftOutWords([{ name: "x".repeat(255), why: WHY }])).toBe(`Left as they are: ${"x".repeat(59)}… (${WHY})`);
  });
});

describe("values for several", () => {
  it("of vehicles: an empty field is left out, none is a choice, and what tells them apart is not taken", () => {
    expect(
      sharedVehicleFields({
        title: "Same",
        plate: "Same",
        status: "",
        type: " ",
        driver_id: NONE_CHOSEN,
        max_load: "0",
        speed: "110",
        tab: "t",
      }),
    ).toEqual({ driver_id: null, max_load: 0, speed: 110 });
    expect(SHARED_VEHICLE_FIELDS).not.toContain("title");
    expect(() => sharedVehicleFields({ title: "Same" })).toThrow("Fill in at least one field.");
    expect(() => sharedVehicleFields({ speed: "160" })).toThrow("Speed must be at most 150");
    expect(() => sharedVehicleFields({ work_hour_start: "18:00", work_hour_end: "08:00" })).toThrow(
      "End time must be greater than start time",
    );
  });

  it("of visits: a window is given whole", () => {
    expect(sharedFields({ startTime: "9", endTime: "17:00", serviceTime: "", packageLoad: "0" })).toEqual({
      startTime: "09:00",
      endTime: "17:00",
      packageLoad: 0,
    });
    expect(() => sharedFields({ endTime: "17:00" })).toThrow("Window from is required");
    expect(() => sharedFields({ name: "Same" })).toThrow("Fill in at least one field.");
  });

  it("come with the versions of the plans that were seen", () => {
    const chosen = (fields: Posted) => formInput(PLANNING_ACTIONS["listed_visits.update"], fields);
    expect(chosen({ ids: "3,4,3", versions: "12:5,14:9,x:1,7" })).toEqual({
      ids: [3, 4],
      versions: new Map([
        [12, 5],
        [14, 9],
      ]),
    });
    expect(chosen({ ids: "3" }).versions).toEqual(new Map());
    expect(() => chosen({ ids: "3,-4" })).toThrow("The id of a visit is not correct");
  });
});
