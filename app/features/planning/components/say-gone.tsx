import { useEffect, useRef } from "react";
import { useFetchers, useNavigation } from "@remix-run/react";
import { toast } from "~/ui/feedback/toasts";
import type { VisitItem } from "../plan-view";

/** Within this time after the own last form, what has gone went by it, and its answer says so. */
const OWN_MS = 4000;

/**
 * Closes the panel of a visit that a colleague has removed or taken elsewhere, and says why. Draws nothing, and stands
 * alone so that the page isn't drawn again with every request.
 * @param from 'in this plan', 'on this route'
 */
export function SayGone({ visitId, visit, from, onGone }: { visitId: number | null; visit: VisitItem | null; from: string; onGone: () => void }): null {
  const isSending = [useNavigation().state, ...useFetchers().map((one) => one.state)].includes("submitting");
  const sentAt = useRef(-OWN_MS);
  const shown = useRef<VisitItem | null>(null);
  useEffect(() => {
    if (isSending) sentAt.current = performance.now();
  }, [isSending]);
  useEffect(() => {
    const before = shown.current;
    shown.current = visit;
    if (visitId === null || visit !== null || before?.id !== visitId) return;
    if (performance.now() - sentAt.current > OWN_MS) toast.info(`${before.name} is no longer ${from}: somebody else has taken it away.`);
    onGone();
  }, [visitId, visit, from, onGone]);
  return null;
}
