import { MAX_IMPORTED_WAREHOUSES, WAREHOUSE_COLUMNS } from "~/domain/import/warehouse-columns";
import type { ActionResult } from "~/lib/action-result";
import { ImportListDialog } from "./import-list";

export const IMPORT_WAREHOUSES_DIALOG = "import-warehouses";

export const ImportWarehousesDialog = (page: { result: ActionResult<unknown> | null; tab: string }) => (
  <ImportListDialog
    {...page}
    name={IMPORT_WAREHOUSES_DIALOG}
    what="warehouses"
    intent="warehouse.import"
    known="A warehouse with a known external id, or without one with a known title, is changed. All others are added."
    columns={WAREHOUSE_COLUMNS}
    needed="A title and a place are needed."
    most={MAX_IMPORTED_WAREHOUSES}
  />
);
