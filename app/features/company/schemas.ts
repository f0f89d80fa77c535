/** What the forms of the company's settings send. */
import { z } from "zod";
import { AIMS } from "~/domain/calculation/aim";
import { DEFAULT_ENDS, DEFAULT_STARTS } from "~/domain/company/company";
import { MAX_DURATION_MIN } from "~/domain/constants";
import { END_AFTER_START, timeRangeError } from "~/domain/time/hhmm";
import { clampedField, requiredText, switchField, timeField } from "~/domain/validation/form-fields";
import { DELIVERY_TAGS, PICKUP_TAGS } from "~/domain/visit/confirmation";
import type { ConfirmationSettings, ConfirmationTag, ProofLevel } from "~/domain/visit/confirmation";
import { FAIL_REASONS } from "~/domain/visit/fail-reasons";

/** What new plans, vehicles and visits start with. */
export const CompanyDefaults = z
  .object({
    default_visit_duration: clampedField("Service time", { max: MAX_DURATION_MIN, empty: 0 }),
    default_squash_duration: clampedField("Squash duration", { max: MAX_DURATION_MIN, empty: 0 }),
    default_visit_balance_coefficient: clampedField("Visit balance coefficient", { max: 1, empty: 0 }),
    default_vehicle_start_hour: timeField("Start of work").refine((time) => time !== "", "Start of work is required"),
    default_vehicle_end_hour: timeField("End of work").refine((time) => time !== "", "End of work is required"),
    default_has_breaks: switchField(0),
    default_break_after: clampedField("Break in any case after", { max: 1440, whole: true, empty: 0 }),
    default_start_location_type: z.enum(DEFAULT_STARTS, { error: "Choose where routes start" }),
    default_end_location_type: z.enum(DEFAULT_ENDS, { error: "Choose where routes end" }),
    default_aim: z.enum(AIMS, { error: "Choose what calculations aim at" }),
  })
  .superRefine((value, ctx) => {
    const { default_vehicle_start_hour: start, default_vehicle_end_hour: end } = value;
    if (timeRangeError(start, end, "end") !== null)
      ctx.addIssue({ code: "custom", path: ["default_vehicle_end_hour"], message: END_AFTER_START });
  });

/** Ids of the enabled reasons, in the list's order. */
export const FailReasonIds = z
  .array(
    z.coerce.number().refine((id) => FAIL_REASONS.some((reason) => reason.id === id), "Fail reason is not correct"),
  )
  .transform((ids) => [...new Set(ids)].sort((a, b) => a - b));

const level = (value: string | undefined): ProofLevel => (value === "2" ? 2 : value === "1" ? 1 : 0);

/** What proof is asked for, as its form posts it: `tag_…`, `photo_…` and `signature_…` for each way of handing over. */
export const ProofForm = z
  .object({ delivery_confirmation: switchField(0), pickup_confirmation: switchField(0) })
  .catchall(z.string())
  .transform((value) => {
    const posted = value as Record<string, unknown>;
    const text = (name: string) => (typeof posted[name] === "string" ? posted[name] : undefined);
    const settings: ConfirmationSettings = {};
    for (const tag of [...DELIVERY_TAGS, ...PICKUP_TAGS] as ConfirmationTag[]) {
      const enabled = text(`tag_${tag}`) === "1";
      if (enabled)
        settings[tag] = { enabled, photo: level(text(`photo_${tag}`)), signature: level(text(`signature_${tag}`)) };
    }
    return {
      deliveryConfirmation: value.delivery_confirmation,
      pickupConfirmation: value.pickup_confirmation,
      settings,
    };
  })
  .superRefine((value, ctx) => {
    const check = (on: 0 | 1, tags: readonly ConfirmationTag[], path: string, what: string) => {
      if (on === 1 && !tags.some((tag) => value.settings[tag]))
        ctx.addIssue({ code: "custom", path: [path], message: `Choose at least one way of ${what}` });
    };
    check(value.deliveryConfirmation, DELIVERY_TAGS, "delivery_confirmation", "delivery");
    check(value.pickupConfirmation, PICKUP_TAGS, "pickup_confirmation", "pickup");
  });

/** A template: the same with a title. */
export const TemplateForm = z.object({ title: requiredText("Title") });

export const TemplateId = z.object({
  id: z.coerce.number({ error: "Id is not correct" }).int().positive("Id is not correct"),
});
