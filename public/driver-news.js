// @ts-check
/**
 * What a dispatcher has changed on a driver's route, in words.
 *
 * @typedef {{ id: string, name: string, state: string, text: string, times: string }} Stop
 *   `text`: all that the dispatcher writes; `times`: what follows from the order and the reports
 */

const NAMES = 2;

/** @param {readonly Stop[]} stops */
function named(stops) {
  const names = stops.slice(0, NAMES).map((stop) => stop.name).join(", ");
  return stops.length > NAMES ? `${names} and ${stops.length - NAMES} more` : names;
}

/** @param {readonly Stop[]} stops @param {string} what */
const counted = (stops, what) => (stops.length === 0 ? [] : [`${stops.length === 1 ? "stop" : `${stops.length} stops`} ${what}: ${named(stops)}`]);

/**
 * The differences between two states of a route; empty for none. After a report of one's own the order, the times and
 * what was reported follow from it: only the dispatcher's own changes are news then.
 * @param {readonly Stop[]} before
 * @param {readonly Stop[]} after
 * @param {{ isOwn?: boolean }} [given]
 */
export function routeNews(before, after, { isOwn = false } = {}) {
  const old = new Map(before.map((stop) => [stop.id, stop]));
  const fresh = new Map(after.map((stop) => [stop.id, stop]));
  const added = after.filter((stop) => !old.has(stop.id));
  const removed = before.filter((stop) => !fresh.has(stop.id));
  const stayed = after.filter((stop) => old.has(stop.id));
  const changed = stayed.filter((stop) => old.get(stop.id)?.text !== stop.text);
  const news = [...counted(added, "added"), ...counted(removed, "removed"), ...counted(changed, "changed")];
  if (isOwn) return news;
  const turned = stayed.filter((stop) => old.get(stop.id)?.state !== stop.state);
  for (const [state, words] of [["done", "done"], ["failed", "failed"], ["left", "to be served again"]]) {
    news.push(...counted(turned.filter((stop) => stop.state === state), words ?? ""));
  }
  /** @param {readonly Stop[]} stops */
  const order = (stops) => stops.filter((stop) => stop.state === "left" && old.get(stop.id)?.state === "left" && fresh.get(stop.id)?.state === "left").map((stop) => stop.id).join();
  if (order(before) !== order(after)) news.push("new order");
  if (news.length === 0 && stayed.some((stop) => stop.state === "left" && old.get(stop.id)?.times !== stop.times)) news.push("new times");
  return news;
}

/** @param {Element | Document} root of a page @returns {Stop[]} */
export function stopsIn(root) {
  /** @param {Element} stop @param {string} selector */
  const texts = (stop, selector) => Array.from(stop.querySelectorAll(selector), (one) => one.textContent?.trim() ?? "").join("|");
  const byId = new Map(Array.from(root.querySelectorAll(".stop:not(.proof)"), (stop) => [stop.getAttribute("data-visit") ?? "", stop]));
  // The list has the order; the view of the next stop may stand anywhere.
  return Array.from(root.querySelectorAll("[data-row]"), (row) => {
    const id = row.getAttribute("data-row") ?? "";
    const stop = byId.get(id);
    return { id, name: stop?.getAttribute("data-name") ?? "", state: row.getAttribute("data-state") ?? "", text: stop ? texts(stop, "[data-text]") : "", times: stop ? texts(stop, "[data-planned]") : "" };
  });
}

/** @param {readonly string[]} news */
export const newsWords = (news) => `The dispatcher changed your route: ${news.join("; ")}.`;
