/** What the page of a visit's link shows, in words. It names this stop alone. */
import { count } from "~/domain/format-number";
import { RequestOutcome } from "~/domain/tracking/window-request";
import type { WindowRequest } from "~/domain/tracking/window-request";
import { RecipientStage } from "~/domain/tracking/recipient-stage";
import { daysBetween } from "~/domain/time/calendar";
import { dayNear } from "~/domain/time/day-words";
import { epochSec, parseUtcText } from "~/domain/time/utc-text";
import { localParts, localTime } from "~/domain/time/time-zone";
import { windowInWords } from "~/domain/time/time-window";
import { CONFIRMATION_TAG_LABELS } from "~/domain/visit/confirmation";
import { dayOfWindow } from "~/domain/visit/eta-window";
import type { EtaBasis, LiveEta } from "~/domain/visit/eta-window";
import { failReasonTitle, OTHER_REASON } from "~/domain/visit/fail-reasons";
import type { Visit } from "~/domain/visit/visit";
import { VisitType } from "~/domain/visit/visit-type";

/** The answer to "when?". */
export interface WhenView {
  /** 'Today': when it is expected, or when it was reported */
  day: string;
  /** 'Between 14:10 and 14:40' */
  title: string;
  /** '3 stops before you' */
  text: string;
  /** what the time rests on */
  basis: string;
}

export interface WhenFacts {
  stage: RecipientStage;
  visit: Pick<Visit, "type" | "startTime" | "endTime" | "completedAt" | "confirmationType" | "failReasonId">;
  eta: LiveEta | null;
  serviceDate: string | null;
  today: string;
  timeZone: string;
}

const isPickup = ({ type }: WhenFacts["visit"]): boolean => type === VisitType.Pickup;
export const whatOf = (visit: WhenFacts["visit"]): string => (isPickup(visit) ? "pickup" : "delivery");

const BASIS: Readonly<Record<EtaBasis, (at: string) => string>> = {
  plan: () => "This is the planned time. It becomes more precise as soon as the driver is on the way.",
  report: (at) => `Worked out from what the driver reported ${at}.`,
  position: (at) => `Worked out from where the driver was ${at}.`,
};

/** In a sentence, empty for today: 'yesterday', 'on Wed 11 Nov'. */
export function dayInWords(date: string, today: string): string {
  const days = daysBetween(today, date);
  if (days === 0) return "";
  return Math.abs(days) === 1 ? dayNear(date, today).toLowerCase() : `on ${dayNear(date, today)}`;
}

/** 'at 11:20'; on another day 'yesterday at 11:20', 'on Wed 11 Nov at 11:20'. */
function atInWords(sec: number, today: string, timeZone: string): string {
  const { date, time } = localParts(sec, timeZone);
  return [dayInWords(date, today), `at ${time}`].filter(Boolean).join(" ");
}

export function whenView(facts: WhenFacts): WhenView {
  const { stage, visit, today } = facts;
  const date = expectedOn(facts);
  const day = date === null ? "" : dayNear(date, today);
  const view = (title: string, text = "", basis = ""): WhenView => ({ day, title, text, basis });
  switch (stage) {
    case RecipientStage.Road:
      return roadView(facts, view);
    case RecipientStage.Ready:
      return facts.eta === null
        ? view(windowTitle(visit) ?? "The time follows", NOT_STARTED)
        : view(facts.eta.isPassed ? LATER : `Planned ${betweenWords(facts.eta, facts.timeZone)}`, NOT_STARTED);
    case RecipientStage.Planned:
      return day === ""
        ? view(`Your ${whatOf(visit)} is being planned`, "This page shows the day and the time once they are settled.")
        : view(
            windowTitle(visit) ?? "The time follows",
            "This page shows a more precise time once the route is settled.",
          );
    case RecipientStage.Done:
    case RecipientStage.Failed:
      return pastView(facts, stage);
    case RecipientStage.Over:
      return view(
        `Not ${isPickup(visit) ? "collected" : "delivered"}`,
        `The ${whatOf(visit)} was planned for this day.`,
      );
    case RecipientStage.Lost:
      return view(LATER, "The driver has not reported it. Please contact us.");
    case RecipientStage.Cancelled:
      // "Cancelled" would be wrong where it was served.
      return visit.completedAt === null
        ? view("Cancelled", `This ${whatOf(visit)} was taken out of the plan.`)
        : view("Not shown any more", `This ${whatOf(visit)} was removed.`);
  }
}

