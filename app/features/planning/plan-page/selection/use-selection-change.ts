import { useCallback, useEffect, useRef, useState } from "react";
import { useFetcher } from "@remix-run/react";
import { refusalOf } from "~/lib/action-result";
import type { ActionRefusal, ActionResult, Message } from "~/lib/action-result";
import type { ChangeMade } from "../../tells";
import { toast } from "~/ui/feedback/toasts";

export interface SelectionChange {
  fetcher: ReturnType<typeof useFetcher<ActionResult<ChangeMade>>>;
  /** changes that succeeded so far */
  done: number;
  /** why the last one was refused, when the fault is in a field: its form says so, if it is there */
  fieldRefusal: ActionRefusal | null;
  /** a form that says what is refused of its intent is on the page. @returns what is to be called when it is gone */
  shows: (intent: string) => () => void;
  /** what to say and do when the change that is sent now succeeds */
  begin: (said: Message, then?: () => void) => void;
}

const isOfField = ({ fieldErrors = {} }: Pick<ActionRefusal, "fieldErrors">): boolean =>
  Object.keys(fieldErrors).length > 0;

/** A refusal is said by its form where that is still there and the fault is in a field, and otherwise by a message. */
export const isSaidByForm = (refusal: ActionRefusal, formIntent: string | null): boolean =>
  formIntent !== null && isOfField(refusal) && refusalOf(refusal, formIntent) !== null;

/**
 * Posts changes of the selected visits and shows the results. Keep it above the selection bar: removed visits leave the
 * selection before the answer is shown, and the bar disappears with the last of them.
 */
export function useSelectionChange(onDone: (said: Message, made?: ChangeMade) => void): SelectionChange {
  const fetcher = useFetcher<ActionResult<ChangeMade>>();
  const sent = useRef<{ said: Message; then: (() => void) | undefined }>({ said: { message: "" }, then: undefined });
  const shownResult = useRef<unknown>(null);
  const form = useRef<string | null>(null);
  const [done, setDone] = useState(0);
  const shows = useCallback((intent: string) => {
    form.current = intent;
    return () => {
      form.current = null;
    };
  }, []);
  useEffect(() => {
    if (fetcher.state !== "idle" || fetcher.data === undefined || shownResult.current === fetcher.data) return;
    shownResult.current = fetcher.data;
    if (!fetcher.data.ok) {
      if (!isSaidByForm(fetcher.data, form.current)) toast.error(fetcher.data.message, fetcher.data.detail);
      return;
    }
    setDone((count) => count + 1);
    onDone(sent.current.said, fetcher.data.data);
    sent.current.then?.();
  }, [fetcher.state, fetcher.data, onDone]);
  return {
    fetcher,
    done,
    fieldRefusal: fetcher.data?.ok === false && isOfField(fetcher.data) ? fetcher.data : null,
    shows,
    begin: (said, then) => {
      sent.current = { said, then };
    },
  };
}
