/** Long texts that somebody has typed and not saved: what would throw them away asks first. */
import { useEffect } from "react";

interface Place {
  pathname: string;
  search: string;
}

interface TypedText {
  isUnsaved(): boolean;
  /** parameters of the address that decide which text the form shows */
  params: readonly string[];
}

const texts = new Set<TypedText>();

/** What the user has agreed to lose: the browser need not ask once more where the document is left. */
let given = new WeakSet<TypedText>();

export function giveUpTypedText(): void {
  for (const text of texts) given.add(text);
}

/** They have changed their mind. */
export function keepTypedText(): void {
  given = new WeakSet();
}

const valuesOf = ({ search }: Place, params: readonly string[]): string => {
  const query = new URLSearchParams(search);
  return JSON.stringify(params.map((name) => query.get(name)));
};

/**
 * Whether a form would be gone there with what was typed in it.
 * @param leavesDocument nothing of the page stays
 */
export const losesTypedText = (from: Place, to: Place, leavesDocument = false): boolean =>
  [...texts].some(
    ({ isUnsaved, params }) =>
      isUnsaved() &&
      (leavesDocument || from.pathname !== to.pathname || valuesOf(from, params) !== valuesOf(to, params)),
  );

/**
 * Asks before the form is left with something unsaved in it (`LeaveQuestion` of the shell), and before the tab is
 * closed.
 * @param params undefined: nothing is asked
 */
export function useTypedText(params: readonly string[] | undefined, isUnsaved: () => boolean): void {
  const named = params?.join(" ");
  useEffect(() => {
    if (named === undefined) return;
    const text = { params: named.split(" "), isUnsaved };
    const preventLeaving = (event: BeforeUnloadEvent) => {
      if (isUnsaved() && !given.has(text)) event.preventDefault();
    };
    texts.add(text);
    window.addEventListener("beforeunload", preventLeaving);
    return () => {
      texts.delete(text);
      window.removeEventListener("beforeunload", preventLeaving);
    };
  }, [named, isUnsaved]);
}
