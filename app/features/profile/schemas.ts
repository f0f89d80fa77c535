/** What the actions on one's own profile take. */
import { z } from "zod";
import { readAs } from "~/domain/validation/field-reader";
import { wholePhone } from "~/domain/validation/national-phone";
import { PHONE_NOT_VALID, PHONE_REQUIRED } from "~/domain/validation/phone-countries";
import { idField, latitudeField, longitudeField, optionalText, requiredText } from "~/domain/validation/wire-fields";

const MAX_PHONE_LENGTH = 50;

/** ISO 3166 alpha-2, "" for none: how a number without a country code is read. */
const phoneCountry = () =>
  readAs(
    z
      .string()
      .trim()
      .toUpperCase()
      .regex(/^(?:[A-Z]{2})?$/, "Country of the phone is not correct"),
    (text) => text,
  ).default("");

const personFields = {
  name: requiredText("Name"),
  surname: optionalText("Surname"),
};
export const phoneFields = {
  phone: requiredText("Phone", MAX_PHONE_LENGTH, PHONE_REQUIRED),
  phone_country: phoneCountry(),
};

export function checkPhone(
  { phone, phone_country: country }: { phone: string; phone_country: string },
  context: z.core.$RefinementCtx<unknown>,
): void {
  if (phone !== "" && wholePhone(phone, country) === null)
    context.addIssue({ code: "custom", path: ["phone"], message: PHONE_NOT_VALID });
}

/** What is still missing of an account. Only the owner of a company fills in more than the person. */
export const CompleteProfile = z
  .strictObject({
    ...personFields,
    ...phoneFields,
    company_country_id: idField("Company country"),
    company_title: optionalText("Company name"),
    industry_id: idField("Business type"),
    warehouse_address: optionalText("Warehouse Address"),
    warehouse_lat: latitudeField(),
    warehouse_lng: longitudeField(),
  })
  .superRefine(checkPhone);
export type CompleteProfileInput = z.infer<typeof CompleteProfile>;
