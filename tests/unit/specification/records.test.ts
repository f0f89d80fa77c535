/** Fields and lists that the specification names, read out of its rows, against what the product has. */
import { expect, it } from "vitest";
import { z } from "zod";
import { BillingStatus } from "~/domain/billing/billing-record";
import { VISITS_PERIOD_LABELS } from "~/domain/billing/periods";
import { CALCULATION_TYPE_LABELS } from "~/domain/calculation/calculation-type";
import { IMPORT_FIELDS } from "~/domain/import/import-fields";
import { InvitationType } from "~/domain/team/invitation";
import { EXCLUDED_PHONE_COUNTRIES } from "~/domain/validation/phone-countries";
import { VEHICLE_SETTINGS_KEYS } from "~/domain/vehicle/vehicle-settings";
import { VEHICLE_TYPE_LABELS } from "~/domain/vehicle/vehicle-type";
import { DELIVERY_TAGS, PICKUP_TAGS, ProofLevel } from "~/domain/visit/confirmation";
import { FAIL_REASONS } from "~/domain/visit/fail-reasons";
import { VISIT_SOURCE_LABELS } from "~/domain/visit/visit-source";
import { VISIT_TYPE_LABELS, VisitType, visitKind } from "~/domain/visit/visit-type";
import { API } from "~/features/api.server";
import { INDUSTRIES } from "../../../migrations/seeds/reference/lists";
import { SPECIFICATION_ROWS } from "../../specification/index";

/** What a row says behind these words. */
function behind(id: string, words: string): string {
  const { text } = SPECIFICATION_ROWS.find((row) => row.id === id)!;
  expect(text).toContain(words);
  return text.slice(text.indexOf(words) + words.length).replace(/\.$/, "");
}
const listed = (id: string, words: string): string[] => behind(id, words).split(/, | and /);
const snake = (key: string): string => key.replace(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`);

/** The fields of a call's answer, or of each record of its list. */
function fieldsOf(path: string): string[] {
  const answer = API.get(path)!.answer!;
  const record = answer instanceof z.ZodArray ? answer.element : answer;
  return Object.keys((record as z.ZodObject).shape);
}

// @spec PC-3.01 PC-3.15 PC-3.18 PC-3.19 PC-3.29 PC-3.31 PC-3.44 PC-3.49 PC-3.57 PC-3.65 AA-3.01 AA-3.11 AA-3.19
// @spec AA-3.35
it.each([
  ["PC-3.01", "vehicle/item", "A vehicle has "],
  ["PC-3.15", "warehouse/item", "A warehouse has "],
  ["PC-3.18", "routing-visit/item", "A visit has "],
  ["PC-3.29", "routing-visit-attachment/item", "A visit attachment has "],
  ["PC-3.31", "routing-route/item", "A route has "],
  ["PC-3.44", "routing-plan/item", "A routing plan has "],
  ["PC-3.49", "routing-query/item", "A routing query has "],
  ["PC-3.57", "company-confirmation-template/item", "A confirmation template has "],
  ["PC-3.65", "routing-sheet/item", "A routing sheet has "],
  ["AA-3.01", "users/item", "A user has "],
  ["AA-3.11", "company/item", "A company has "],
  ["AA-3.19", "company-members/item", "A company member has "],
  ["AA-3.35", "country/list", "A country has "],
])("%s: the fields that %s answers are all there", (id, path, words) => {
  const has = fieldsOf(path);
  expect(listed(id, words).filter((field) => !has.includes(field))).toEqual([]);
});

// @spec AA-3.36
it("an area of countries has an id and a list of codes", () => {
  expect(fieldsOf("country-areas/list")).toEqual(expect.arrayContaining(["id", "codes"]));
});

// @spec PC-3.12
it("the vehicle's fields that an import may fill", () => {
  const fields = IMPORT_FIELDS.vehicle.filter(({ partOf }) => partOf === undefined).map(({ key }) => snake(key));
  expect(fields).toEqual(listed("PC-3.12", "Importable vehicle fields are "));
});

// @spec PC-3.41
it("the settings that a vehicle has for a day", () => {
  expect(Object.values(VEHICLE_SETTINGS_KEYS)).toEqual(
    listed("PC-3.41", "Vehicle settings keys are ").map((key) => key.replace(/ .*/, "")),
  );
});

// @spec PC-3.04 PC-3.23 PC-3.24 PC-3.25 PC-3.54 AA-3.23 AA-3.27 AA-3.29
it("codes and their words", () => {
  const coded = (labels: Readonly<Record<string | number, string>>) =>
    Object.entries(labels).map(([code, label]) => `${code} ${label}`);
  expect(Object.keys(VEHICLE_TYPE_LABELS)).toEqual(["auto", "truck"]);
  expect(Object.values(VEHICLE_TYPE_LABELS)).toEqual(listed("PC-3.04", "with the labels "));
  expect(coded(VISIT_TYPE_LABELS)).toEqual(listed("PC-3.23", "Visit types are "));
  expect(new Set(Object.values(VisitType).map(visitKind))).toEqual(
    new Set(listed("PC-3.24", "Another view names the visit types ")),
  );
  expect(coded(VISIT_SOURCE_LABELS)).toEqual(listed("PC-3.25", "Visit sources are "));
  expect(coded(CALCULATION_TYPE_LABELS)).toEqual(listed("PC-3.54", "The routing query type is "));
  expect(InvitationType).toEqual({ Waiting: 0, Accepted: 1, Declined: 2 });
  expect([BillingStatus.Actual, BillingStatus.Next]).toEqual(["actual", "next"]);
  expect(VISITS_PERIOD_LABELS).toEqual({ monthly: "per month", yearly: "per year", all_period: "all period" });
});

// @spec PC-3.59 PC-3.60 PC-3.61 PC-3.62
it("ways of handing over, how much they ask for, and why a visit fails", () => {
  expect(DELIVERY_TAGS).toEqual(listed("PC-3.59", "Delivery tags are "));
  expect(PICKUP_TAGS).toEqual(listed("PC-3.60", "Pickup tags are "));
  expect(ProofLevel).toEqual({ None: 0, Optional: 1, Required: 2 });
  const reasons = FAIL_REASONS.map(({ id, title }) => `${id} '${title}'`);
  expect(reasons).toEqual(listed("PC-3.62", "Fail reasons are "));
});

// @spec AA-1.06 AA-5.09
it("industries, and countries that the phone picker leaves out", () => {
  expect(INDUSTRIES).toEqual(behind("AA-1.06", "27 entries: ").split(", "));
  expect(EXCLUDED_PHONE_COUNTRIES).toEqual(listed("AA-5.09", "phone picker: "));
});
