/** Addresses as programs look them up. */
import { actionCall } from "~/http/api/action-call.server";
import { call } from "~/http/api/api-call.server";
import type { ApiCall } from "~/http/api/api-call.server";
import { AppError } from "~/lib/errors";
import { PLACE_ACTIONS } from "./actions.server";
import { locateAddress } from "./queries/addresses.server";
import { LocationTold } from "./tells";

const asked = { changes: false } as const;
const locate = PLACE_ACTIONS["address.locate"];

export const PLACE_CALLS: ApiCall[] = [
  actionCall("map-service/get-address", PLACE_ACTIONS["address.at"], asked),
  call({
    path: "map-service/get-location",
    methods: ["POST"],
    summary: locate.summary,
    permission: locate.permission,
    input: locate.input,
    answer: LocationTold,
    changes: false,
    async run(session, input) {
      const found = await locateAddress(session, input);
      // A program that reads no verdict would take 0, 0 for the place.
      if (found.verdict === "unknown")
        throw new AppError("address.unknown", "Address was not found", { status: 422, field: "address" });
      return found;
    },
  }),
  actionCall("map-service/suggest", PLACE_ACTIONS["address.suggest"], { ...asked, methods: ["GET", "POST"] }),
  actionCall("map-service/details", PLACE_ACTIONS["address.details"], { ...asked, methods: ["GET", "POST"] }),
];
