import { useEffect } from "react";
import { useFetcher } from "@remix-run/react";
import type { ActionResult } from "~/lib/action-result";
import { paths } from "~/paths";
import { DialogFrame } from "~/ui/dialog/dialog-frame";
import { useDialogUrl } from "~/ui/dialog/use-dialog-url";
import { EXPORT_COLUMNS_DIALOG } from "~/ui/export-items";
import { useActionToast } from "~/ui/feedback/use-flash";
import { ListSkeleton } from "~/ui/page/skeletons";
import type { ExportColumnsPage } from "../queries/export-columns.server";
import { ColumnsForm, EXPORT_COLUMNS_TITLE, EXPORT_COLUMNS_WORDS } from "./export-columns";

interface ExportColumnsDialogProps {
  planId: number;
  /** from an address that asks for them; otherwise they are fetched */
  columns: ExportColumnsPage | null;
}

/** The columns of exported plans, over the plan; `?dialog=export-columns` opens it. */
export function ExportColumnsDialog({ planId, columns }: ExportColumnsDialogProps) {
  const dialog = useDialogUrl();
  if (dialog.name !== EXPORT_COLUMNS_DIALOG) return null;
  return (
    <DialogFrame
      title={EXPORT_COLUMNS_TITLE}
      description={EXPORT_COLUMNS_WORDS}
      closeTo={dialog.closeTo}
      onClose={dialog.close}
      width={820}
    >
      <Columns planId={planId} columns={columns} />
    </DialogFrame>
  );
}

function Columns({ planId, columns }: ExportColumnsDialogProps) {
  const dialog = useDialogUrl();
  const fetcher = useFetcher<ActionResult>();
  useActionToast(fetcher.data?.ok === true ? fetcher.data : null);
  const { load, data } = useFetcher<ExportColumnsPage>();
  const isThere = columns !== null;
  useEffect(() => {
    if (!isThere) load(paths.exportColumns(planId));
  }, [load, planId, isThere]);
  const page = columns ?? data;
  if (page === undefined) return <ListSkeleton rows={8} />;
  return (
    <ColumnsForm
      page={page}
      result={fetcher.data ?? null}
      fetcher={fetcher}
      onDone={dialog.close}
      cancelTo={dialog.closeTo}
    />
  );
}
