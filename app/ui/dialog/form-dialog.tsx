import type { ReactNode } from "react";
import { AppForm, FormActions, type AppFormProps } from "~/ui/form/app-form";
import { SubmitButton } from "~/ui/form/submit-button";
import { ButtonLink } from "~/ui/button";
import { DialogFrame } from "./dialog-frame";
import { CloseRemoved, useRemoved } from "./open-record";
import { useDialogUrl } from "./use-dialog-url";

interface FormDialogProps extends Omit<AppFormProps, "layout" | "children"> {
  /** The dialog's name in `?dialog=`; it renders only when the address names it. */
  name: string;
  title: string;
  description?: ReactNode;
  children: ReactNode;
  submitLabel?: string;
  /** What it does can't be taken back. */
  danger?: boolean;
  /** Replaces the line of buttons. */
  actions?: ReactNode;
  width?: number;
  /** Further parameters that belong to the dialog and leave the address with it. */
  params?: readonly string[];
  /** Whether closing asks when something was typed; off where the fields save themselves. */
  guard?: boolean;
  place?: "middle" | "side";
}

/**
 * A form in a dialog that an address opens (`<ButtonLink to={dialog.href("new-plan")}>`), with or without JavaScript.
 */
export function FormDialog({
  name,
  title,
  description,
  children,
  submitLabel = "Save",
  danger = false,
  actions,
  width,
  params,
  guard,
  place,
  onDone,
  ...form
}: FormDialogProps) {
  const dialog = useDialogUrl(params);
  const isRemoved = useRemoved() !== null;
  if (dialog.name !== name) return null;
  return (
    <DialogFrame
      title={title}
      description={description}
      closeTo={dialog.closeTo}
      onClose={dialog.close}
      width={width}
      guard={guard}
      place={place}
    >
      <AppForm
        {...form}
        replace
        onDone={() => {
          // An action that redirects has closed the dialog by its own address.
          if (onDone) onDone();
          else dialog.close();
        }}
      >
        {children}
        {isRemoved && actions !== null ? (
          <CloseRemoved closeTo={dialog.closeTo} />
        ) : actions !== undefined ? (
          actions
        ) : (
          <FormActions>
            <ButtonLink kind="quiet" to={dialog.closeTo} preventScrollReset>
              Cancel
            </ButtonLink>
            <SubmitButton kind={danger ? "danger" : "primary"}>{submitLabel}</SubmitButton>
          </FormActions>
        )}
      </AppForm>
    </DialogFrame>
  );
}
