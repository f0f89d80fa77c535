import { useCallback, useEffect, useMemo, useRef, useState, type ReactNode } from "react";
import { useFetcher } from "@remix-run/react";
import type { ActionResult, Message } from "~/lib/action-result";
import { isUnreached, withoutEntries } from "~/lib/not-answered";
import { toast } from "~/ui/feedback/toasts";
import { useHeldPage } from "~/ui/shell/loaded-pages";
import type { ChangeMade } from "../../tells";
import { undoToast } from "../../undo/undo-button";
import { withMoves, type Move } from "./moves";
import type { RouteItem, VisitItem } from "../plan-view";

/** A move, or what a key or a message's button asks for. */
interface Pending {
  key: number;
  fields: Record<string, string>;
  move?: Move;
  /** of a move: 'Bäckerei Müller moved to Van 3, stop 4' */
  announcement?: string;
}

/** Of all pages: a key that comes again would break off what an earlier page still sends. */
let lastKey = 0;

interface PlanMovesInput {
  routes: readonly RouteItem[];
  visits: readonly VisitItem[];
  version: number;
  tab: string;
}

/**
 * Moves show at once and are sent one after the other, each with the version that the previous one returned. A refused
 * move goes back, with the reason. What keys ask for waits for its turn among them: sent at once, the second of two
 * quick ones would break off the first.
 */
export function usePlanMoves({ routes, visits, version, tab }: PlanMovesInput): {
  routes: readonly RouteItem[];
  visits: readonly VisitItem[];
  move: (move: Move, said: string) => void;
  post: (intent: string, fields?: Record<string, string | number>) => void;
  /** the same, unless it waits already: what two presses ask for is one thing */
  postOnce: (intent: string, fields?: Record<string, string | number>) => void;
  /** whether that is sent, or waits to be */
  isAsked: (intent: string) => boolean;
  /** says what was done, and offers to undo it */
  told: (said: Message, made: ChangeMade | undefined) => void;
  announce: (text: string) => void;
  busy: ReactNode;
} {
  const [pending, setPending] = useState<readonly Pending[]>([]);
  const [status, announce] = useState("");
  // Those behind the first would be lost with the page.
  useHeldPage(pending.length > 0);
  const send = useCallback((one: Omit<Pending, "key">, once = false) => {
    lastKey += 1;
    const key = lastKey;
    const waits = ({ fields }: Pending) => fields.intent === one.fields.intent;
    setPending((old) => (once && old.some(waits) ? old : [...old, { ...one, key }]));
  }, []);
  const move = useCallback(
    (wanted: Move, announcement: string) =>
      send({
        fields: {
          intent: "visits.move",
          visitIds: wanted.visitIds.join(","),
          toRouteId: String(wanted.toRouteId ?? ""),
          position: String(wanted.position ?? ""),
        },
        move: wanted,
        announcement,
      }),
    [send],
  );
  const post = useCallback(
    (intent: string, fields: Record<string, string | number> = {}) => send({ fields: fieldsOf(intent, fields) }),
    [send],
  );
  const postOnce = useCallback(
    (intent: string, fields: Record<string, string | number> = {}) => send({ fields: fieldsOf(intent, fields) }, true),
    [send],
  );
  const offers = useRef(new Set<string>());
  const offerUndo = useCallback(
    (said: Message, made: ChangeMade | undefined) => void offers.current.add(undoToast(said, made, post)),
    [post],
  );
  const told = useCallback(
    (said: Message, made: ChangeMade | undefined) => {
      announce(said.detail ?? said.message);
      offerUndo(said, made);
    },
    [offerUndo],
  );
  useEffect(() => {
    const { current } = offers;
    // On another page nobody sends what they ask for.
    return () => current.forEach((id) => toast.close(id));
  }, []);
  const shown = useMemo(() => {
    const moves = pending.flatMap((one) => one.move ?? []);
    return withMoves(routes, visits, moves);
  }, [routes, visits, pending]);
  const first = pending[0];
  const finished = () => setPending((old) => old.slice(1));
  const answered = (result: ActionResult<ChangeMade>) => {
    if (!result.ok) {
      const why = withoutEntries(result);
      announce(first?.move === undefined ? why.message : `Not moved: ${why.message}`);
      toast.refusal({ ...result, ...why });
    } else if (first?.announcement !== undefined) {
      announce(`${first.announcement}.`);
      offerUndo({ message: first.announcement }, result.data);
    } else if (result.message !== undefined) {
      toast.success(result.message, result.detail);
    }
  };
  const busy = (
    <>
      <div className="visually-hidden" role="status" aria-live="polite">
        {status}
      </div>
      {first !== undefined && (
        <Sender
          key={first.key}
          number={first.key}
          fields={{ ...first.fields, version: String(version), tab }}
          onAnswer={answered}
          onShown={finished}
        />
      )}
    </>
  );
  const isAsked = (intent: string): boolean => pending.some(({ fields }) => fields.intent === intent);
  return { ...shown, move, post, postOnce, isAsked, told, announce, busy };
}

const fieldsOf = (intent: string, fields: Record<string, string | number>): Record<string, string> => ({
  intent,
  ...Object.fromEntries(Object.entries(fields).map(([name, value]) => [name, String(value)])),
});

/**
 * Sends once, and stays mounted until the page shows the result. That it was done is said as soon as it is known: a
 * thousand visits are loaded and drawn after that. A refusal is said when what it takes back is gone, and that nobody
 * answers at once.
 */
function Sender({
  number,
  fields,
  onAnswer,
  onShown,
}: {
  number: number;
  fields: Record<string, string>;
  onAnswer: (result: ActionResult<ChangeMade>) => void;
  onShown: () => void;
}) {
  const fetcher = useFetcher<ActionResult<ChangeMade>>({ key: `move-${number}` });
  const sent = useRef(false);
  const isUnderWay = useRef(false);
  const isAnswered = useRef(false);
  const isShown = useRef(false);
  useEffect(() => {
    if (sent.current) return;
    sent.current = true;
    fetcher.submit(fields, { method: "post" });
  });
  useEffect(() => {
    if (isShown.current) return;
    const { data } = fetcher;
    const isIdle = fetcher.state === "idle";
    if (!isIdle) isUnderWay.current = true;
    // Without data it has led to another address, which asks something first: that is all there is to hear.
    if (data === undefined && !(isIdle && isUnderWay.current)) return;
    // Without a network the page's new version would be waited for until it is back.
    const isOver = isIdle || (data !== undefined && !data.ok && isUnreached(data));
    if (data !== undefined && !isAnswered.current && (data.ok || isOver)) {
      isAnswered.current = true;
      onAnswer(data);
    }
    // The next one needs the page's new version.
    if (!isOver) return;
    isShown.current = true;
    onShown();
  });
  return null;
}
