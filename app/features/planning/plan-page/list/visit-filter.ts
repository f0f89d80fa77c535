/** Which visits the plan's list shows: those that are searched for, and those that a figure of the header counts. */
import { isLocationVisit, isScheduled } from "~/domain/visit/visit-order";
import { VisitStatus } from "~/domain/visit/visit-status";
import { isNoticed } from "~/domain/visit/visit-times";
import { searchKey } from "~/lib/search-key";
import { withLatinDigits } from "~/domain/validation/latin-digits";
import { isLate } from "../stop-look";
import type { RouteItem, VisitItem } from "../plan-view";
import { hasCoordinates } from "~/domain/validation/coordinates";

/** No coordinates: it can't be planned before its place is set. */
const hasNoPlace = (visit: VisitItem): boolean => !hasCoordinates({ lat: visit.lat, lng: visit.lng });

/** The header's figures that link to visits; the rule that counts is the rule that lists. */
export const VISIT_FIGURES = {
  late: { title: "late", counts: isLate },
  done: { title: "done", counts: (visit: VisitItem) => visit.status === VisitStatus.Delivered },
  failed: { title: "failed", counts: (visit: VisitItem) => visit.status === VisitStatus.Failed },
  waiting: {
    title: "with a wait before the service",
    // The figure has what was waited at past stops too.
    counts: (visit: VisitItem) => isScheduled(visit) && isNoticed(visit.waitSec),
  },
  scheduled: { title: "scheduled", counts: isScheduled },
  unscheduled: { title: "unscheduled", counts: (visit: VisitItem) => !isScheduled(visit) },
  "no-place": { title: "without a place", counts: hasNoPlace },
} as const satisfies Record<string, { title: string; counts: (visit: VisitItem) => boolean }>;
export type VisitFigure = keyof typeof VISIT_FIGURES;

/** The header's figures that link to routes: those with visits, folded, each with its part of the figure. */
const ROUTE_FIGURES = {
  distance: "distance",
  time: "time",
  load: "load",
  cost: "cost",
  routes: "routes with visits",
} as const;
type RouteFigure = keyof typeof ROUTE_FIGURES;
export type Figure = VisitFigure | RouteFigure;

export const isVisitFigure = (figure: string | null): figure is VisitFigure =>
  figure !== null && Object.hasOwn(VISIT_FIGURES, figure);
/** From the address (`?show=late`); anything else shows everything. */
export const figureOf = (text: string | null): Figure | null =>
  text !== null && (isVisitFigure(text) || Object.hasOwn(ROUTE_FIGURES, text)) ? (text as Figure) : null;

export const countsVisit = (figure: VisitFigure, visit: VisitItem): boolean =>
  isLocationVisit(visit) && VISIT_FIGURES[figure].counts(visit);

/** Digits of any keyboard, too. */
const plain = (text: string): string => searchKey(withLatinDigits(text));
const digits = (text: string): string => text.replace(/\D/g, "");

/**
 * The test of one search: order number, name, address, postcode, recipient, phone or note contains the text. Accents,
 * capitals and the spacing of phone numbers do not matter.
 */
export function visitSearch(text: string): ((visit: VisitItem) => boolean) | null {
  const wanted = plain(text.trim());
  if (wanted === "") return null;
  const number = /^[\d\s+()/.-]{3,}$/.test(wanted) ? digits(wanted) : "";
  return ({ name, code, address, postcode, who, phone, note }) =>
    [name, code, address, postcode, who, phone, note].some(
      (part) => part !== undefined && plain(part).includes(wanted),
    ) ||
    (number.length >= 3 && phone !== undefined && digits(phone).includes(number));
}

export const routeSearch = (text: string): ((route: Pick<RouteItem, "vehicle" | "driver" | "plate">) => boolean) => {
  const wanted = plain(text.trim());
  return ({ vehicle, driver, plate }) => plain(`${vehicle} ${driver} ${plate}`).includes(wanted);
};
