/** The seven fail reasons. A company enables some of them (`failReasonsSettings`, a list of ids). */
export interface FailReason {
  id: number;
  title: string;
}

export const FAIL_REASONS: readonly FailReason[] = [
  { id: 1, title: "Not at the address" },
  { id: 2, title: "No answer to the call" },
  { id: 3, title: "Incorrect phone number" },
  { id: 4, title: "Incorrect address" },
  { id: 5, title: "Could not find the address" },
  { id: 6, title: "Refused" },
  { id: 7, title: "Other" },
];

/** The reasons that a company offers its drivers, in the list's own order. Unknown ids are left out. */
export function enabledFailReasons(ids: readonly number[]): FailReason[] {
  return FAIL_REASONS.filter((reason) => ids.includes(reason.id));
}

export const failReasonTitle = (id: number | null | undefined): string | null =>
  FAIL_REASONS.find((reason) => reason.id === id)?.title ?? null;
