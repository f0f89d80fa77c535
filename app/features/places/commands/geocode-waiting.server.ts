import { db } from "~/db/database.server";
import { keepGeocodes, visitsToGeocodeAcrossCompanies } from "~/db/repositories/visit-geocodes.server";
import type { FoundFor, GeocodeState, WaitingVisit } from "~/db/repositories/visit-geocodes.server";
import { companySearchArea } from "~/db/repositories/reference.server";
import { findWarehouse } from "~/db/repositories/warehouses.server";
import { withTransaction } from "~/db/transaction.server";
import { addressText } from "~/domain/address/candidate";
import type { Candidate, Geocoded, Verdict } from "~/domain/address/candidate";
import { isFarGuess } from "~/domain/address/far-guess";
import type { Place } from "~/domain/place";
import { hasCoordinates } from "~/domain/validation/coordinates";
import { VisitSource } from "~/domain/visit/visit-source";
import { eachApart } from "~/lib/each-apart";
import { publishChange } from "~/realtime/publisher.server";
import { services } from "~/services/container.server";
import { nowText } from "~/services/now.server";
import { setFoundPlaces } from "./set-found-places.server";

/** Addresses of one round: pages see how far it is after each. */
const PIECE = 25;
const MOST_KEPT = 8;

const STATES: Readonly<Record<Verdict, GeocodeState>> = { sure: "sure", ambiguous: "question", unknown: "unknown" };

/** The address with its postcode, where it doesn't hold it already. */
const askedText = ({ address, postcode }: Pick<WaitingVisit, "address" | "postcode">): string =>
  postcode === "" || address.replaceAll(" ", "").includes(postcode.replaceAll(" ", ""))
    ? address
    : addressText({ street: address, postcode });

/** Looks one address up where its company works, near the warehouse where the visit has one. */
export async function lookUp(visit: WaitingVisit, near: Place | null): Promise<Geocoded> {
  const asked = askedText(visit);
  const area = await companySearchArea(db(), visit.company_id);
  const { verdict, candidates } = await services().geocoder.geocode(asked, near ? { near, area } : { area });
  const isGuess = near !== null && candidates[0] !== undefined && isFarGuess(asked, candidates[0], near);
  return {
    verdict: verdict === "sure" && isGuess ? "ambiguous" : verdict,
    candidates: candidates.slice(0, MOST_KEPT),
  };
}

export const placeOfWarehouse = async (companyId: number, warehouseId: number | null): Promise<Place | null> => {
  const found = warehouseId === null ? undefined : await findWarehouse(db(), companyId, warehouseId);
  return found && hasCoordinates(found) ? { lat: found.lat, lng: found.lng } : null;
};

export const foundFor = (visit: WaitingVisit, state: GeocodeState, candidates: readonly Candidate[]): FoundFor => ({
  visitId: visit.id,
  address: visit.address,
  postcode: visit.postcode,
  state,
  candidates: JSON.stringify(candidates),
});

/**
 * Looks up the addresses of visits without coordinates, the next piece of them. The visits themselves are the
 * list of what is to be done: nothing is forgotten when a server ends, and two servers find the same.
 * @returns number of visits; 0 when none waits, or there is nothing to look them up in
 * @throws AppError `geocoding.*` when the service does not answer; what was found before it is kept. The first failure
 *   to keep what was found, once that of all companies has been tried
 */
export async function geocodeWaiting(isStopped: () => boolean = () => false): Promise<number> {
  if (!(await services().geocoder.isReady())) return 0;
  const visits = await visitsToGeocodeAcrossCompanies(db(), PIECE);
  const found: { visit: WaitingVisit; result: Geocoded }[] = [];
  let failure: unknown;
  for (const visit of visits) {
    if (isStopped()) break;
    try {
      const near = await placeOfWarehouse(visit.company_id, visit.warehouse_id);
      found.push({ visit, result: await lookUp(visit, near) });
    } catch (error) {
      failure = error;
      break;
    }
  }
  await eachApart(new Set(found.map(({ visit }) => visit.company_id)), (companyId) =>
    keepFound(
      companyId,
      found.filter(({ visit }) => visit.company_id === companyId),
    ),
  );
  if (failure !== undefined) throw failure;
  return found.length;
}

async function keepFound(
  companyId: number,
  found: readonly { visit: WaitingVisit; result: Geocoded }[],
): Promise<void> {
  // Who typed an address stood before the list of places and chose none: they are asked.
  const sure = found.filter(({ visit, result }) => result.verdict === "sure" && visit.source !== VisitSource.Web);
  const set = await setFoundPlaces(
    companyId,
    sure.map(({ visit, result }) => ({ visit, place: result.candidates[0]! })),
  );
  const rows = found.map(({ visit, result: { verdict, candidates } }) =>
    // A visit that may not be changed now waits for somebody to decide.
    foundFor(visit, verdict === "sure" && !set.has(visit.id) ? "question" : STATES[verdict], candidates),
  );
  await withTransaction(db(), (trx) => keepGeocodes(trx, companyId, rows, nowText()));
  const ids = found.map(({ visit }) => visit.id);
  for (const planId of new Set(found.map(({ visit }) => visit.plan_id)))
    publishChange(companyId, {
      model: "RoutingVisit",
      action: "update",
      ids,
      ...(planId === null ? {} : { planId }),
    });
}
