/** What the actions of the company's settings take. */
import { z } from "zod";
import { AIMS } from "~/domain/calculation/aim";
import { DEFAULT_ENDS, DEFAULT_STARTS } from "~/domain/company/company";
import { MAX_DURATION_MIN } from "~/domain/constants";
import { KEPT_DAYS } from "~/domain/position/position";
import { optionalEmail, optionalPhone } from "~/domain/validation/contact-fields";
import {
  asTheyAre,
  changedTitle,
  clampedField,
  clampedOrNone,
  idField,
  itemId,
  optionalLines,
  proofText,
  requiredText,
  seenFields,
  switchField,
  timeField,
} from "~/domain/validation/wire-fields";
import { DELIVERY_TAGS, PICKUP_TAGS } from "~/domain/visit/confirmation";
import type { ConfirmationTag } from "~/domain/visit/confirmation";
import { PROOFS_KEPT_DAYS } from "~/domain/rights/erasure";
import { FAIL_REASONS, REASON_FIELD } from "~/domain/visit/fail-reasons";
import type { DecodedForm, OwnForm, PostedFields } from "~/http/actions/decode-form";
import { listChangesOf } from "~/lib/list-changes";
import { levelLabel, levelName, PROOF_KINDS, PROOF_TAGS, tagName } from "./proof-form-values";
import { settingsLabel } from "./settings-form-values";

/** Beside fields that are left as they are stored where a form doesn't send them. */
const seen = { seen: seenFields() };

/** Who the company is; what is left out stays. */
export const CompanyFields = z.strictObject({
  ...seen,
  ...asTheyAre({
    title: requiredText("Title"),
    email: optionalEmail(),
    phone: optionalPhone(),
    country_id: idField("Country"),
    industry_id: idField("Business type"),
  }),
});
/** For super admins alone; left out, it stays. */
export const CompanyComment = z.strictObject({
  ...seen,
  ...asTheyAre({ admin_comment: optionalLines("Comment", 2000) }),
});

export type CompanyInput = Omit<z.infer<typeof CompanyFields>, "seen">;

const hour = (label: string) => timeField(label).refine((time) => time !== "", `${label} is required`);

/** What new plans, vehicles and visits start with; what is left out stays. */
export const CompanyDefaults = z.strictObject({
  ...seen,
  ...asTheyAre({
    default_visit_duration: clampedField(settingsLabel("default_visit_duration"), { max: MAX_DURATION_MIN, empty: 0 }),
    default_squash_duration: clampedField(settingsLabel("default_squash_duration"), {
      max: MAX_DURATION_MIN,
      empty: 0,
    }),
    default_visit_balance_coefficient: clampedField(settingsLabel("default_visit_balance_coefficient"), {
      max: 1,
      empty: 0,
    }),
    default_vehicle_start_hour: hour("From"),
    default_vehicle_end_hour: hour("To"),
    default_has_breaks: switchField(false),
    default_break_after: clampedField(settingsLabel("default_break_after"), { max: 1440, whole: true, empty: 0 }),
    default_start_location_type: z.enum(DEFAULT_STARTS, { error: "Choose where routes start" }),
    default_end_location_type: z.enum(DEFAULT_ENDS, { error: "Choose where routes end" }),
    default_aim: z.enum(AIMS, { error: "Choose what calculations aim at" }),
  }),
});
export type CompanyDefaultsInput = Omit<z.infer<typeof CompanyDefaults>, "seen">;

const failReasons = () =>
  z
    .array(z.number().refine((id) => FAIL_REASONS.some((reason) => reason.id === id), "Fail reason is not correct"))
    .max(FAIL_REASONS.length * 2)
    .optional();

/** Which reasons are enabled, all of them or single ones; none at all: drivers are asked for none. */
export const FailReasons = z.strictObject({
  reasons: failReasons(),
  add_reasons: failReasons(),
  remove_reasons: failReasons(),
});
export type FailReasons = z.infer<typeof FailReasons>;
const REASON_IDS = FAIL_REASONS.map(({ id }) => id);

/** Beside the fields of the action a form has one for each reason. */
export const reasonsForm: OwnForm = (posted, decode) => {
  const { add, remove } = listChangesOf(posted.values, REASON_FIELD, REASON_IDS);
  const { wire, faults } = decode(posted);
  return { wire: { ...wire, add_reasons: add, remove_reasons: remove }, faults };
};

/** How long it is known where vehicles were. */
export const PositionsKept = z.strictObject({
  ...seen,
  ...asTheyAre({
    positions_kept_days: clampedField(settingsLabel("positions_kept_days"), {
      min: KEPT_DAYS.min,
      max: KEPT_DAYS.max,
      whole: true,
      empty: KEPT_DAYS.usual,
    }),
  }),
  confirmed: switchField(false),
});
export type PositionsKept = z.infer<typeof PositionsKept>;

/** How long photos and signatures are kept; null: for good. */
export const ProofsKept = z.strictObject({
  ...seen,
  ...asTheyAre({
    proofs_kept_days: clampedOrNone(settingsLabel("proofs_kept_days"), { ...PROOFS_KEPT_DAYS, whole: true }),
  }),
  confirmed: switchField(false),
});
export type ProofsKept = z.infer<typeof ProofsKept>;

