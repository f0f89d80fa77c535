import type { ActionFunctionArgs } from "@remix-run/node";
import { sharePositions } from "~/features/driver/positions/share-positions.server";
import { onlyPost } from "~/http/actions/answer-call.server";

/** Where the script of a driver's page sends where the driver is. */
export const action = ({ request, params }: ActionFunctionArgs) => sharePositions(request, params);

export const loader = () => onlyPost();
