/** The second specification (accounts and administration) word for word; planning is in messages.test.ts. */
import { existsSync, readFileSync } from "node:fs";
import path from "node:path";
import { describe, expect, it } from "vitest";
import { ownerFaults } from "~/domain/company/owner-faults";
import { timeRangeError } from "~/domain/time/hhmm";
import { NOT_CORRECT } from "~/domain/validation/contact";
import {
  ENTER_VALID_PHONE,
  EXCLUDED_PHONE_COUNTRIES,
  PHONE_NOT_VALID,
  PHONE_REQUIRED,
} from "~/domain/validation/phone-countries";
import { CHANGE_LOCATION, IS_REQUIRED, tooLongMessage } from "~/domain/validation/text";
import { CONFIRMATION_TAG_LABELS, DELIVERY_TAGS, PICKUP_TAGS } from "~/domain/visit/confirmation";
import { FAIL_REASONS } from "~/domain/visit/fail-reasons";
import { EXISTS_ALREADY, NOT_AUTHORIZED } from "~/http/api/envelope.server";
import { ACTION_DONE, ACTION_FAILED, deletedMessage, TRY_LATER, VERIFICATION_SENT } from "~/lib/action-result";
import { OFFLINE } from "~/lib/not-answered";
import { memberName } from "~/domain/access/person-name";
import { INDUSTRIES, FAIL_REASONS as SEEDED_REASONS } from "../../migrations/seeds/reference/lists";
import { isInCode, partsOf } from "../helpers/said-in-code";

const NOTHING = {
  company_country_id: 1,
  company_title: "",
  industry_id: 1,
  warehouse_address: "",
  warehouse_lat: 1,
  warehouse_lng: 1,
};
const [titleFault, addressFault] = ownerFaults(NOTHING);

/** What the specification writes, and what the program says; null: said by a component or a command. */
const MESSAGES: Readonly<Record<string, string | null | undefined>> = {
  // section 4
  "Are you sure you want to block the user?": null,
  // section 5
  "Phone is require": PHONE_REQUIRED,
  "Phone is not valid": PHONE_NOT_VALID,
  "Please enter a valid phone number": ENTER_VALID_PHONE,
  "Please enter company title": titleFault?.message,
  "Please enter a valid address of warehouse": addressFault?.message,
  "is required": IS_REQUIRED,
  "is not correct": NOT_CORRECT,
  "Are you sure you want to change the location?": CHANGE_LOCATION,
  "Are you sure you want to regenerate api key?": null,
  // section 8
  "Too many login attempts.": null,
  "Something goes wrong. Please try later": TRY_LATER,
  "You are not authorized": NOT_AUTHORIZED.data,
  "Object already exists.": EXISTS_ALREADY,
  "You are offline": OFFLINE,
  "A timeout occurred": null,
  "Start time must be less than end time": timeRangeError("10:00", "09:00", "start"),
  "End time must be greater than start time": timeRangeError("10:00", "09:00", "end"),
  "Fill both fields!": null,
  "Successfully updated!": null,
  "Email is not available": null,
  "Verification email sent successfully.": VERIFICATION_SENT,
  "Api key has been regenerated!": null,
  "Importing was failed": null,
  "Importing was finished": null,
  "Copied to clipboard.": null,
  "Action failed": ACTION_FAILED,
  "Action was successful": ACTION_DONE,
  "Do you want to remove {thing}?": null,
  "{Thing} has been deleted!": deletedMessage("{Thing}"),
  "Site was upgraded. Would you like to apply changes?": null,
};

/** Labels of sections 2 and 3 on the screens for accounts and companies. */
const LABELS = [
  ...["Get started", "Company country", "Company name", "Business type", "Warehouse Address"],
  ...["Personal Information", "Contact Information", "Preferences", "Password", "Accesses", "Comments"],
  ...["Verify user manually", "Send verification email", "Change Email", "Export All", "Add company"],
  ...["Not assigned", "You have no access", "Development settings", "Banned", "Active", "Inactive"],
];

describe("messages of accounts and administration", () => {
  // @spec AA-4.07 AA-8.05 AA-8.09 AA-8.10 AA-8.14 AA-8.15 AA-8.16 AA-5.19 AA-5.10 AA-5.11
  it.each(Object.entries(MESSAGES))("%s", (message, words) => {
    if (words !== null) expect(words).toBe(message);
    for (const part of partsOf(message)) expect(isInCode(part), part).toBe(true);
  });

  it.each(LABELS)("the label %s", (label) => expect(isInCode(label)).toBe(true));

  // @spec AA-5.12
  it("a text that is too long, and somebody of whom nothing is known", () => {
    expect(tooLongMessage("E-mail", 50)).toBe("E-mail should be less then 50");
    expect(memberName({ id: 7, name: "", surname: null, email: null })).toBe("User #7");
  });
});

describe("the specification's own words (left out without ../shared)", () => {
  const file = path.resolve("../shared/spec/accounts-and-administration.md");
  const text = existsSync(file) ? readFileSync(file, "utf8").replace(/\s+/g, " ") : "";

  it.skipIf(text === "").each([...Object.keys(MESSAGES), ...LABELS])("has: %s", (words) => {
    expect(text).toContain(words);
  });

  // @spec AA-5.09 AA-1.06
  it.skipIf(text === "")("has the lists in this order", () => {
    const list = (before: RegExp): string => before.exec(text)?.[1] ?? "";
    expect(list(/industry list has 27 entries: ([^.]+)\./).split(", ")).toEqual(INDUSTRIES);
    expect(list(/excluded from the phone picker: ([A-Z, ]+)\./).split(", ")).toEqual(EXCLUDED_PHONE_COUNTRIES);
    expect(list(/Delivery tags: ([a-z_, ]+)\./).split(", ")).toEqual(DELIVERY_TAGS);
    expect(list(/Pickup tags: ([a-z_, ]+)\./).split(", ")).toEqual(PICKUP_TAGS);
    const reasons = FAIL_REASONS.map(({ id, title }) => `${id} ${title}`);
    expect(list(/\*\*Fail reasons:\*\* ([^.]+)\./).split(", ")).toEqual(reasons);
  });
});

// @spec PC-3.63 AA-1.06
it("the lists have as many entries as the specification says, and those of the database are these", () => {
  expect([INDUSTRIES.length, new Set(INDUSTRIES).size]).toEqual([27, 27]);
  expect(SEEDED_REASONS).toEqual(FAIL_REASONS.map(({ title, image }) => [title, image]));
  expect(Object.keys(CONFIRMATION_TAG_LABELS)).toEqual([...DELIVERY_TAGS, ...PICKUP_TAGS]);
});
