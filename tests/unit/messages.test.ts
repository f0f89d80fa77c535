import { existsSync, readFileSync } from "node:fs";
import path from "node:path";
import { describe, expect, it } from "vitest";
import type { PlanningChanges } from "~/domain/changes";
import { NO_DRIVER, NO_VEHICLE } from "~/domain/constants";
import { refusalMessage } from "~/domain/decision";
import type { Decision } from "~/domain/decision";
import { requiredInSheet, FIELD_USED, SELECT_ENTITY } from "~/domain/import/sheet-mapping";
import { planCompletedLabel } from "~/domain/plan/plan-status";
import { removePlanQuestion } from "~/domain/plan/plan-rules";
import { canFinish } from "~/domain/route/route-permissions";
import { routeStatusLabel } from "~/domain/route/route-status";
import { FINISH_ROUTE, START_ROUTE, removeAllVisits, removeRoute } from "~/domain/route/route-transitions";
import { timeRangeError } from "~/domain/time/hhmm";
import { documentError, fileError, imageError, videoError } from "~/domain/validation/files";
import { CHANGE_LOCATION, IS_REQUIRED, requiredMessage, ENTER_TITLE } from "~/domain/validation/text";
import { REQUIRED_HINT } from "~/domain/visit/confirmation";
import { pastPanel } from "~/domain/visit/visit-display";
import { FAIL_VISIT, OUT_OF_TURN_FAILED } from "~/domain/visit/visit-transitions";
import { notFound } from "~/lib/errors";
import { deletedMessage } from "~/lib/action-result";
import { isInCode, partsOf } from "../helpers/said-in-code";
import { makeRoute, makeVisit } from "./domain/make";

const van = makeRoute({ status: 4 });
const past = (status: 4 | 5) =>
  pastPanel({ status, confirmationType: null, doneNote: "", failReasonId: null, failNote: "" }, "{date}");
const questionOf = (decision: Decision<PlanningChanges>): string | undefined =>
  decision.ok ? decision.confirm?.text : undefined;

/**
 * What the specification writes, and what the program says with names in place of the braces; null: said by a
 * component, so it is looked for in the code.
 */
type Sentences = Record<string, string | null | undefined>;

/** Sections 2 to 4 of the planning core word for word. */
const SECTIONS_2_TO_4: Sentences = {
  "You have no access": null,
  "No Driver": NO_DRIVER,
  "Are you sure you want to start this route?": START_ROUTE,
  "Are you sure you want to finish this route?": FINISH_ROUTE,
  "This visit is not the next in the route. Are you sure you want to mark it as failed?": OUT_OF_TURN_FAILED,
  "Are you sure you want to mark this visit as failed?": FAIL_VISIT,
  "Delivered on: {date}": past(4)?.when,
  "Done!": past(4)?.title,
  "Failed on: {date}": past(5)?.when,
  "Failed!": past(5)?.title,
  "Site was upgraded. Would you like to apply changes?": null,
};

/** Section 5 word for word. */
const SECTION_5: Sentences = {
  'The file "{file}" may not be greater than 100 megabytes.': fileError({ name: "{file}", size: 100_000_001 }),
  'The file "{file}" has wrong format.': fileError({ name: "{file}", size: 1 }),
  "does not image": imageError("a.txt"),
  "does not video": videoError("a.avi"),
  "does not document": documentError("a.png"),
  "{label} is required": requiredMessage("{label}"),
  "is required": IS_REQUIRED,
  "Start time must be less than end time": timeRangeError("10:00", "09:00", "start"),
  "End time must be greater than start time": timeRangeError("10:00", "09:00", "end"),
  "Are you sure you want to change the location?": CHANGE_LOCATION,
  "Please enter a title": ENTER_TITLE,
  "Do you want to remove {title}?": removePlanQuestion({ title: "{title}" }).text,
  "Remove all visits?": questionOf(removeAllVisits([van], [makeVisit({})])),
  "Please select entity for sheets": SELECT_ENTITY,
  "Field {label} is required in sheet {sheet}": requiredInSheet("{label}", "{sheet}"),
  "This field is already used": FIELD_USED,
};

