import { useEffect } from "react";
import { useFetcher } from "@remix-run/react";
import type { ActionResult } from "~/lib/action-result";
import { paths } from "~/paths";
import { Button } from "~/ui/button";
import { DialogFrame } from "~/ui/dialog/dialog-frame";
import { useDialogUrl } from "~/ui/dialog/use-dialog-url";
import { toast } from "~/ui/feedback/toasts";
import { EmptyState } from "~/ui/page/states";
import { ListSkeleton } from "~/ui/page/skeletons";
import type { PlanChangesData } from "./plan-changes.server";
import { PageFields } from "~/ui/form/page-fields";
import styles from "./changes-dialog.module.css";

export const CHANGES_DIALOG = "changes";

interface ChangesDialogProps {
  planId: number;
  /** a new version of the plan has a new list */
  version: number;
  tab: string;
  /** from an address that asks for it; otherwise it is fetched */
  changes: PlanChangesData | null;
}

/**
 * Who changed what in the plan, newest first; a change can be taken back until somebody changes the same things again.
 */
export function ChangesDialog({ planId, version, tab, changes }: ChangesDialogProps) {
  const dialog = useDialogUrl();
  return (
    <DialogFrame
      title="Changes"
      description={
        "The last 20 changes can be undone, and reports from the road are listed with them. " +
        "A change stays where somebody has changed the same thing since."
      }
      closeTo={dialog.closeTo}
      onClose={dialog.close}
      width={560}
    >
      <ChangesList planId={planId} version={version} tab={tab} changes={changes} />
    </DialogFrame>
  );
}

function ChangesList({ planId, version, tab, changes }: ChangesDialogProps) {
  const { load, data, state } = useFetcher<PlanChangesData>();
  useEffect(() => load(paths.planChanges(planId)), [load, planId, version]);
  const undo = useUndo();
  const shown = data ?? changes;
  if (shown === null) return state === "idle" && data !== undefined ? null : <ListSkeleton rows={4} />;
  if (shown.changes.length === 0)
    return (
      <EmptyState compact icon="history" title="Nothing has been changed yet">
        Every change of this plan is listed here, with who made it.
      </EmptyState>
    );
  return (
    <ol className={styles.list}>
      {shown.changes.map((change) => (
        <li key={change.id} className={styles.change} data-undone={change.undone || undefined}>
          <span className={styles.words}>
            <span>
              <b>{change.who}</b> {change.what}
            </span>
            <span className={styles.about}>
              <span className="num">{change.when}</span>
              {change.about !== "" && ` · ${change.about}`}
            </span>
            {change.fields.length > 0 && (
              <span className={`${styles.fields} num`}>
                {change.fields.map((field) => (
                  <span key={field}>{field}</span>
                ))}
              </span>
            )}
          </span>
          {change.undone && <span className={styles.undone}>Undone</span>}
          {!change.undone && !change.isUndoing && (
            <UndoChange
              planId={planId}
              changeId={change.id}
              tab={tab}
              whyNot={change.whyNot}
              what={change.what}
              undo={undo}
            />
          )}
        </li>
      ))}
    </ol>
  );
}

/**
 * Undoes a change and shows the result. It lives in the list, because an undone change loses its button with the
 * answer.
 */
function useUndo() {
  const undo = useFetcher<ActionResult<unknown>>();
  const { data, state } = undo;
  useEffect(() => {
    if (state !== "idle" || data === undefined) return;
    if (data.ok) toast.success(data.message ?? "Undone", data.detail);
    else toast.error(data.message, data.detail);
  }, [state, data]);
  return undo;
}

function UndoChange({
  planId,
  changeId,
  tab,
  whyNot,
  what,
  undo,
}: {
  planId: number;
  changeId: number;
  tab: string;
  whyNot: string | null;
  what: string;
  undo: ReturnType<typeof useUndo>;
}) {
  const busy = undo.state !== "idle";
  const own = undo.formData?.get("changeId") === String(changeId);
  return (
    <undo.Form method="post" action={paths.plan(planId)}>
      <PageFields />
      <input type="hidden" name="tab" value={tab} />
      <input type="hidden" name="changeId" value={changeId} />
      <Button
        type="submit"
        kind="quiet"
        icon="undo"
        name="intent"
        value="plan.undo"
        loading={busy && own}
        disabledReason={whyNot ?? (busy && !own ? "Another change is being undone." : undefined)}
        aria-label={`Undo: ${what}`}
      >
        Undo
      </Button>
    </undo.Form>
  );
}
