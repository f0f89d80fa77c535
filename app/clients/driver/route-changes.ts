/** What a dispatcher has changed on a driver's route, in words. */
import { fewNamed } from "~/domain/few-named";

export interface ShownStop {
  id: string;
  name: string;
  state: string;
  /** all that the dispatcher writes */
  text: string;
  /** what follows from the order and the reports */
  times: string;
}

const MOST_NAMES = 2;

const named = (stops: readonly ShownStop[]): string =>
  fewNamed(
    stops.map(({ name }) => name),
    MOST_NAMES,
  );

const counted = (stops: readonly ShownStop[], what: string): string[] =>
  stops.length === 0 ? [] : [`${stops.length === 1 ? "stop" : `${stops.length} stops`} ${what}: ${named(stops)}`];

const STATE_CHANGES = [
  ["done", "done"],
  ["failed", "failed"],
  ["left", "to be served again"],
] as const;

/**
 * The differences between two states of a route; empty for none. After a report of one's own the order, the times and
 * what was reported follow from it: then only the dispatcher's own changes are listed.
 */
export function routeChanges(
  before: readonly ShownStop[],
  after: readonly ShownStop[],
  { isOwn = false }: { isOwn?: boolean } = {},
): string[] {
  const old = new Map(before.map((stop) => [stop.id, stop]));
  const fresh = new Map(after.map((stop) => [stop.id, stop]));
  const added = after.filter((stop) => !old.has(stop.id));
  const removed = before.filter((stop) => !fresh.has(stop.id));
  const stayed = after.filter((stop) => old.has(stop.id));
  const changed = stayed.filter((stop) => old.get(stop.id)?.text !== stop.text);
  const changes = [...counted(added, "added"), ...counted(removed, "removed"), ...counted(changed, "changed")];
  if (isOwn) return changes;
  const turned = stayed.filter((stop) => old.get(stop.id)?.state !== stop.state);
  for (const [state, words] of STATE_CHANGES)
    changes.push(
      ...counted(
        turned.filter((stop) => stop.state === state),
        words,
      ),
    );
  const isLeftInBoth = ({ id }: ShownStop) => old.get(id)?.state === "left" && fresh.get(id)?.state === "left";
  const order = (stops: readonly ShownStop[]) =>
    stops
      .filter(isLeftInBoth)
      .map((stop) => stop.id)
      .join();
  if (order(before) !== order(after)) changes.push("new order");
  const isRetimed = (stop: ShownStop) => stop.state === "left" && old.get(stop.id)?.times !== stop.times;
  if (changes.length === 0 && stayed.some(isRetimed)) changes.push("new times");
  return changes;
}

/** The stops that a page shows. */
export function stopsIn(root: ParentNode): ShownStop[] {
  const texts = (stop: Element, selector: string) =>
    Array.from(stop.querySelectorAll(selector), (one) => one.textContent?.trim() ?? "").join("|");
  const cards = Array.from(root.querySelectorAll(".stop:not(.proof)"));
  const byId = new Map(cards.map((stop) => [stop.getAttribute("data-visit") ?? "", stop]));
  // The list has the order; the view of the next stop may stand anywhere.
  return Array.from(root.querySelectorAll("[data-row]"), (row) => {
    const id = row.getAttribute("data-row") ?? "";
    const stop = byId.get(id);
    return {
      id,
      name: stop?.getAttribute("data-name") ?? "",
      state: row.getAttribute("data-state") ?? "",
      text: stop ? texts(stop, "[data-text]") : "",
      times: stop ? texts(stop, "[data-planned]") : "",
    };
  });
}

/** The stops that a page shows, with the texts that the server sent: what is read on it may be a translation. */
export function shownStopsOf(page: ParentNode, sent: ParentNode | null): ShownStop[] {
  const asSent = new Map((sent === null ? [] : stopsIn(sent)).map((stop) => [stop.id, stop]));
  return stopsIn(page).map((stop) => {
    const { text, times } = asSent.get(stop.id) ?? stop;
    return { ...stop, text, times };
  });
}

/** Names nobody: it may be a report of the driver's own, from another phone. */
export const changesSentence = (news: readonly string[]): string => `Your route has changed: ${news.join("; ")}.`;