/** What recipients see and may do on the pages of their links; what is left out stays. */
export const RecipientPages = z.strictObject(
  asTheyAre({
    photo: switchField(false),
    signature: switchField(false),
    driverName: switchField(false),
    vehicle: switchField(false),
    requests: switchField(false),
    rating: switchField(false),
    contact: switchField(false),
  }),
);
export type RecipientPages = z.infer<typeof RecipientPages>;

/** A key for one program: which of the three it may do. */
export const NewApiKey = z
  .strictObject({
    name: requiredText("Name"),
    read: switchField(false),
    plan: switchField(false),
    drive: switchField(false),
  })
  .superRefine((value, ctx) => {
    if (!value.read && !value.plan && !value.drive)
      ctx.addIssue({ code: "custom", path: ["read"], message: "Choose at least one right" });
  });
export const ApiKeyId = z.strictObject({ id: itemId() });
/** Which company is meant, and who says so: a password or a code, unless one was given lately. */
export const CompanyRemoval = z.strictObject({
  title: requiredText("Title"),
  password: proofText(),
});
export type CompanyRemoval = z.infer<typeof CompanyRemoval>;

const level = z.union([z.literal(0), z.literal(1), z.literal(2)]).default(0);
const tag = z.enum(PROOF_TAGS as [ConfirmationTag]);
const asked = { photo: level, signature: level };
const proofFields = {
  delivery_confirmation: switchField(false),
  pickup_confirmation: switchField(false),
  /** the ways of handing over that are offered, each with what it asks for: 0 nothing, 1 may be given, 2 must */
  settings: z.partialRecord(tag, z.strictObject(asked)).default({}),
};
interface Proof {
  delivery_confirmation: boolean;
  pickup_confirmation: boolean;
  settings: Partial<Record<ConfirmationTag, unknown>>;
}

const checkProof = (value: Proof, ctx: z.core.$RefinementCtx<unknown>): void => {
  const check = (on: boolean, tags: readonly ConfirmationTag[], path: string, what: string) => {
    if (on && !tags.some((tag) => value.settings[tag]))
      ctx.addIssue({ code: "custom", path: [path], message: `Choose at least one way of ${what}` });
  };
  check(value.delivery_confirmation, DELIVERY_TAGS, "delivery_confirmation", "delivery");
  check(value.pickup_confirmation, PICKUP_TAGS, "pickup_confirmation", "pickup");
};

/** What proof is asked for: all of it as it is to be stored. */
export const WholeProof = z.strictObject(proofFields).superRefine(checkProof);
export type WholeProof = z.infer<typeof WholeProof>;

const changedProofFields = {
  ...asTheyAre(proofFields),
  /** single ways beside those of `settings`; what is left out of one stays */
  ways: z.partialRecord(tag, z.strictObject({ enabled: z.boolean().optional(), ...asTheyAre(asked) })).optional(),
};
/** What changes of the proof; what is left out stays, and the command checks the whole of it. */
export const ProofInput = z.strictObject({ ...seen, ...changedProofFields });
export type ProofInput = Omit<z.infer<typeof ProofInput>, "seen">;
const templateFields = { title: requiredText("Title"), ...proofFields };
export const NewTemplate = z.strictObject(templateFields).superRefine(checkProof);
export type TemplateInput = z.infer<typeof NewTemplate>;
export const TemplateId = z.strictObject({ id: itemId() });
export const ChangedTemplate = z.strictObject({
  ...TemplateId.shape,
  ...seen,
  ...asTheyAre({ title: changedTitle() }),
  ...changedProofFields,
});
export type TemplateChanges = Omit<z.infer<typeof ChangedTemplate>, "id" | "seen">;

const LEVELS: Readonly<Record<string, 0 | 1 | 2>> = { "": 0, "0": 0, "1": 1, "2": 2 };

/** The ways of handing over as their form posts them: `tag_…`, `photo_…` and `signature_…` for each. */
function waysOfForm({ values }: PostedFields) {
  const ways: Record<string, Record<string, number | boolean>> = {};
  const faults = new Map<string, string>();
  for (const tag of PROOF_TAGS) {
    const way: Record<string, number | boolean> = {};
    if (tagName(tag) in values) way.enabled = values[tagName(tag)] === "1";
    for (const proof of PROOF_KINDS) {
      const name = levelName(proof, tag);
      const posted = values[name];
      if (posted === undefined) continue;
      const level = LEVELS[posted];
      if (level === undefined) faults.set(name, `${levelLabel(proof, tag)} is not correct`);
      else way[proof] = level;
    }
    if (Object.keys(way).length > 0) ways[tag] = way;
  }
  return { ways, faults };
}

const withWays = (
  posted: PostedFields,
  decode: (posted: PostedFields) => DecodedForm,
  fieldsOf: (ways: ReturnType<typeof waysOfForm>["ways"]) => Record<string, unknown>,
): DecodedForm => {
  const { wire, faults } = decode(posted);
  const posting = waysOfForm(posted);
  return { wire: { ...wire, ...fieldsOf(posting.ways) }, faults: new Map([...faults, ...posting.faults]) };
};

/** Of a new template: those that are ticked. */
export const proofForm: OwnForm = (posted, decode) =>
  withWays(posted, decode, (ways) => ({
    settings: Object.fromEntries(
      Object.entries(ways).flatMap(([tag, { enabled, ...levels }]) => (enabled === true ? [[tag, levels]] : [])),
    ),
  }));

/** Of what is there already: those that the form posted something of. */
export const changedProofForm: OwnForm = (posted, decode) => withWays(posted, decode, (ways) => ({ ways }));
