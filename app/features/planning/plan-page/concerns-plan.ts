import type { Booking } from "~/domain/route/double-booking";
import type { ChangeEvent } from "~/realtime/events";

const OF_COMPANY: readonly ChangeEvent["model"][] = ["Vehicle", "CompanyMember", "Company", "ConfirmationTemplate"];
const WITH_ROUTES: readonly ChangeEvent["model"][] = ["RoutingPlan", "RoutingRoute"];

/** True for news that may change what the page of a plan, or of one of its routes, shows. */
export const concernsPlan = (
  event: ChangeEvent,
  page: { plan: { id: number }; choices: { elsewhere: readonly Booking[] } },
): boolean =>
  event.planId === page.plan.id || OF_COMPANY.includes(event.model) || mayBookElsewhere(event, page.choices.elsewhere);

/**
 * True when another plan of the day may have other vehicles and drivers now, or other hours, which the warnings and the
 * lists of drivers name. News don't say their plan's day: it is that of the plans that were there already, and may be
 * that of a new plan or route. Reports from the road are told as their routes': they book nobody.
 */
function mayBookElsewhere({ model, action, planId }: ChangeEvent, elsewhere: readonly Booking[]): boolean {
  if (action === "create") return WITH_ROUTES.includes(model);
  return model === "RoutingPlan" && elsewhere.some((booking) => booking.planId === planId);
}
