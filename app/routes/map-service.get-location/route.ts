import type { ActionFunctionArgs } from "@remix-run/node";
import { PLACE_ACTIONS } from "~/features/places/actions.server";
import { answerCall, onlyPost } from "~/http/actions/answer-call.server";

/** POST map-service/get-location: the place of an address. */
export const action = ({ request }: ActionFunctionArgs) => answerCall(request, PLACE_ACTIONS["address.locate"]);

export const loader = () => onlyPost();
