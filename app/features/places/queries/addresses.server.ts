import type { z } from "zod";
import { senderOf } from "~/auth/session.server";
import type { CompanySession } from "~/auth/session.server";
import { db } from "~/db/database.server";
import { companySearchArea } from "~/db/repositories/reference.server";
import { listWarehouses } from "~/db/repositories/warehouses.server";
import { hasCoordinates } from "~/domain/validation/coordinates";
import { tryLimit } from "~/lib/try-limit";
import { services } from "~/services/container.server";
import { waitError } from "~/services/limits/limits.server";
import type { Candidate, SuggestionList, Verdict } from "~/domain/address/candidate";
import { RecordStatus } from "~/domain/record-status";
import type { AddressAt, AddressDetails, LocateAddress, SuggestAddresses } from "../schemas";

const PER_MINUTE = 300;
const bySender = tryLimit(PER_MINUTE, 60_000, 10_000);

/** @throws AppError 429: a page that asks in a loop */
function countQuestion(session: CompanySession): void {
  const waitSec = bySender.take(`${session.company.id} ${senderOf(session)}`, services().clock.nowMs());
  if (waitSec > 0)
    throw waitError("address.busy", `Too many addresses were looked up. Please wait ${waitSec} seconds.`, waitSec);
}

const placeOf = ({ lat, lng }: { lat: number | null; lng: number | null }) =>
  hasCoordinates({ lat, lng }) ? { near: { lat: lat!, lng: lng! } } : {};

/** Where the company works: what is asked for without a place is most likely there. */
async function placeOfCompany({ company }: CompanySession): Promise<{ lat: number | null; lng: number | null }> {
  const [warehouse] = (await listWarehouses(db(), company.id, { status: RecordStatus.Active, first: 1 })).rows;
  return warehouse ?? { lat: null, lng: null };
}

/** The list below a search field. */
export async function suggestAddresses(
  session: CompanySession,
  input: z.output<typeof SuggestAddresses>,
): Promise<SuggestionList> {
  countQuestion(session);
  const { geocoder } = services();
  const { text, countries, limit, session: search } = input;
  const isReady = await geocoder.isReady();
  const near = placeOf(hasCoordinates(input) ? input : await placeOfCompany(session));
  const options = { countries, limit, ...near, ...(search === "" ? {} : { session: search }) };
  const isAsked = isReady && text !== "";
  const area = isAsked ? await companySearchArea(db(), session.company.id) : [];
  const suggestions = isAsked ? await geocoder.search(text, { ...options, area }) : [];
  return {
    text,
    isReady,
    whileTyping: geocoder.suggestsWhileTyping,
    pauseMs: geocoder.typingPauseMs,
    attribution: geocoder.attribution,
    suggestions,
  };
}

/** The place of a suggestion that came without one; null when it is gone. */
export async function addressDetails(
  session: CompanySession,
  { suggestion, session: search }: z.output<typeof AddressDetails>,
): Promise<Candidate | null> {
  countQuestion(session);
  return services().geocoder.details(suggestion, search === "" ? {} : { session: search });
}

interface AddressAnswer {
  display_name: string;
  country_code: string;
  /** metres from the place that was asked about; 0 without an address */
  distance: number;
}

/** The address of a place: `map-service/get-address`. Empty texts where nothing is near. */
export async function addressAt(
  session: CompanySession,
  { lat, lng }: z.output<typeof AddressAt>,
): Promise<AddressAnswer> {
  countQuestion(session);
  const found = await services().geocoder.reverse(lat!, lng!);
  return {
    display_name: found?.displayName ?? "",
    country_code: found?.countryCode ?? "",
    distance: found?.distanceM ?? 0,
  };
}

interface LocationAnswer {
  /** 0 and 0 mean none */
  lat: number;
  lng: number;
  display_name: string;
  country_code: string;
  verdict: Verdict;
  candidates: Candidate[];
}

/** The place of an address: `map-service/get-location`. */
export async function locateAddress(
  session: CompanySession,
  input: z.output<typeof LocateAddress>,
): Promise<LocationAnswer> {
  countQuestion(session);
  const { address, countries } = input;
  const area = await companySearchArea(db(), session.company.id);
  const { verdict, candidates } = await services().geocoder.geocode(address, { countries, area, ...placeOf(input) });
  const first = verdict === "unknown" ? undefined : candidates[0];
  return {
    lat: first?.lat ?? 0,
    lng: first?.lng ?? 0,
    display_name: first?.displayName ?? "",
    country_code: first?.countryCode ?? "",
    verdict,
    candidates,
  };
}
