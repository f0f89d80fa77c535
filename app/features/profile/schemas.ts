/** What the actions on one's own profile take. */
import { z } from "zod";
import { readAs } from "~/domain/validation/field-reader";
import { wholePhone } from "~/domain/validation/national-phone";
import { PHONE_NOT_VALID, PHONE_REQUIRED } from "~/domain/validation/phone-countries";
import { MAX_EMAIL_LENGTH } from "~/domain/constants";
import { MAPS, ROUTERS, UNIT_SYSTEMS } from "~/domain/access/user-settings";
import { isEmail } from "~/domain/validation/contact";
import { FIRST_CLOCK_DAY, isClockStart, LAST_CLOCK_DAY, MAX_SPEED, MIN_SPEED } from "~/domain/time/person-clock";
import { isTimeZone } from "~/domain/time/time-zone";
import { requiredMessage } from "~/domain/validation/text";
import {
  asTheyAre,
  countedField,
  idField,
  listedId,
  latitudeField,
  longitudeField,
  optionalLines,
  optionalText,
  passwordText,
  proofText,
  requiredId,
  requiredText,
  switchField,
  wholeInText,
} from "~/domain/validation/wire-fields";

const MAX_PHONE_LENGTH = 50;
/** Accounts of one answer, as of other lists. */
const LISTED_USERS = 100;
const MAX_LISTED_USERS = 500;

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
const phoneFields = {
  phone: requiredText("Phone", MAX_PHONE_LENGTH, PHONE_REQUIRED),
  phone_country: phoneCountry(),
};

function checkPhone(
  { phone = "", phone_country: country = "" }: { phone?: string | undefined; phone_country?: string | undefined },
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

const ownFields = asTheyAre({ ...personFields, country_id: idField("Country"), ...phoneFields });
/** Single fields of oneself; what is left out stays. */
export const PersonFields = z.strictObject(ownFields).superRefine(checkPhone);
export type PersonInput = z.infer<typeof PersonFields>;

export const Preferences = z.strictObject(
  asTheyAre({
    map: z.enum(MAPS, { error: "Map is not correct" }),
    router: z.enum(ROUTERS, { error: "Router is not correct" }),
    unit_system_id: z.enum(["", ...UNIT_SYSTEMS], { error: "Units are not correct" }),
    time_zone: optionalText("Time zone", 64).refine(
      (zone) => zone === "" || isTimeZone(zone),
      "Time zone is not correct",
    ),
    experimental: switchField(false),
  }),
);
export const ChatConsent = z.strictObject({ agrees: switchField(false) });

export const DevelopmentClock = z
  .strictObject({
    dev_custom_time: switchField(false),
    dev_start_time: optionalText("Start time").refine(
      (text) => text === "" || isClockStart(text),
      `Start time must be a day and a time between ${FIRST_CLOCK_DAY} and ${LAST_CLOCK_DAY}`,
    ),
    dev_speed_factor: countedField("Speed factor", { min: MIN_SPEED, max: MAX_SPEED, empty: MIN_SPEED }),
  })
  .refine(({ dev_custom_time: on, dev_start_time: start }) => !on || start !== "", {
    path: ["dev_start_time"],
    message: requiredMessage("Start time"),
  });
export type DevelopmentClock = z.infer<typeof DevelopmentClock>;

export type PreferencesInput = z.infer<typeof Preferences>;

export const OwnPassword = z.strictObject({
  old_password: passwordText("Old password"),
  new_password: passwordText("New password"),
});

export const OneSession = z.strictObject({ session_id: requiredId("Session") });
export const IdentityUnlinking = z.strictObject({
  identity_id: requiredId("Linked account"),
  password: proofText(),
});
export type IdentityUnlinking = z.infer<typeof IdentityUnlinking>;

const userId = { user_id: requiredId("User") };
export const OneUser = z.strictObject(userId);
export const FactorRemoval = z.strictObject({ ...userId, password: proofText() });
export type FactorRemoval = z.infer<typeof FactorRemoval>;
/** Who is meant twice: by their id and by their name. */
export const UserErasure = z.strictObject({ ...userId, title: requiredText("Name"), password: proofText() });
export type UserErasure = z.infer<typeof UserErasure>;
export const UserFields = z.strictObject({ ...userId, ...ownFields }).superRefine(checkPhone);
export const UserPassword = z.strictObject({
  ...userId,
  new_password: passwordText("New password"),
  password: proofText(),
});
export type UserPassword = z.infer<typeof UserPassword>;
export const UserComment = z.strictObject({ ...userId, admin_comment: optionalLines("Comment", 2000) });
export const UserEmail = z.strictObject({
  ...userId,
  email: requiredText("E-mail", MAX_EMAIL_LENGTH)
    .refine((text) => text === "" || isEmail(text), "E-mail is not correct")
    .overwrite((text) => text.toLowerCase()),
  verified: switchField(false),
  password: proofText(),
});
export type UserEmailInput = z.infer<typeof UserEmail>;
export const UserParams = z.object({ userId: wholeInText() });
export const NewCompany = z.strictObject({ title: requiredText("Title") });
export const NewCompanyOfUser = z.strictObject({ ...userId, title: requiredText("Title") });

/** What is asked of accounts. */
export const UsersList = z
  .strictObject({
    action: z.enum(["check-email", "send-verification"], "Action is not known").optional(),
    id: idField("Id"),
    type: z.literal("members").optional(),
    email: optionalText("E-mail", MAX_EMAIL_LENGTH),
    search: optionalText("Search"),
    /** the id of the last account of the page before */
    cursor: listedId().optional(),
    limit: z.int().min(1).max(MAX_LISTED_USERS).default(LISTED_USERS),
  })
  .refine(({ action, email: text }) => action !== "check-email" || isEmail(text), {
    path: ["email"],
    error: "E-mail is not correct",
  });
