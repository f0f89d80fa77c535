import { useCallback, useEffect, useMemo, useRef, useState, type ReactNode } from "react";
import { useFetcher } from "@remix-run/react";
import type { ActionResult } from "~/lib/action-result";
import { NOT_SENT, UNREACHED } from "~/lib/not-answered";
import { toast } from "~/ui/feedback/toasts";
import { withMoves, type Move } from "./moves";
import type { RouteItem, VisitItem } from "../plan-view";

interface PendingMove extends Move {
  key: number;
  /** 'Bäckerei Müller moved to Van 3, stop 4' */
  announcement: string;
}

export interface PlanMovesInput {
  routes: readonly RouteItem[];
  visits: readonly VisitItem[];
  version: number;
  tab: string;
  /** shown after a move that was confirmed */
  onDone?: (said: string) => void;
}

/**
 * Moves show at once and are sent one after the other, each with the version that the previous one returned. A refused
 * move goes back, with the reason.
 */
export function usePlanMoves({ routes, visits, version, tab, onDone }: PlanMovesInput): {
  routes: readonly RouteItem[];
  visits: readonly VisitItem[];
  move: (move: Move, said: string) => void;
  announce: (text: string) => void;
  busy: ReactNode;
} {
  const [pending, setPending] = useState<readonly PendingMove[]>([]);
  const [status, announce] = useState("");
  const count = useRef(0);
  const move = useCallback((wanted: Move, text: string) => {
    count.current += 1;
    const key = count.current;
    setPending((old) => [...old, { ...wanted, announcement: text, key }]);
  }, []);
  const shown = useMemo(() => withMoves(routes, visits, pending), [routes, visits, pending]);
  const first = pending[0];
  const finished = (result: ActionResult<unknown>) => {
    setPending((old) => old.slice(1));
    if (result.ok) {
      announce(`${first?.announcement ?? "Moved"}.`);
      onDone?.(first?.announcement ?? "Moved");
    } else {
      const reason = result.message === NOT_SENT ? UNREACHED : result.message;
      announce(`Not moved: ${reason}`);
      toast.error(reason, result.detail);
    }
  };
  const busy = (
    <>
      <div className="visually-hidden" role="status" aria-live="polite">
        {status}
      </div>
      {first !== undefined && <Sender key={first.key} move={first} version={version} tab={tab} onResult={finished} />}
    </>
  );
  return { ...shown, move, announce, busy };
}

/** Sends one move and stays mounted until the page shows its result. */
function Sender({
  move,
  version,
  tab,
  onResult,
}: {
  move: PendingMove;
  version: number;
  tab: string;
  onResult: (result: ActionResult<unknown>) => void;
}) {
  const fetcher = useFetcher<ActionResult<unknown>>({ key: `move-${move.key}` });
  const sent = useRef(false);
  const isAnswered = useRef(false);
  useEffect(() => {
    if (sent.current) return;
    sent.current = true;
    fetcher.submit(
      {
        intent: "visits.move",
        visitIds: move.visitIds.join(","),
        toRouteId: String(move.toRouteId ?? ""),
        position: String(move.position ?? ""),
        version: String(version),
        tab,
      },
      { method: "post" },
    );
  });
  useEffect(() => {
    if (fetcher.state !== "idle" || fetcher.data === undefined || isAnswered.current) return;
    isAnswered.current = true;
    onResult(fetcher.data);
  });
  return null;
}
