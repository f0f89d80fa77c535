import type { ReactNode } from "react";
import { Button, type ButtonProps } from "~/ui/button";
import { useFormState } from "./form-context";

export interface SubmitButtonProps extends Omit<ButtonProps, "type" | "loading" | "onClick" | "name" | "value"> {
  children: ReactNode;
  /** Sent as `intent` instead of the form's own. Give the form no intent then. */
  intent?: string;
}

/** Sends the form; shows that it is being sent. Primary unless told otherwise. */
export function SubmitButton({ children, intent, kind = "primary", ...rest }: SubmitButtonProps) {
  const { busy, busyIntent } = useFormState();
  const mine = busy && (intent === undefined || busyIntent === intent);
  const named = intent === undefined ? {} : { name: "intent", value: intent };
  return <Button type="submit" kind={kind} loading={mine} disabled={busy && !mine} {...named} {...rest}>{children}</Button>;
}
