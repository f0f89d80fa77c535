import { useFetcher } from "@remix-run/react";
import type { ActionResult } from "~/lib/action-result";
import { DialogFrame } from "~/ui/dialog/dialog-frame";
import { useDialogUrl } from "~/ui/dialog/use-dialog-url";
import type { SelectOption } from "~/ui/form/select-field";
import { ImportForm } from "./import-form";

/** The dialog's name in the address: `dialog.href(IMPORT_DIALOG)`. */
export const IMPORT_DIALOG = "import";

interface ImportDialogProps {
  /** On a plan's page: the plan that imported visits join. */
  plan?: { id: number; title: string } | null;
  /** Elsewhere: active warehouses (`value` is the id) where visits may wait. */
  warehouses?: readonly SelectOption[];
}

/** Uploads a spreadsheet; `?dialog=import` opens it on any page. It leads to the page of the imported sheet. */
export function ImportDialog({ plan = null, warehouses = [] }: ImportDialogProps) {
  const dialog = useDialogUrl();
  const fetcher = useFetcher<ActionResult>();
  if (dialog.name !== IMPORT_DIALOG) return null;
  return (
    <DialogFrame
      title={plan ? `Import into ${plan.title}` : "Import from a spreadsheet"}
      description={
        plan
          ? "Visits join the plan; each vehicle becomes a route of it."
          : "Visits wait for a plan, vehicles are added to your fleet. A vehicle with a known plate is updated."
      }
      closeTo={dialog.closeTo}
      onClose={dialog.close}
      guard={false}
    >
      <ImportForm
        plan={plan}
        warehouses={warehouses}
        fetcher={fetcher}
        result={fetcher.data ?? null}
        cancelTo={dialog.closeTo}
      />
    </DialogFrame>
  );
}
