import { useMemo, useState } from "react";
import type { ActionRefusal } from "~/lib/action-result";
import { SHOWN_FIELD, withHeld } from "~/lib/shown-values";
import type { ShownGroup } from "~/lib/shown-values";

interface Shown {
  /** what is sent with the form; undefined of a form that says nothing about its fields */
  groups: readonly ShownGroup[] | undefined;
  /** the same by field: what each of them shows that nobody changes */
  texts: Readonly<Record<string, string>>;
}

const NOTHING: readonly ShownGroup[] = [];

/**
 * What a form shows, and says that it shows. Both are one thing: a field that went on showing an older text, while the
 * form says the newer one, would take back what a colleague has stored.
 * @param stored what its fields show of the stored record as it is now
 * @param refused what the refused form said, and what it was told
 */
export function useShown(
  stored: readonly ShownGroup[] | undefined,
  refused: Pick<ActionRefusal, "values" | "stale"> | null,
  isHeld: (name: string) => boolean,
): Shown {
  const now = stored ?? NOTHING;
  const [said, say] = useState(() => withHeld(refused?.values?.[SHOWN_FIELD], now, isHeld, refused?.stale));
  const next = withHeld(said, now, isHeld, refused?.stale);
  const isSame = JSON.stringify(next) === JSON.stringify(said);
  if (!isSame) say(next);
  const groups = isSame ? said : next;
  const texts = useMemo(() => Object.assign({}, ...groups) as Record<string, string>, [groups]);
  return { groups: stored && groups, texts };
}
