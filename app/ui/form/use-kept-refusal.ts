import { useState, type FormEvent } from "react";
import { useLocation } from "@remix-run/react";
import { withoutFields } from "~/lib/action-result";
import type { ActionRefusal, ActionResult } from "~/lib/action-result";

interface Kept {
  /** the form and the page that it stands on */
  of: string;
  answer: ActionResult<unknown> | null;
  refusal: ActionRefusal | null;
}

interface KeptRefusal {
  /** Without the faults of fields that were changed since: what is being corrected is not called wrong any more. */
  refusal: ActionRefusal | null;
  /** For the form's `onChange`. */
  correct: (event: FormEvent) => void;
  /** The form was sent again, and `result` is what came of it. */
  settle: () => void;
}

const keep = (of: string, answer: Kept["answer"]): Kept => ({
  of,
  answer,
  refusal: answer === null || answer.ok ? null : answer,
});

/**
 * Why a form was refused, until it is sent again: what another form of the page is answered says nothing about it.
 * @param about tells forms of one place apart
 */
export function useKeptRefusal(result: ActionResult<unknown> | null, about: string): KeptRefusal {
  const { pathname, search } = useLocation();
  const of = `${pathname}${search} ${about}`;
  const [kept, setKept] = useState<Kept>(() => keep(of, result));
  let now = kept;
  if (kept.of !== of || (result !== null && result !== kept.answer)) {
    now = keep(of, result);
    setKept(now);
  }
  const { refusal } = now;
  const correct = (event: FormEvent) => {
    const name = event.target instanceof Element ? event.target.getAttribute("name") : null;
    if (name !== null && refusal?.fieldErrors?.[name] !== undefined)
      setKept({ ...now, refusal: withoutFields(refusal, [name]) });
  };
  const settle = () => {
    if (result === null) setKept(keep(of, null));
  };
  return { refusal, correct, settle };
}
