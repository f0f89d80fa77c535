import { ReportDone, ReportFailed } from "../schemas";

const Done = ReportDone.pick({ confirmationType: true, signatureName: true }).partial().strip();
const Failed = ReportFailed.pick({ failReasonId: true, failNote: true }).partial().strip();

/** What a refused report said besides, as the reports take it; what an earlier build wrote otherwise is left out. */
export function readSaid(says: Readonly<Record<string, unknown>>) {
  const [done, failed] = [Done.safeParse(says), Failed.safeParse(says)];
  return { done: done.success ? done.data : {}, failed: failed.success ? failed.data : {} };
}
