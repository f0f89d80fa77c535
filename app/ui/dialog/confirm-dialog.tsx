import type { ReactNode } from "react";
import type { FetcherWithComponents } from "@remix-run/react";
import type { ActionResult } from "~/lib/action-result";
import type { ShownGroup } from "~/lib/shown-values";
import { ButtonLink } from "~/ui/button";
import { AppForm, FormActions } from "~/ui/form/app-form";
import { SubmitButton } from "~/ui/form/submit-button";
import { DialogFrame } from "./dialog-frame";
import { CloseRemoved, useRemoved } from "./open-record";
import { useDialogUrl } from "./use-dialog-url";

interface ConfirmDialogProps {
  /** The dialog's name in `?dialog=`: `<ButtonLink to={dialog.href("remove-plan")}>` opens it. */
  name: string;
  /** "Please Confirm" (removals), "Confirmation": the specification's titles. */
  title?: string;
  /** The question, word for word: "Do you want to remove Plan 3?" */
  question: ReactNode;
  /** null: there is nothing to confirm any more, which is all that the question says */
  confirmLabel: string | null;
  cancelLabel?: string;
  /** A "no" that does something else than closing, which "Cancel" does: its label, and what it sends. */
  decline?: { label: string; name: string; value: string };
  danger?: boolean;
  intent: string;
  action?: string;
  hidden?: Record<string, string | number>;
  /** What its hidden fields were before: see AppForm. */
  shown?: readonly ShownGroup[] | undefined;
  fetcher?: FetcherWithComponents<unknown>;
  result?: ActionResult<unknown> | null;
  params?: readonly string[];
  /** Fields that belong to the question (a reason). */
  children?: ReactNode;
}

/** A question before something that can't be undone. Without JavaScript it is a panel with the same form. */
export function ConfirmDialog({
  name,
  title = "Please Confirm",
  question,
  confirmLabel,
  cancelLabel = "Cancel",
  decline,
  danger = false,
  children,
  params,
  ...form
}: ConfirmDialogProps) {
  const dialog = useDialogUrl(params);
  const isRemoved = useRemoved() !== null;
  if (dialog.name !== name) return null;
  return (
    <DialogFrame
      title={title}
      closeTo={dialog.closeTo}
      onClose={dialog.close}
      width={decline === undefined ? 400 : 528}
      guard={false}
      role="alertdialog"
    >
      <AppForm {...form} replace onDone={dialog.close}>
        <div>{question}</div>
        {children}
        {isRemoved || confirmLabel === null ? (
          <CloseRemoved closeTo={dialog.closeTo} />
        ) : (
          <FormActions>
            <ButtonLink kind="quiet" to={dialog.closeTo} preventScrollReset>
              {cancelLabel}
            </ButtonLink>
            {decline !== undefined && (
              <SubmitButton kind="plain" name={decline.name} value={decline.value}>
                {decline.label}
              </SubmitButton>
            )}
            <SubmitButton kind={danger ? "danger" : "primary"} answers>
              {confirmLabel}
            </SubmitButton>
          </FormActions>
        )}
      </AppForm>
    </DialogFrame>
  );
}
