/** What is left of people and companies whose names and contacts were erased, and when that happens. */
import { DAY_SEC } from "../time/calendar";
import { addSeconds } from "../time/utc-text";
import type { UtcText } from "../time/utc-text";

/** A closed company comes back within this time, by a super admin; then its data are erased. */
export const ERASED_AFTER_DAYS = 30;

/** Days after the last link of a sign-up, and after an invitation has expired or was declined. */
export const UNANSWERED_DAYS = 30;

/** Days that a company may keep proofs, where it doesn't keep them for good. */
export const PROOFS_KEPT_DAYS = { min: 7, max: 3650 } as const;

/** When a company that was closed at `deletedAt` is erased. */
export const erasedFrom = (deletedAt: UtcText): UtcText => addSeconds(deletedAt, ERASED_AFTER_DAYS * DAY_SEC);

/** What what somebody has done stays told of. */
export const pseudonymOfPerson = (userId: number): string => `Person ${userId}`;
export const pseudonymOfKey = (apiKeyId: number): string => `Key ${apiKeyId}`;
export const pseudonymOfCompany = (companyId: number): string => `Company ${companyId}`;

/** Leads nowhere (RFC 2606), and keeps the column unique. */
export const addressOfErased = (userId: number): string => `person-${userId}@erased.invalid`;
