/** Addresses as programs look them up. */
import { actionCall } from "~/http/api/action-call.server";
import type { ApiCall } from "~/http/api/api-call";
import { PLACE_ACTIONS } from "./actions.server";

const asked = { changes: false } as const;

export const PLACE_CALLS: ApiCall[] = [
  actionCall("map-service/get-address", PLACE_ACTIONS["address.at"], asked),
  actionCall("map-service/get-location", PLACE_ACTIONS["address.locate"], asked),
  actionCall("map-service/suggest", PLACE_ACTIONS["address.suggest"], { ...asked, methods: ["GET", "POST"] }),
  actionCall("map-service/details", PLACE_ACTIONS["address.details"], { ...asked, methods: ["GET", "POST"] }),
];
