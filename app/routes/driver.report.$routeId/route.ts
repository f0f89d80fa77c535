import type { ActionFunctionArgs } from "@remix-run/node";
import { driverReport } from "~/features/driver/driver-action.server";
import { onlyPost } from "~/http/actions/answer-call.server";

/** Where the script of a driver's page sends its reports. */
export const action = ({ request, params }: ActionFunctionArgs) => driverReport(request, params);

export const loader = () => onlyPost();
