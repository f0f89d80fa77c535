/** What is said when something was done to a plan: the specification's words, and on a second line what exactly. */
import { count, formatNumber } from "~/domain/format-number";
import { ACTION_DONE, deletedMessage } from "~/lib/action-result";
import type { Message } from "~/lib/action-result";
import { fewNamed } from "~/domain/few-named";

const REMAIN = "They wait under Company → Visits.";

/** @param choice 'detach': only taken out of the plan */
export function removedMessage(visits: number, choice: "delete" | "detach"): Message {
  if (choice === "detach")
    return { message: ACTION_DONE, detail: `${count(visits, "visit")} taken out of the plan. ${REMAIN}` };
  return { message: deletedMessage("The selection"), detail: `${count(visits, "visit")} removed.` };
}

export const detachedMessage = (name: string): Message => ({
  message: ACTION_DONE,
  detail: `${name} was taken out of the plan. It waits under Company → Visits.`,
});

/** After "Remove all visits?". @param kept on locked routes */
export const removedAllMessage = ({ removed, kept }: { removed: number; kept: number }): Message => ({
  message: deletedMessage(kept === 0 ? "Every visit" : "Every visit on unlocked routes"),
  detail: `${count(removed, "visit")} removed.${kept === 0 ? "" : ` Locked routes keep ${formatNumber(kept)}.`}`,
});

export interface Approved {
  approved: number;
  /** locked already, left as they are */
  locked: number;
  /** vehicles of the approved routes that nobody drives yet */
  withoutDriver: readonly string[];
}

export function approvedMessage({ approved, locked, withoutDriver }: Approved): Message {
  const parts = [`${count(approved, "route")} approved.`];
  if (locked > 0) parts.push(`${count(locked, "route was", "routes were")} locked already and left unchanged.`);
  if (withoutDriver.length > 0) parts.push(`No driver yet: ${fewNamed(withoutDriver)}.`);
  return { message: ACTION_DONE, detail: parts.join(" ") };
}

export const startedMessage = ({ started }: { started: number }): Message => ({
  message: ACTION_DONE,
  detail: `${count(started, "route")} started.`,
});

/** It is the plan's status alone: whoever presses it may think that the vans are on the road now. */
export const dispatchedMessage = (): Message => ({
  message: ACTION_DONE,
  detail: "The plan shows Dispatching. No route was started: each starts on its driver's phone, or here with Start.",
});

export const discardedMessage = ({ withSuggestion }: { withSuggestion: boolean }): Message => ({
  message: "Calculation discarded",
  detail: withSuggestion
    ? "The plan is as it was before the suggestion, and what the suggestion changed is set back."
    : "The plan is as it was before.",
});

/** 'Tuesday has 60 visits, still unscheduled, and 4 empty routes.', or '…, 58 of them planned, and 4 routes.' */
export const duplicatedWords = (
  title: string,
  {
    visits,
    routes,
    planned,
    notKept,
    inactive,
  }: { visits: number; routes: number; planned: number; notKept: string | null; inactive: readonly string[] },
): string =>
  `${title} has ${count(visits, "visit")}, ` +
  (planned === 0
    ? `still unscheduled, and ${count(routes, "empty route")}.`
    : `${planned === visits ? "all" : `${formatNumber(planned)} of them`} planned, and ${count(routes, "route")}.`) +
  (notKept === null ? "" : ` The routes are not kept: ${notKept}`) +
  (inactive.length === 0 ? "" : ` No route for inactive vehicles: ${fewNamed(inactive)}.`);
