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
  /** What fields show that nobody changes, by name; of forms that say what they show (see useShown). */
  texts: Readonly<Record<string, string>>;
}

export const FormContext = createContext<FormState>({
  formId: "form",
  refusal: null,
  busy: false,
  busyIntent: null,
  edited: { current: new Set() },
  texts: {},
});

export const useFormState = (): FormState => useContext(FormContext);

export const fieldId = (formId: string, name: string): string => `${formId}-${name}`;

const errorOf = (status: FieldStatus | undefined): ReactNode =>
  status?.choose !== undefined && status.error !== undefined
    ? createElement(FieldChoice, { error: status.error, choose: status.choose })
    : status?.error;

/** Whether a field goes on showing what it shows: it was changed, was refused with this text, or is being sent. */
export const isHeldField = (
  name: string,
  { refusal, busy, edited }: Pick<FormState, "refusal" | "busy" | "edited">,
): boolean => busy || refusal?.values?.[name] !== undefined || edited.current.has(name);

/**
 * What a field shows: the error under it, and what the user had typed when the form was refused. It takes another text
 * when a colleague has stored one; what is being typed stays until the form was sent and is not refused any more.
 */
export function useField(name: string, defaultValue: string | undefined, ownError: string | undefined) {
  const form = useFormState();
  const { formId, refusal, texts } = form;
  const status = useContext(FieldStatuses)[name];
  const stored = texts[name] ?? defaultValue ?? "";
  const [text, setText] = useState(refusal?.values?.[name] ?? stored);
  const now = isHeldField(name, form) ? text : stored;
  if (now !== text) setText(now);
  return {
    id: fieldId(formId, name),
    error: ownError ?? errorOf(status) ?? refusal?.fieldErrors?.[name],
    defaultValue: now,
  };
}
