import type { RoutingSheetRow } from "~/db/tables";
import { AppError } from "~/lib/errors";
import { SheetState } from "~/domain/import/sheet-state";

/** @throws AppError 409 for a sheet that is being removed: some of its rows may be gone already */
export function refuseDiscarded({ state }: Pick<RoutingSheetRow, "state">): void {
  if (state === SheetState.Discarded)
    throw new AppError("import.discarded", "The file was discarded. Upload it once more.", { status: 409 });
}
