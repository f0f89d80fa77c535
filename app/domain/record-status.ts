import { labelOf } from "./labels";
import type { ValueOf } from "./labels";

/** Status of companies, vehicles, warehouses and members: a toggle with two values. */
export const RecordStatus = { Inactive: 0, Active: 1 } as const;
export type RecordStatus = ValueOf<typeof RecordStatus>;

export const RECORD_STATUS_LABELS: Readonly<Record<RecordStatus, string>> = {
  [RecordStatus.Inactive]: "Inactive",
  [RecordStatus.Active]: "Active",
};

export const recordStatusLabel = (status: number | null | undefined): string => labelOf(RECORD_STATUS_LABELS, status);

/** What the toggle sets: the other of the two values. */
export const toggledRecordStatus = (status: number): RecordStatus =>
  status === RecordStatus.Active ? RecordStatus.Inactive : RecordStatus.Active;
