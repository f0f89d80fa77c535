import { useEffect, useRef } from "react";
import type { ActionResult } from "~/lib/action-result";
import type { Flash } from "~/lib/flash";
import { takeCarried } from "~/lib/other-build";
import { onFlash } from "~/lib/steady-fetch";
import { toast } from "./toasts";

/** Shows the message of a redirect, once; with scripts it comes with the answer itself. */
export function useFlash(flash: Flash | null | undefined): void {
  const shown = useRef<string | null>(null);
  useEffect(() => {
    const carried = takeCarried();
    if (carried !== null) toast[carried.tone](carried.message, carried.detail);
  }, []);
  useEffect(() => onFlash(({ tone, message, detail }) => void toast[tone](message, detail)), []);
  useEffect(() => {
    if (!flash || shown.current === flash.id) return;
    shown.current = flash.id;
    toast[flash.tone](flash.message, flash.detail);
  }, [flash]);
}

/**
 * Shows what an action answered, once for each answer. Refusals of whole forms show in the form itself;
 * this is for buttons and menus that have none.
 */
export function useActionToast(result: ActionResult<unknown> | null | undefined): void {
  const shown = useRef<unknown>(null);
  useEffect(() => {
    if (!result || shown.current === result) return;
    shown.current = result;
    if (!result.ok) toast.refusal(result);
    else if (result.message !== undefined) toast.success(result.message, result.detail);
  }, [result]);
}
