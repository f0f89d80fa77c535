import { existsSync, readFileSync, readdirSync } from "node:fs";
import path from "node:path";
import { describe, expect, it } from "vitest";
import { requiredInSheet, FIELD_USED, SELECT_ENTITY } from "~/domain/import/sheet-mapping";
import { canFinish } from "~/domain/route/route-permissions";
import { whyNot } from "~/domain/decision";
import { removePlanQuestion } from "~/domain/plan/plan-rules";
import { FINISH_ROUTE, REMOVE_ALL_VISITS, START_ROUTE, removeRoute } from "~/domain/route/route-transitions";
import { FAIL_VISIT, OUT_OF_TURN_FAILED } from "~/domain/visit/visit-transitions";
import { pastPanel } from "~/domain/visit/visit-display";
import { timeRangeError } from "~/domain/time/hhmm";
import { documentError, fileError, imageError, videoError } from "~/domain/validation/files";
import { CHANGE_LOCATION, requiredMessage, titleError } from "~/domain/validation/text";
import { notFound } from "~/lib/errors";
import { makeRoute, makeVisit } from "./domain/make";

/** The code without its comments: a message that is only talked about is not said. */
function sources(folder: string): string[] {
  return readdirSync(folder, { recursive: true, encoding: "utf8" })
    .filter((file) => /\.tsx?$/.test(file))
    .map((file) => readFileSync(path.join(folder, file), "utf8").replace(/\/\*[\s\S]*?\*\//g, "").replace(/(^|\s)\/\/.*$/gm, ""));
}
const code = sources("app");
/** Somebody says exactly this: the words end where the string ends, or where its next part begins. */
const isSaid = (words: string): boolean => code.some((text) => text.includes(words));

const van = makeRoute({ status: 4 });

/**
 * Section 8 of the planning core word for word: what the specification writes, and what the program says with names in
 * place of the braces. `null`: said by a component, so it is looked for in the code.
 */
const SECTION_8: Record<string, string | null> = {
  "Browser denied file download...": null,
  "This field is already used": FIELD_USED,
  "Please select entity for sheets": SELECT_ENTITY,
  "Field {label} is required in sheet {sheet}": requiredInSheet("{label}", "{sheet}"),
  "Uploading was failed": null,
  "Importing was failed": null,
  "{label} is required": requiredMessage("{label}"),
  "Please enter a title": titleError(" "),
  "You can not finish route while there are unserved visits": whyNot(canFinish(van, [makeVisit({ status: 3 })])),
  "{entity} not found": notFound("{entity}").message,
  "Your file has been successfully uploaded!": null,
  "Uploading finished": null,
  "Importing was finished": null,
  Calculated: null,
  "Successfully saved": null,
  "Copied to clipboard": null,
  "{Thing} has been deleted!": "{Thing} has been deleted!",
  "Do you want to remove {thing}?": removePlanQuestion({ title: "{thing}" }).text,
  "Action failed": null,
  "Action was successful": null,
  "No Driver": null,
  "No Vehicle": null,
  "Calculating...": null,
};

/** Not said, each with its reason. */
const LEFT_OUT: Record<string, string> = {
  "Has not route {name}": "addresses are built by the functions of app/paths.ts: a name that isn't there doesn't compile",
};

describe("messages of section 8", () => {
  it.each(Object.entries(SECTION_8))("%s", (message, said) => {
    if (said !== null) expect(said).toBe(message);
    for (const words of message.split(/\{\w+\}/).map((part) => part.trim()).filter((part) => part !== "")) expect(isSaid(words), words).toBe(true);
  });

  const file = path.resolve("../shared/spec/planning-core.md");
  it.skipIf(!existsSync(file))("none of the specification's is missing here (left out without ../shared)", () => {
    const section = /^## 8\.[\s\S]*?(?=^## 9\.)/m.exec(readFileSync(file, "utf8"))?.[0] ?? "";
    const written = [...section.matchAll(/'([^']+)'/g)].map((match) => match[1]!);
    expect(written.length).toBeGreaterThan(20);
    expect(written.filter((message) => !(message in SECTION_8) && !(message in LEFT_OUT))).toEqual([]);
  });
});

describe("messages of sections 4 to 6 that section 8 points to", () => {
  it("of files", () => {
    expect(fileError({ name: "{file}", size: 100_000_001 })).toBe('The file "{file}" may not be greater than 100 megabytes.');
    expect(fileError({ name: "{file}", size: 1 })).toBe('The file "{file}" has wrong format.');
    expect([imageError("a.txt"), videoError("a.avi"), documentError("a.png")]).toEqual(["does not image", "does not video", "does not document"]);
  });
  it("of times", () => {
    expect(timeRangeError("10:00", "09:00", "start")).toBe("Start time must be less than end time");
    expect(timeRangeError("10:00", "09:00", "end")).toBe("End time must be greater than start time");
  });
  it("of questions", () => {
    expect([START_ROUTE, FINISH_ROUTE]).toEqual(["Are you sure you want to start this route?", "Are you sure you want to finish this route?"]);
    expect([OUT_OF_TURN_FAILED, FAIL_VISIT]).toEqual(["This visit is not the next in the route. Are you sure you want to mark it as failed?", "Are you sure you want to mark this visit as failed?"]);
    expect([REMOVE_ALL_VISITS, CHANGE_LOCATION]).toEqual(["Remove all visits?", "Are you sure you want to change the location?"]);
    expect(removePlanQuestion({ title: "Monday" })).toMatchObject({ title: "Please Confirm", text: "Do you want to remove Monday?" });
    const removed = removeRoute(van, [], "Van 3");
    expect(removed.ok && removed.confirm?.text).toBe("Do you want to remove Van 3?");
  });
  it("of past visits", () => {
    expect(pastPanel({ status: 4, confirmationType: null, failReasonId: null }, "{date}")).toMatchObject({ when: "Delivered on: {date}", title: "Done!" });
    expect(pastPanel({ status: 5, confirmationType: null, failReasonId: null }, "{date}")).toMatchObject({ when: "Failed on: {date}", title: "Failed!" });
  });
  it.each(["You have no access", "Site was upgraded. Would you like to apply changes?", "Unknown", "Required"])("%s", (words) => expect(isSaid(words)).toBe(true));
});
