import type { ReactNode } from "react";
import { Button, type ButtonProps } from "~/ui/button";
import { DefaultSubmit } from "./default-submit";
import { useFormState } from "./form-context";

interface SubmitButtonProps extends Omit<ButtonProps, "type" | "loading" | "onClick"> {
  children: ReactNode;
  /** Sent as `intent` instead of the form's own. Give the form no intent then. */
  intent?: string;
}

/**
 * Sends the form; shows that it is being sent. Primary by default. One with a value or a way of its own is pressed by
 * hand alone, wherever it stands: Enter in a field sends the form without it.
 */
export function SubmitButton({ children, intent, kind = "primary", ...rest }: SubmitButtonProps) {
  const { busy, busyIntent } = useFormState();
  // With a value of its own it is one answer of several, and which one was given isn't known here.
  const mine = busy && rest.value === undefined && (intent === undefined || busyIntent === intent);
  const named = intent === undefined ? {} : { name: "intent", value: intent };
  const isAside = rest.name !== undefined || rest.formAction !== undefined || rest.formMethod !== undefined;
  return (
    <>
      {isAside && <DefaultSubmit />}
      <Button type="submit" kind={kind} loading={mine} disabled={busy && !mine} {...named} {...rest}>
        {children}
      </Button>
    </>
  );
}
