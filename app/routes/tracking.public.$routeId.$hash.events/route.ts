import type { LoaderFunctionArgs } from "@remix-run/node";
import { routeEvents } from "~/features/recipients/recipient-events.server";
import { callerGone } from "~/lib/request-context.server";

/** The line on which the page of a route's link hears that it is out of date. */
export const loader = ({ params, context }: LoaderFunctionArgs) =>
  routeEvents({ id: params.routeId, hash: params.hash, ip: context.ip }, callerGone());
