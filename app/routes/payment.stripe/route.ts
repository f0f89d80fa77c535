import type { ActionFunctionArgs } from "@remix-run/node";
import { takeStripeEvent } from "~/features/billing/stripe-webhook.server";

export const loader = () => new Response("Not found", { status: 404 });

/** What Stripe tells; its signature is what lets it in. */
export const action = ({ request }: ActionFunctionArgs) => takeStripeEvent(request);
