/** Why somebody has no company to work for, and what they can do about it. */
import { refuse } from "../decision";
import type { Refusal } from "../decision";
import { RecordStatus } from "../record-status";

/** Of an account that was never in a company, has left it, or whose company was closed. */
export const NO_COMPANY = "Your account belongs to no company. Ask an administrator of your company to invite you.";

/** A company that a person would work for, if it and their membership were active. */
export interface InactiveAccess {
  company_title: string;
  company_status: 0 | 1;
  is_owner: 0 | 1;
}

const isCompanyInactive = ({ company_status: status }: InactiveAccess): boolean => status === RecordStatus.Inactive;

function sentenceOf(access: InactiveAccess): string {
  const { company_title: title, is_owner: isOwner } = access;
  const is = isCompanyInactive(access) ? `${title} is not active.` : `You are not active in ${title}.`;
  return `${is} Ask ${isOwner === 1 ? "a platform admin" : "an administrator of the company"}.`;
}

/** @param isHeld the e-mail is not verified: until then nothing is said of companies */
export function whyNoCompany(isHeld: boolean, inactive: readonly InactiveAccess[]): Refusal {
  if (isHeld) return refuse("email.unverified", "Verify your e-mail first.", 403).error;
  const [first] = inactive;
  if (first === undefined) return refuse("company.none", NO_COMPANY, 403).error;
  const code = isCompanyInactive(first) ? "company.inactive" : "member.inactive";
  return refuse(code, inactive.map(sentenceOf).join(" "), 403).error;
}

/** Whose own company the platform has switched off begins no other one, with a new trial, in its place. */
export const mayAddInPlace = (inactive: readonly InactiveAccess[]): boolean =>
  !inactive.some((access) => access.is_owner === 1 && isCompanyInactive(access));
