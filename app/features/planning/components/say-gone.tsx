import { useEffect, useRef } from "react";
import { useFetchers, useNavigation } from "@remix-run/react";
import { toast } from "~/ui/feedback/toasts";
import type { VisitItem } from "../plan-view";

/** So long after the own form, and all that was loaded with it, something that goes may still have gone by it. */
const OWN_MS = 4000;

/**
 * Closes the panel of a visit that a colleague has removed or taken elsewhere, and says why. Draws nothing, and stands
 * alone so that the page isn't drawn again with every request.
 * @param from 'in this plan', 'on this route'
 */
export function SayGone({ visitId, visit, from, onGone }: { visitId: number | null; visit: VisitItem | null; from: string; onGone: () => void }): null {
  const states = [useNavigation().state, ...useFetchers().map((one) => one.state)];
  const isSending = states.includes("submitting");
  const isBusy = states.some((state) => state !== "idle");
  const isOwn = useRef(false);
  const shown = useRef<VisitItem | null>(null);
  useEffect(() => {
    if (isSending) isOwn.current = true;
    if (isBusy || !isOwn.current) return;
    const timer = setTimeout(() => (isOwn.current = false), OWN_MS);
    return () => clearTimeout(timer);
  }, [isSending, isBusy]);
  useEffect(() => {
    const before = shown.current;
    shown.current = visit;
    if (visitId === null || visit !== null || before?.id !== visitId) return;
    if (!isOwn.current) toast.info(`${before.name} is no longer ${from}: somebody else has taken it away.`);
    onGone();
  }, [visitId, visit, from, onGone]);
  return null;
}
