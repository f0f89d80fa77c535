import { ALLOWED, refuse } from "../decision";
import type { Permission } from "../decision";
import { RecordStatus } from "../record-status";

/**
 * Whether a warehouse can be chosen for something new: forms offer active ones alone.
 * @param field where it is chosen
 */
export function canChooseWarehouse({ title, status }: { title: string; status: number }, field: string): Permission {
  if (status === RecordStatus.Active) return ALLOWED;
  const message = `${title} is inactive. Choose another warehouse.`;
  return refuse("warehouse.inactive", message, 422, { [field]: message });
}
