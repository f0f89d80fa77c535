import { useCallback, useEffect, useRef } from "react";
import { useFetchers, useNavigation } from "@remix-run/react";
import { toast } from "~/ui/feedback/toasts";
import type { VisitItem } from "./plan-view";

/**
 * For this long after the user's own form, and the loading that follows it, a visit may still disappear because of that
 * form.
 */
const OWN_CHANGE_MS = 4000;

/**
 * Closes the panel of a visit that a colleague has removed or moved elsewhere, and says why. It renders nothing and is
 * a component of its own, so that the page isn't rendered again with every request.
 * @param from 'in this plan', 'on this route'
 */
export function VisitGoneNotice({
  visitId,
  visit,
  from,
  onGone,
}: {
  visitId: number | null;
  visit: VisitItem | null;
  from: string;
  onGone: () => void;
}): null {
  const isOwn = useOwnForms();
  const shown = useRef<VisitItem | null>(null);
  useEffect(() => {
    const before = shown.current;
    shown.current = visit;
    if (visitId === null || visit !== null || before?.id !== visitId) return;
    if (!isOwn()) toast.info(`${before.name} is no longer ${from}: somebody else has taken it away.`);
    onGone();
  }, [visitId, visit, from, onGone, isOwn]);
  return null;
}

/**
 * Whether a form of this page is being sent or has just been answered. The document hears of each form when it is sent;
 * the router's state may be rendered only when everything is over.
 */
function useOwnForms(): () => boolean {
  const states = [useNavigation().state, ...useFetchers().map((one) => one.state)];
  const isBusy = states.some((state) => state !== "idle");
  const isSending = states.includes("submitting");
  const lastMs = useRef(-Infinity);
  const isHeld = useRef(false);
  const isOwn = useCallback(() => isHeld.current || performance.now() - lastMs.current < OWN_CHANGE_MS, []);
  useEffect(() => {
    const sent = () => {
      lastMs.current = performance.now();
    };
    document.addEventListener("submit", sent, true);
    return () => document.removeEventListener("submit", sent, true);
  }, []);
  useEffect(() => {
    if (isSending) lastMs.current = performance.now();
    if (!isBusy || !isOwn()) return;
    isHeld.current = true;
    return () => {
      isHeld.current = false;
      lastMs.current = performance.now();
    };
  }, [isBusy, isSending, isOwn]);
  return isOwn;
}
