import { createContext, createElement, useContext, useState } from "react";
import type { ReactNode } from "react";
import type { ActionRefusal } from "~/lib/action-result";
import { FieldChoice, FieldStatuses } from "./field-status";
import type { FieldStatus } from "./field-status";

export interface FormState {
  /** Prefix of field ids, so that two forms on a page don't share them. */
  formId: string;
  /** The refusal that the last submit was answered with, if it was refused. */
  refusal: ActionRefusal | null;
  /** While the form is being sent. */
  busy: boolean;
  /** The `intent` that is being sent, to show the spinner on the right button. */
  busyIntent: string | null;
  /** Names of fields that were changed since the form was shown or sent. Nothing is drawn when it grows. */
  edited: { readonly current: ReadonlySet<string> };
}

export const FormContext = createContext<FormState>({
  formId: "form",
  refusal: null,
  busy: false,
  busyIntent: null,
  edited: { current: new Set() },
});

export const useFormState = (): FormState => useContext(FormContext);

export const fieldId = (formId: string, name: string): string => `${formId}-${name}`;

const errorOf = (status: FieldStatus | undefined): ReactNode =>
  status?.choose !== undefined && status.error !== undefined
    ? createElement(FieldChoice, { error: status.error, choose: status.choose })
    : status?.error;

/**
 * What a field shows: the error under it, and what the user had typed when the form was refused. It takes another text
 * when a colleague has stored one; what is being typed stays, also when a refusal comes or goes.
 */
export function useField(name: string, defaultValue: string | undefined, ownError: string | undefined) {
  const { formId, refusal, edited } = useFormState();
  const status = useContext(FieldStatuses)[name];
  const stored = defaultValue ?? "";
  const typed = refusal?.values?.[name];
  const [start, setStart] = useState({ stored, text: typed ?? stored });
  let now = start;
  if (start.stored !== stored) {
    now = { stored, text: typed === undefined && !edited.current.has(name) ? stored : start.text };
    setStart(now);
  }
  return {
    id: fieldId(formId, name),
    error: ownError ?? errorOf(status) ?? refusal?.fieldErrors?.[name],
    defaultValue: now.text,
  };
}
