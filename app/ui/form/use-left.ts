import { useState, type ChangeEvent, type FocusEvent } from "react";
import { requiredMessage } from "~/domain/validation/text";

type LeftInput = HTMLInputElement | HTMLSelectElement | HTMLTextAreaElement;

/** Sends the form or closes it: the answer says what is wrong, and a form that is closed has nothing to say. */
const ENDS_FORM = "a, :is(button[type=submit], [data-form-actions] button):enabled";

/**
 * What is pressed with the mouse or a finger, until the click that ends it; null: nothing. Firefox makes it `:active`
 * only after it has taken the focus away, and on iPhones the click itself moves the focus (`lib/focus-pressed`).
 */
let pressed: Element | null = null;
let isDown = false;

if (typeof document !== "undefined") {
  const begin = ({ target }: MouseEvent) => {
    pressed = target instanceof Element ? target : null;
    isDown = true;
  };
  const end = () => {
    isDown = false;
    setTimeout(() => {
      if (!isDown) pressed = null;
    });
  };
  document.addEventListener("mousedown", begin, { capture: true });
  // A menu, a link that is dragged and the list of a select keep the end of the press for themselves.
  for (const type of ["mouseup", "contextmenu", "dragend", "change", "keydown"])
    document.addEventListener(type, end, { capture: true });
}

/**
 * Calls `tell` once the field was left for another one. A press is over by then: what is shown under the field before
 * that would move the button away from under the pointer. A dialog that opens takes the focus from its first field and
 * gives it back at once, which is no leaving.
 */
function onceLeft(input: LeftInput, tell: () => void): void {
  queueMicrotask(() => {
    if (input.isConnected) lookAfter(input, tell);
  });
}

function lookAfter(input: LeftInput, tell: () => void): void {
  // The window was left, and not the field.
  if (document.activeElement === input) return;
  if (pressed?.closest(ENDS_FORM)) return;
  if (!isDown) return tell();
  const over = new AbortController();
  const released = () => {
    over.abort();
    if (input.isConnected && document.activeElement !== input) tell();
  };
  // The browser's own list of a select keeps the end of the press for itself.
  for (const end of ["mouseup", "change", "keydown"])
    document.addEventListener(end, released, { capture: true, signal: over.signal });
}

/**
 * What is wrong with the text of a field: said when the field was left, until its text changes.
 * @param shown the text that the field began with; of another one nothing is said
 * @param onFault called each time that something wrong is left
 */
export function useLeft(
  shown: string,
  faultOf: (typed: string) => string | undefined,
  onFault?: (fault: string) => void,
): Left {
  const [left, setLeft] = useState<{ shown: string; typed: string }>();
  return {
    fault: left?.shown === shown ? faultOf(left.typed) : undefined,
    leave: (input) => {
      if (input === null) return;
      onceLeft(input, () => {
        const typed = input.value;
        setLeft({ shown, typed });
        const fault = faultOf(typed);
        if (fault !== undefined) onFault?.(fault);
      });
    },
    correct: () => setLeft(undefined),
  };
}

interface Left {
  fault: string | undefined;
  leave: (input: LeftInput | null) => void;
  correct: () => void;
}

interface Handlers {
  onBlur?: ((value: string) => void) | undefined;
  onChange?: ((value: string) => void) | undefined;
}

/** For an input that is read as it is typed. */
export const leftHandlers = (left: Left, { onChange, onBlur }: Handlers) => ({
  onChange: ({ currentTarget: input }: ChangeEvent<LeftInput>) => {
    left.correct();
    onChange?.(input.value);
  },
  onBlur: ({ currentTarget: input }: FocusEvent<LeftInput>) => {
    left.leave(input);
    onBlur?.(input.value);
  },
});

interface RequiredProps {
  label: string;
  required?: boolean | undefined;
  readOnly?: boolean;
  /** What it says when it is required and empty; default: "<label> is required". */
  emptyMessage?: string | undefined;
}

/** What a field that may not stay empty says of its text. */
export const missingFault =
  ({ label, required, readOnly, emptyMessage }: RequiredProps) =>
  (typed: string): string | undefined =>
    required === true && readOnly !== true && typed.trim() === ""
      ? (emptyMessage ?? requiredMessage(label))
      : undefined;
