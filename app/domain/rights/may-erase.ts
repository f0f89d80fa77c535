import { ALLOWED, atField, refuse } from "../decision";
import type { Permission } from "../decision";
import { mayClose } from "../access/manage-user";
import type { ManagedAccount } from "../access/manage-user";
import type { Actor } from "../access/actor";
import { erasedFrom } from "./erasure";
import type { UtcText } from "../time/utc-text";

const listed = (titles: readonly string[]): string =>
  titles.length < 2 ? titles.join("") : `${titles.slice(0, -1).join(", ")} and ${titles.at(-1)}`;

/** Why an account can't go yet; null: it can. @param onlyAdminOf companies that nobody else could manage */
export const erasureBlocker = (onlyAdminOf: readonly string[]): string | null =>
  onlyAdminOf.length === 0
    ? null
    : `Nobody else could manage ${listed(onlyAdminOf)}. Make somebody else an administrator there, or delete ` +
      `${onlyAdminOf.length === 1 ? "the company" : "the companies"}, first.`;

/** No company is left without somebody to manage it. @param onlyAdminOf companies that nobody else could manage */
export function mayTakeAway(onlyAdminOf: readonly string[]): Permission {
  const blocker = erasureBlocker(onlyAdminOf);
  return blocker === null ? ALLOWED : refuse("account.only_admin", blocker, 409);
}

/**
 * Whether a super admin may erase an account: one that they may close, that no company depends on, and that they have
 * named.
 */
export function mayEraseUser(
  actor: Actor,
  account: ManagedAccount & { title: string },
  { typed, onlyAdminOf }: { typed: string; onlyAdminOf: readonly string[] },
): Permission {
  for (const permission of [mayClose(actor, account), mayTakeAway(onlyAdminOf)]) if (!permission.ok) return permission;
  if (typed !== account.title)
    return atField(refuse("account.other_title", "This is not the name of the user", 422), "title");
  return ALLOWED;
}

/** A closed company comes back as long as nothing of it was erased. */
export function mayRestore(
  company: { deleted_at: UtcText | null; erased_at: UtcText | null },
  now: UtcText,
): Permission {
  const { deleted_at, erased_at } = company;
  if (deleted_at === null) return refuse("company.open", "The company is not deleted", 409);
  if (erased_at !== null || erasedFrom(deleted_at) <= now)
    return refuse("company.erased", "It is too late: the data of the company are being erased", 409);
  return ALLOWED;
}