/** Section 8 word for word. */
const SECTION_8: Sentences = {
  "Browser denied file download...": null,
  "This field is already used": FIELD_USED,
  "Please select entity for sheets": SELECT_ENTITY,
  "Field {label} is required in sheet {sheet}": requiredInSheet("{label}", "{sheet}"),
  "Uploading was failed": null,
  "Importing was failed": null,
  "{label} is required": requiredMessage("{label}"),
  "Please enter a title": ENTER_TITLE,
  "You can not finish route while there are unserved visits": refusalMessage(
    canFinish(van, [makeVisit({ status: 3 })]),
  ),
  "{entity} not found": notFound("{entity}").message,
  "Your file has been successfully uploaded!": null,
  "Uploading finished": null,
  "Importing was finished": null,
  Calculated: null,
  "Successfully saved": null,
  "Copied to clipboard": null,
  "{Thing} has been deleted!": deletedMessage("{Thing}"),
  "Do you want to remove {thing}?": removePlanQuestion({ title: "{thing}" }).text,
  "Action failed": null,
  "Action was successful": null,
  "No Driver": NO_DRIVER,
  "No Vehicle": NO_VEHICLE,
  "Calculating...": null,
};

/** Not said, each with its reason. */
const LEFT_OUT: Record<string, string> = {
  "Has not route {name}":
    "addresses are built by the functions of app/paths.ts: a name that isn't there doesn't compile",
};

describe.each([
  ["sections 2 to 4", SECTIONS_2_TO_4],
  ["section 5", SECTION_5],
  ["section 8", SECTION_8],
])("messages of %s", (_, sentences) => {
  // @spec PC-8.01 PC-8.03 PC-8.04 PC-8.05 PC-8.07 PC-8.09 PC-8.10 PC-8.11 PC-8.12 PC-8.13 PC-8.14 PC-8.15 PC-8.16
  // @spec PC-8.17 PC-8.18 PC-8.19 PC-8.20 PC-2.79 PC-5.17 PC-5.30 PC-5.44
  it.each(Object.entries(sentences))("%s", (message, words) => {
    if (words !== null) expect(words).toBe(message);
    for (const part of partsOf(message)) expect(isInCode(part), part).toBe(true);
  });
});

describe("the specification's own words (left out without ../shared)", () => {
  const file = path.resolve("../shared/spec/planning-core.md");
  const sections: [from: number, to: number, sentences: Sentences, atLeast: number][] = [
    [2, 4, SECTIONS_2_TO_4, 11],
    [5, 5, SECTION_5, 16],
    [8, 8, SECTION_8, 20],
  ];
  it.skipIf(!existsSync(file)).each(sections)(
    "sections %i to %i have none that is missing here",
    (from, to, sentences, atLeast) => {
      const text =
        new RegExp(`^## ${from}\\.[\\s\\S]*?(?=^## ${to + 1}\\.)`, "m").exec(readFileSync(file, "utf8"))?.[0] ?? "";
      // An apostrophe after a letter or before one is no quotation mark.
      const written = [...text.matchAll(/(?<!\w)'([^'\n]+)'(?!\w)/g)].map((match) => match[1]!);
      expect(written.length).toBeGreaterThanOrEqual(atLeast);
      expect(written.filter((message) => !(message in sentences) && !(message in LEFT_OUT))).toEqual([]);
    },
  );
});

describe("questions", () => {
  // @spec PC-5.48 PC-5.49
  it("have their titles, and ask for a route by its vehicle's name", () => {
    expect(removePlanQuestion({ title: "Monday" })).toMatchObject({
      title: "Please Confirm",
      text: "Do you want to remove Monday?",
    });
    expect(questionOf(removeRoute(van, [], "Van 3"))).toBe("Do you want to remove Van 3?");
    expect(removeAllVisits([van], [makeVisit({})])).toMatchObject({
      confirm: { title: "Confirmation", text: "Remove all visits?" },
    });
  });
});

it("labels that the specification writes without quotation marks", () => {
  expect([1, 2, 3, 4, 5, 0, 6].map(routeStatusLabel)).toEqual([
    "Empty",
    "Planning",
    "Scheduled",
    "On route",
    "Completed",
    "Unknown",
    "Unknown",
  ]);
  expect([1, 4, 5].map(planCompletedLabel)).toEqual(["Not completed", "Not completed", "Completed"]);
  expect(REQUIRED_HINT).toBe("Required");
});
