import type { Actor } from "./actor";
import { can } from "./permissions";

/**
 * Whether an actor is told of every change in the company, calculations and their costs included: those who may see its
 * plans.
 * Drivers, whose pages have a stream of their own, and people without a role are told only what concerns the site.
 */
export const mayJoinCompanyRoom = (actor: Actor): boolean => can(actor, "plan.list", { companyId: actor.companyId });
