import { ALLOWED, atField, refuse } from "../decision";
import type { Permission } from "../decision";
import { RouteStatus } from "../route/route-status";
import { addDays } from "../time/calendar";
import { isPastStatus } from "../visit/visit-status";

/** What takes the place of their visits' name. */
export const ERASED_RECIPIENT = "Erased recipient";
/** What takes the place of their contact in texts of others. */
export const ERASED_CONTACT = "(erased)";

/** Somebody who has only looked is asked again after this. */
export const LOOKED_FOR_SEC = 3600;

export interface StandingVisit {
  status: number;
  /** null: it waits, or is on no route */
  routeStatus: number | null;
  /** null: it is in no plan */
  day: string | null;
  /** of its route, or of its plan: what people find it by */
  place: string;
}

const NAMED = 5;

/** The first few, each once. */
function placesOf(visits: readonly StandingVisit[]): string {
  const places = [...new Set(visits.map(({ place }) => place))];
  const more = places.length - NAMED;
  return more > 0 ? `${places.slice(0, NAMED).join(", ")} and ${more} more` : places.join(", ");
}

/**
 * Why a recipient can't be erased yet; null: they can. Nobody drives to somebody whose address is gone.
 * @param visits theirs that were not removed
 * @param today UTC day; of the day before another zone may be driving still
 */
export function recipientBlocker(visits: readonly StandingVisit[], today: string): string | null {
  const onRoad = visits.filter(({ routeStatus }) => routeStatus === RouteStatus.OnRoute);
  if (onRoad.length > 0) return `On the road: ${placesOf(onRoad)}. Finish it first.`;
  const ahead = visits.filter(
    ({ status, day }) => !isPastStatus(status) && (day === null || day >= addDays(today, -1)),
  );
  return ahead.length === 0 ? null : `Still to be served: ${placesOf(ahead)}. Report or remove these visits first.`;
}

/** @param typed null: what was typed is no contact */
export function mayEraseRecipient(blocker: string | null, typed: string | null, contact: string): Permission {
  if (blocker !== null) return refuse("recipient.ahead", blocker, 409);
  if (typed !== contact)
    return atField(refuse("recipient.other_contact", "This is not the same e-mail or phone", 422), "contact");
  return ALLOWED;
}
