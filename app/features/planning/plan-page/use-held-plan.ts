import { useEffect, useRef } from "react";
import { useLocation } from "@remix-run/react";
import { keepSame } from "~/lib/columns";
import { HeldParts, heldHeader, type Parts } from "~/lib/parts";
import { setHeldParts } from "~/lib/steady-fetch";
import { useReload } from "~/lib/use-reload";
import { absolute } from "~/paths";
import type { VisitItem } from "./plan-view";

interface Seen<Loaded> {
  loaded: Loaded;
  shown: Loaded;
  visits: readonly VisitItem[];
  isWhole: boolean;
}

/**
 * What the page shows of a plan whose reloads bring the visits of changed routes alone: the page says which parts it
 * holds. Where an answer leaves out what the page doesn't hold, all of the plan stays as it was until the whole has
 * come: never new routes with old visits. What has not changed stays the same object, as `useShownPlan` says.
 */
export function useHeldPlan<Loaded extends { visits: Parts<VisitItem> }>(
  loaded: Loaded,
): { data: Loaded; visits: readonly VisitItem[] } {
  const { pathname } = useLocation();
  const reload = useReload();
  const held = useRef(new HeldParts<VisitItem>());
  const seen = useRef<Seen<Loaded> | null>(null);
  const before = seen.current;
  if (before?.loaded !== loaded) {
    const whole = held.current.join(loaded.visits);
    seen.current =
      whole === null
        ? { loaded, shown: before?.shown ?? loaded, visits: before?.visits ?? [], isWhole: false }
        : { loaded, shown: loaded, visits: keepSame(before?.visits ?? [], whole), isWhole: true };
  }
  const { shown, visits, isWhole } = seen.current!;
  const { names } = loaded.visits;
  useEffect(() => {
    setHeldParts(isWhole ? { page: absolute(pathname), header: heldHeader(names) } : null);
    if (!isWhole) reload();
    return () => setHeldParts(null);
  }, [pathname, names, isWhole, reload]);
  return { data: shown, visits };
}
