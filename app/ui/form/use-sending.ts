import { useEffect, useRef, useState, type FormEvent, type RefObject } from "react";
import { useLocation, useNavigation, type FetcherWithComponents } from "@remix-run/react";
import type { ActionResult } from "~/lib/action-result";

interface Press {
  /** the `intent` that it sends; null: none */
  intent: string | null;
  submitter: HTMLElement | null;
  /** waits until another form is through */
  isHeld: boolean;
  /** what was under way before */
  before: FormData | undefined;
  /** of the newest answer before */
  answer: unknown;
  result: ActionResult<unknown> | null;
}

interface Sending {
  busy: boolean;
  busyIntent: string | null;
  /** For the form's `onSubmit`. */
  submit: (event: FormEvent<HTMLFormElement>) => void;
}

interface SendingOptions {
  form: RefObject<HTMLFormElement>;
  /** none: the form is sent by a navigation */
  fetcher: FetcherWithComponents<unknown> | undefined;
  /** the form's own */
  intent: string | undefined;
  /** what it was answered last */
  result: ActionResult<unknown> | null;
  onSubmit: ((event: FormEvent<HTMLFormElement>) => void) | undefined;
  /** Called when the answer to this form is on the page, or the router has given the form up. */
  onOver: () => void;
}

/** React draws that a form is under way when it comes to it: on a busy machine somebody may press once more before. */
const DRAWN_WITHIN_MS = 2_000;
const LOOK_AGAIN_MS = 50;

/** When a form of this page was sent that no drawing has shown yet: milliseconds of `performance.now()`. */
let undrawnSince = -Infinity;
const isUndrawn = (): boolean => performance.now() - undrawnSince < DRAWN_WITHIN_MS;
const drawn = (): void => {
  undrawnSince = -Infinity;
};

/**
 * The way of one form to the server and back. A second press does nothing. A page sends one form at a time: the router
 * cuts the first one off when a second one is sent, and nobody knows whether it has arrived. So the second one shows as
 * being sent, and goes when the first one is through.
 */
export function useSending({ form, fetcher, intent, result, onSubmit, onOver }: SendingOptions): Sending {
  const navigation = useNavigation();
  const location = useLocation();
  const isNavigation = fetcher === undefined;
  const sending = fetcher ?? navigation;
  const data = sending.formData;
  // Both are new with every answer.
  const answer: unknown = isNavigation ? location.key : fetcher.data;
  const [press, setPress] = useState<Press | null>(null);
  // Set before React draws anything: a second press may come first.
  const pressed = useRef(false);
  const seen = useRef<FormData | null>(null);
  const due = useRef<{ submitter: HTMLElement | null } | null>(null);
  const onOverNow = useRef(onOver);
  onOverNow.current = onOver;

  useEffect(() => {
    if (press === null) {
      // Its button is no longer disabled, which would leave its value out.
      const next = due.current;
      due.current = null;
      if (next !== null) form.current?.requestSubmit(next.submitter);
      return;
    }
    const end = () => {
      pressed.current = false;
      seen.current = null;
      setPress(null);
    };
    if (press.isHeld) {
      if (sending.state !== "idle") return;
      if (isNavigation && isUndrawn()) {
        const timer = window.setTimeout(() => setPress({ ...press }), LOOK_AGAIN_MS);
        return () => window.clearTimeout(timer);
      }
      due.current = press;
      end();
      return;
    }
    if (seen.current === null && data !== undefined && data !== press.before) {
      seen.current = data;
      if (isNavigation) drawn();
    }
    // The whole way may have passed between two drawings.
    const isThrough =
      seen.current === null ? sending.state === "idle" && answer !== press.answer : data !== seen.current;
    // It can be sent again at once: the page's data, which are loaded now, may wait for the network to be back.
    const isRefused = result !== null && !result.ok && result !== press.result;
    if (!isThrough && !isRefused) return;
    if (isNavigation) drawn();
    end();
    onOverNow.current();
  }, [press, data, sending.state, answer, result, form, isNavigation]);

  const submit = (event: FormEvent<HTMLFormElement>) => {
    if (pressed.current) return event.preventDefault();
    const { submitter } = event.nativeEvent as SubmitEvent;
    const isHeld = sending.state === "submitting" || (isNavigation && isUndrawn());
    if (isHeld) event.preventDefault();
    else onSubmit?.(event);
    if (event.defaultPrevented && !isHeld) return;
    pressed.current = true;
    if (!isHeld && isNavigation && event.currentTarget.method === "post") undrawnSince = performance.now();
    const named = submitter instanceof HTMLButtonElement && submitter.name === "intent" ? submitter.value : intent;
    setPress({ intent: named ?? null, submitter, isHeld, before: data, answer, result });
  };
  return { busy: press !== null, busyIntent: press?.intent ?? null, submit };
}
