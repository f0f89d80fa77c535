import type { LoaderFunctionArgs } from "@remix-run/node";
import { PLACE_ACTIONS } from "~/features/places/actions.server";
import { answerCall } from "~/http/actions/answer-call.server";

/** The list below a search field for addresses. */
export const loader = ({ request }: LoaderFunctionArgs) => answerCall(request, PLACE_ACTIONS["address.suggest"]);
