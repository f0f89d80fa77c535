import type { LoaderFunctionArgs } from "@remix-run/node";
import { visitEvents } from "~/features/recipients/recipient-events.server";
import { callerGone } from "~/lib/request-context.server";

/** The line on which the page of a visit's link hears that it is out of date. */
export const loader = ({ params, context }: LoaderFunctionArgs) =>
  visitEvents({ id: params.visitId, hash: params.hash, ip: context.ip }, callerGone());
