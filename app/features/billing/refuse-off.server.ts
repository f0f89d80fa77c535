import { billingIsOn } from "~/planner/company-package.server";
import { notFound } from "~/lib/errors";

/** Whether there is a page of it. */
export const hasBilling = billingIsOn;

/** Where a product is hosted without billing, it has none of its pages and calls. @throws AppError 404 */
export function refuseOff(): void {
  if (!billingIsOn()) throw notFound("Page");
}