/** Where a time is told its day, which may be the one after the service date; on the road it is not over either. */
function expectedOn({ stage, eta, serviceDate, today, timeZone }: WhenFacts): string | null {
  if (stage === RecipientStage.Road) return eta === null ? today : dayOfWindow(eta, timeZone);
  if (stage !== RecipientStage.Ready || eta === null) return serviceDate;
  return eta.isPassed ? today : dayOfWindow(eta, timeZone);
}

/** What is told of a route that has not started in time, instead of a window. */
export const LATER = "Later than planned";
const NOT_STARTED = "The driver has not started yet.";

const windowTitle = ({ startTime, endTime }: WhenFacts["visit"]): string | null => {
  const words = windowInWords(startTime, endTime, "");
  return words === "" ? null : `Planned ${/^\d/.test(words) ? "for " : ""}${words}`;
};

/** 'between 14:10 and 14:40' */
const betweenWords = ({ fromSec, toSec }: Pick<LiveEta, "fromSec" | "toSec">, timeZone: string): string =>
  `between ${localTime(fromSec, timeZone)} and ${localTime(toSec, timeZone)}`;

function roadView(
  { eta, today, timeZone }: WhenFacts,
  view: (title: string, text: string, basis?: string) => WhenView,
): WhenView {
  if (eta === null) return view("On the way today", "The driver has started.");
  const between = betweenWords(eta, timeZone);
  return view(
    between.charAt(0).toUpperCase() + between.slice(1),
    eta.stopsBefore === 0 ? "You are next." : `${count(eta.stopsBefore, "stop")} before you.`,
    BASIS[eta.basis](atInWords(epochSec(eta.madeAt), today, timeZone)),
  );
}

/** On the day on which it really happened. */
function pastView({ visit, timeZone, today, serviceDate }: WhenFacts, stage: RecipientStage): WhenView {
  const at = parseUtcText(visit.completedAt);
  const local = at === null ? null : localParts(at, timeZone);
  const date = local?.date ?? serviceDate;
  const time = local === null ? "" : ` at ${local.time}`;
  const day = date === null ? "" : dayNear(date, today);
  if (stage === RecipientStage.Done)
    return {
      day,
      title: `${isPickup(visit) ? "Collected" : "Delivered"}${time}`,
      text: visit.confirmationType === null ? "" : `${CONFIRMATION_TAG_LABELS[visit.confirmationType]}.`,
      basis: "",
    };
  // What a driver wrote in their own words is for the company.
  const reason = visit.failReasonId === OTHER_REASON ? null : failReasonTitle(visit.failReasonId);
  return {
    day,
    title: isPickup(visit) ? "We could not collect it" : "We could not deliver",
    text: [`The driver was there${time}.`, reason === null ? "" : `Reason: ${reason.toLowerCase()}.`]
      .filter(Boolean)
      .join(" "),
    basis: "",
  };
}

/** A request for another window, as its sender sees it. */
export interface RequestView {
  state: "open" | "accepted" | "declined";
  /** '16:00–18:00' */
  window: string;
}

interface AskedWindow {
  /** on which it was asked for */
  planId: number | null;
  outcome: string | null;
  isSettled: boolean;
  request: WindowRequest;
}

/**
 * The newest counts; one that was taken back is none. It is about the day of its plan, and accepted for as long as the
 * visit has the window: a later change says nothing about the request.
 */
export function requestView(
  tasks: readonly AskedWindow[],
  visit: Pick<Visit, "planId" | "startTime" | "endTime">,
): RequestView | null {
  const newest = tasks.find(({ planId, outcome }) => planId === visit.planId && outcome !== RequestOutcome.Withdrawn);
  if (newest === undefined) return null;
  const isKept = newest.request.from === visit.startTime && newest.request.to === visit.endTime;
  if (newest.outcome === RequestOutcome.Accepted && !isKept) return null;
  const window = windowInWords(newest.request.from, newest.request.to);
  if (!newest.isSettled) return { state: "open", window };
  return { state: newest.outcome === RequestOutcome.Accepted ? "accepted" : "declined", window };
}
