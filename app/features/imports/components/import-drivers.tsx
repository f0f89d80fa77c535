import { DRIVER_COLUMNS, MAX_IMPORTED_DRIVERS } from "~/domain/import/drivers-of-rows";
import type { ActionResult } from "~/lib/action-result";
import { ImportListDialog } from "./import-list";

export const IMPORT_DRIVERS_DIALOG = "import-drivers";

export const ImportDriversDialog = (page: { result: ActionResult<unknown> | null; tab: string }) => (
  <ImportListDialog
    {...page}
    name={IMPORT_DRIVERS_DIALOG}
    what="drivers"
    intent="member.import"
    known="Members stay as they are, all others are added as drivers. Nobody is invited: that is done from the list."
    columns={DRIVER_COLUMNS}
    needed="A name is needed."
    most={MAX_IMPORTED_DRIVERS}
  />
);
