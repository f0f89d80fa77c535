import { ReportDone, ReportFailed } from "../schemas";

/** What a refused report said besides, as the reports take it; what an earlier build wrote otherwise is left out. */
export function readSaid(says: Readonly<Record<string, unknown>>) {
  const done = ReportDone.pick({ confirmationType: true, signatureName: true }).partial().safeParse(only(says, DONE));
  const failed = ReportFailed.pick({ failReasonId: true, failNote: true }).partial().safeParse(only(says, FAILED));
  return { done: done.success ? done.data : {}, failed: failed.success ? failed.data : {} };
}

const DONE = ["confirmationType", "signatureName"];
const FAILED = ["failReasonId", "failNote"];

const only = (says: Readonly<Record<string, unknown>>, names: readonly string[]) =>
  Object.fromEntries(Object.entries(says).filter(([name]) => names.includes(name)));
