/** Imports as programs make them. */
import type { RoutingSheetRow } from "~/db/tables";
import { actionCall } from "~/http/api/action-call.server";
import type { ApiCall } from "~/http/api/api-call.server";
import { flag, moment, ownId, reference, text, whole } from "~/http/api/fields";
import { resource } from "~/http/api/resource";
import { performAction } from "~/http/actions/perform-action.server";
import type { ReceivedForm } from "~/http/receive-form.server";
import { IMPORT_ACTIONS, SHEET_HEADERS } from "./actions.server";
import { SHEET_ROW } from "./sheet-row-resource.server";
import { receiveUpload } from "./receive-upload.server";

export const IMPORT_RESOURCES = [
  resource<RoutingSheetRow>({
    name: "routing-sheet",
    label: "Sheet",
    table: "routing_sheets",
    permission: "import.run",
    search: ["title"],
    example: {},
    fields: {
      id: ownId(),
      company_id: reference("company_id"),
      user_id: reference("user_id", { filter: true }),
      plan_id: reference("plan_id", { filter: true }),
      warehouse_id: reference("warehouse_id", { filter: true }),
      country_id: reference("country_id", { filter: true }),
      title: text("title", { filter: true, sort: true }),
      status: flag("status", { filter: true }),
      state: text("state", { filter: true }),
      rows_total: whole("rows_total"),
      rows_applied: whole("rows_applied"),
      created_at: moment("created_at", { sort: true }),
      updated_at: moment("updated_at", { sort: true }),
    },
    destroy: {
      permission: "import.run",
      run: (session, id, options) =>
        performAction(IMPORT_ACTIONS, session, "routing-sheet.destroy", { sheet_id: id }, options),
    },
  }),
  SHEET_ROW,
];

/** The workbook in the field `file`. */
async function receive(request: Request, companyId: number): Promise<ReceivedForm> {
  const { form, key, fileName, bytes } = await receiveUpload(request, companyId);
  return { form, files: [{ field: "file", name: fileName, key, bytes }] };
}

const withFile = { receive, files: ["file"], headers: SHEET_HEADERS } as const;

export const IMPORT_CALLS: ApiCall[] = [
  actionCall("routing-sheet/upload", IMPORT_ACTIONS["routing-sheet.upload"], withFile),
  actionCall("routing-sheet/upload-mapping", IMPORT_ACTIONS["routing-sheet.upload-mapping"], withFile),
  actionCall("routing-sheet/upload-visits", IMPORT_ACTIONS["routing-sheet.upload-visits"], withFile),
  actionCall("routing-sheet/upload-plan", IMPORT_ACTIONS["routing-sheet.upload-plan"], withFile),
  actionCall("routing-sheet/save-mapping", IMPORT_ACTIONS["routing-sheet.save-mapping"]),
  actionCall("routing-sheet/parse-visits", IMPORT_ACTIONS["routing-sheet.parse-visits"]),
  actionCall("routing-sheet/apply-mapping", IMPORT_ACTIONS["routing-sheet.apply-mapping"]),
  actionCall("routing-sheet/mend-rows", IMPORT_ACTIONS["routing-sheet.mend-rows"]),
];
