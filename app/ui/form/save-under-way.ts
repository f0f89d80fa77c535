/**
 * What is typed on while a save of the same fields is under way begins from what that save stores. Its `seen` (see
 * SaveFields) would name what stood there before, and the server would refuse the user's own save as a colleague's.
 */
import type { ActionResult } from "~/lib/action-result";
import { answerToForm } from "~/lib/steady-fetch";

interface SaveUnderWay {
  /** where it goes, with the base path */
  url: string;
  intent: string;
  /** what it sends, by field */
  values: ReadonlyMap<string, string>;
}

/** After so long nobody knows what became of it. */
const ANSWER_MS = 10_000;

/** What it has stored, by field; null when it was refused, undefined when that is not known. */
async function storedBy({ url, intent, values }: SaveUnderWay): Promise<Record<string, string> | null | undefined> {
  const pathOf = (address: string) => new URL(address, window.location.href).pathname;
  const coming = answerToForm(
    (address, body) =>
      pathOf(address) === pathOf(url) &&
      body.get("intent") === intent &&
      [...values].every(([name, value]) => body.get(name) === value),
  );
  const answer = await Promise.race([
    coming,
    new Promise<undefined>((resolve) => setTimeout(() => resolve(undefined), ANSWER_MS)),
  ]);
  if (!answer) return undefined;
  const said = (await answer.json().catch(() => null)) as ActionResult<{ stored?: Record<string, string> }> | null;
  if (said === null) return undefined;
  return said.ok ? { ...Object.fromEntries(values), ...said.data?.stored } : null;
}

function withSeen(body: FormData, change: (seen: Record<string, string>) => void): FormData {
  const text = body.get("seen");
  if (typeof text !== "string") return body;
  const seen = JSON.parse(text) as Record<string, string>;
  change(seen);
  body.set("seen", JSON.stringify(seen));
  return body;
}

/**
 * Of fields that are under way nothing is called seen: whichever of the two saves comes first, the later text stays.
 * Only there can it stand over a colleague's value.
 */
export const unseen = (body: FormData, { values }: SaveUnderWay): FormData =>
  withSeen(body, (seen) => {
    for (const name of values.keys()) delete seen[name];
  });

/**
 * The body of a later save, once the answer to the one before it is known.
 * @returns null when everything in it is stored already
 */
export async function bodyAfter(
  save: SaveUnderWay,
  body: FormData,
  later: ReadonlyMap<string, string>,
): Promise<FormData | null> {
  const stored = await storedBy(save);
  // Refused: the later one is told the same, and its reason is shown.
  if (stored === null) return body;
  if (stored === undefined) return unseen(body, save);
  if ([...later].every(([name, value]) => save.values.get(name) === value)) return null;
  return withSeen(body, (seen) => {
    for (const name of save.values.keys()) if (name in seen) seen[name] = stored[name] ?? seen[name]!;
  });
}
