import { action, defineActions } from "~/http/actions/define-actions.server";
import { AppError } from "~/lib/errors";
import { importWorkbook } from "./commands/import-workbook.server";
import { NO_FILE } from "./import-faults";
import { ImportTarget } from "./schemas";

export const IMPORT_ACTIONS = defineActions({
  "plan.import": action({
    summary: "Brings visits and vehicles in from a spreadsheet, which comes along as a file.",
    permission: "import.run",
    idempotent: false,
    logs: "plan.import",
    input: ImportTarget,
    async run(session, { plan_id, warehouse_id }, { tab, files: [file] = [] }) {
      if (file === undefined) throw new AppError("import.file", NO_FILE, { status: 422, field: "file" });
      const upload = { fileName: file.name, key: file.key };
      return importWorkbook(session, upload, { planId: plan_id, warehouseId: warehouse_id }, tab);
    },
  }),
});
