/** Looking addresses up. */
import { action, defineActions } from "~/http/actions/define-actions.server";
import { addressAt, addressDetails, locateAddress, suggestAddresses } from "./queries/addresses.server";
import { AddressAt, AddressDetails, LocateAddress, SuggestAddresses } from "./schemas";

export const PLACE_ACTIONS = defineActions({
  "address.suggest": action({
    summary: "Lists addresses for a text that is being typed.",
    permission: "address.search",
    idempotent: true,
    input: SuggestAddresses,
    run: (session, input) => suggestAddresses(session, input),
  }),
  "address.details": action({
    summary: "Gives the place of a suggestion that came without one.",
    permission: "address.search",
    idempotent: true,
    input: AddressDetails,
    run: (session, input) => addressDetails(session, input),
  }),
  "address.at": action({
    summary: "Gives the address of a place.",
    permission: "address.search",
    idempotent: true,
    input: AddressAt,
    run: (session, input) => addressAt(session, input),
  }),
  "address.locate": action({
    summary: "Gives the place of an address, with others that it may mean.",
    permission: "address.search",
    idempotent: true,
    input: LocateAddress,
    run: (session, input) => locateAddress(session, input),
  }),
});
