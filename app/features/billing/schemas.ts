/** What the actions on packages take. */
import { z } from "zod";
import { isDateText } from "~/domain/time/calendar";
import { SHOP_VISITS } from "~/domain/billing/packages";
import { VisitsPeriod } from "~/domain/billing/periods";
import { requiredMessage } from "~/domain/validation/text";
import { countedField, itemId, numberField, optionalText, switchField } from "~/domain/validation/wire-fields";

/** What the shop sells is judged by `priceOrder`. */
export const OrderInput = z.strictObject({
  months: countedField("Package", { whole: true, min: 0, max: 120 }),
  visits: countedField("Visits a month", { whole: true, min: 0, max: SHOP_VISITS.max * 10 }),
});
export type OrderInput = z.infer<typeof OrderInput>;

/** Of an address. */
export const OrderParams = z.object({ orderId: z.coerce.number().int().positive() });

export const OrderId = z.strictObject({ order_id: itemId() });

/** Far enough for every agreement, and near enough for dates of four digits. */
const LAST_DAY = "2999-12-31";
const isDay = (text: string): boolean => isDateText(text) && text <= LAST_DAY;
const date = (label: string) =>
  z
    .string()
    .min(1, { error: requiredMessage(label), abort: true })
    .refine(isDay, `${label} is not correct`);

/** Of any company's order. */
export const BillingOrderId = z.strictObject({ billing_order_id: itemId() });

const MAX_REASON = 500;
/** Why it is declined: for whoever ordered. */
export const OrderRejection = z.strictObject({
  ...BillingOrderId.shape,
  reason: optionalText("Reason", MAX_REASON),
});

/** What a platform admin agrees on with a company. */
export const CustomPackage = z
  .strictObject({
    billed_company_id: itemId(),
    visits_limit: numberField("Visits", { whole: true, min: 0, max: 100_000_000 }).refine(
      (visits): visits is number => visits !== null,
      requiredMessage("Visits"),
    ),
    visits_period: z.enum(VisitsPeriod, "Period is not correct"),
    /** euro; null: the usual price */
    custom_cost_per_visit: numberField("Cost per visit", { min: 0, max: 1000 }),
    /** percent, as it is charged */
    custom_discount: countedField("Discount", { min: 0, max: 100 }).refine(
      (percent) => Number.isInteger(Math.round(percent * 1e6) / 1e5),
      "Discount may have one decimal",
    ),
    start_date: date("Start"),
    /** empty: forever */
    end_date: z
      .string()
      .refine((text) => text === "" || isDay(text), "End is not correct")
      .default(""),
    /** takes effect although the company pays for another package */
    replaces: switchField(false),
  })
  .refine(({ start_date, end_date }) => end_date === "" || start_date < end_date, {
    path: ["end_date"],
    message: "End must be after start",
  });
export type CustomPackage = z.infer<typeof CustomPackage>;
