/** Looking addresses up. */
import { action, defineActions } from "~/http/actions/define-actions.server";
import { pathOf } from "~/http/page-stamp.server";
import type { ActionPage } from "~/http/actions/define-actions.server";
import { db } from "~/db/database.server";
import { listCountries, listCountryAreas } from "~/db/repositories/reference.server";
import { choosePlace, searchAgain, skipPlace } from "./commands/fix-place.server";
import { addressAt, addressDetails, locateAddress, suggestAddresses } from "./queries/addresses.server";
import {
  AddressAt,
  AddressDetails,
  ChoosePlace,
  LocateAddress,
  SearchAgain,
  SkipPlace,
  SuggestAddresses,
} from "./schemas";
import { AddressTold, AreasTold, CandidateTold, CountriesTold, LocationTold, SuggestionsTold } from "./tells";
import { VISIT_PARAM } from "./fix-words";
import { NoInput } from "~/domain/validation/wire-fields";

export const PLACE_ACTIONS = defineActions({
  "address.suggest": action({
    summary: "Lists addresses for a text that is being typed.",
    permission: "address.search",
    idempotent: true,
    input: SuggestAddresses,
    tells: SuggestionsTold,
    run: (session, input) => suggestAddresses(session, input),
  }),
  "address.details": action({
    summary: "Gives the place of a suggestion that came without one.",
    permission: "address.search",
    idempotent: true,
    input: AddressDetails,
    tells: CandidateTold.nullable(),
    run: (session, input) => addressDetails(session, input),
  }),
  "address.at": action({
    summary: "Gives the address of a place.",
    permission: "address.search",
    idempotent: true,
    input: AddressAt,
    tells: AddressTold,
    run: (session, input) => addressAt(session, input),
  }),
  "address.locate": action({
    summary: "Gives the place of an address, with others that it may mean.",
    permission: "address.search",
    idempotent: true,
    input: LocateAddress,
    tells: LocationTold,
    run: (session, input) => locateAddress(session, input),
  }),
  "country.list": action({
    summary: "Lists all countries with their codes and the middle of each.",
    permission: "address.search",
    idempotent: true,
    input: NoInput,
    tells: CountriesTold,
    run: () => listCountries(db()),
  }),
  "country-areas.list": action({
    summary: "Lists groups of country codes: addresses are looked for in the group of the company's country.",
    permission: "address.search",
    idempotent: true,
    input: NoInput,
    tells: AreasTold,
    run: () => listCountryAreas(db()),
  }),
});

/** The list without the visit that it showed: the next one is the first again. */
function next({ request }: ActionPage): { redirectTo: string } {
  const url = new URL(request.url);
  url.searchParams.delete(VISIT_PARAM);
  return { redirectTo: pathOf({ url: url.href }) };
}

function again({ request }: ActionPage, visitId: number): { redirectTo: string } {
  const url = new URL(request.url);
  url.searchParams.set(VISIT_PARAM, String(visitId));
  return { redirectTo: pathOf({ url: url.href }) };
}

/** The list of visits whose address didn't surely mean one place. */
export const FIX_PLACE_ACTIONS = defineActions({
  "place.choose": action({
    summary: "Gives a visit one of the places that were found for its address, or one set by hand.",
    permission: "visit.update",
    idempotent: false,
    logs: "visit.update",
    input: ChoosePlace,
    run: (session, input, { tab }) => choosePlace(session, input, { tab }),
    answer: (name, _input, page) => ({ message: `${name} has its place`, ...next(page) }),
  }),
  "place.search": action({
    summary: "Changes a visit's address and looks it up; a place is still to be chosen.",
    permission: "visit.update",
    idempotent: true,
    logs: "visit.update",
    input: SearchAgain,
    run: (session, input, { tab }) => searchAgain(session, input, { tab }),
    answer: (_done, { visitId }, page) => again(page, visitId),
  }),
  "place.skip": action({
    summary: "Leaves a visit without a place for later.",
    permission: "visit.update",
    idempotent: true,
    input: SkipPlace,
    run: (session, input) => skipPlace(session, input),
    answer: (_done, _input, page) => next(page),
  }),
});
