import type { Visit } from "./visit";

/** The seven fail reasons. A company enables some of them (`failReasonsSettings`, a list of ids). */
export interface FailReason {
  id: number;
  title: string;
  /** path of its picture among the public files */
  image: string;
}

export const FAIL_REASONS: readonly FailReason[] = [
  { id: 1, title: "Not at the address", image: "/fail-reasons/not-at-address.svg" },
  { id: 2, title: "No answer to the call", image: "/fail-reasons/no-answer.svg" },
  { id: 3, title: "Incorrect phone number", image: "/fail-reasons/wrong-number.svg" },
  { id: 4, title: "Incorrect address", image: "/fail-reasons/wrong-address.svg" },
  { id: 5, title: "Could not find the address", image: "/fail-reasons/not-found.svg" },
  { id: 6, title: "Refused", image: "/fail-reasons/refused.svg" },
  { id: 7, title: "Other", image: "/fail-reasons/other.svg" },
];

/** In a form, the fields of the reasons are called 'reason_1', 'reason_2', … */
export const REASON_FIELD = "reason";

/** The reason that needs a note. */
export const OTHER_REASON = 7;
export const FAIL_NOTE_LENGTH = 500;

/** The reasons that a company offers its drivers, in the list's own order. Unknown ids are left out. */
export function enabledFailReasons(ids: readonly number[]): FailReason[] {
  return FAIL_REASONS.filter((reason) => ids.includes(reason.id));
}

export const failReasonTitle = (id: number | null | undefined): string | null =>
  FAIL_REASONS.find((reason) => reason.id === id)?.title ?? null;

/** The reason, with the note that goes with it: 'Other: the gate is locked'. */
export const failReasonText = ({ failReasonId, failNote }: Pick<Visit, "failReasonId" | "failNote">): string | null =>
  [failReasonTitle(failReasonId), failNote].filter(Boolean).join(": ") || null;
