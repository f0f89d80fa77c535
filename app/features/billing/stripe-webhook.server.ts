import { readText } from "~/http/request/read-form.server";
import { answerRefusals } from "~/http/page.server";
import { takePaymentEvent } from "./commands/take-payment-event.server";

/** The longest that a signature's header may be. */
const MOST_SIGNATURE = 2000;

/** Takes one event of Stripe's: 200 once it is stored, or was before; 400 for a signature that is none. */
export const takeStripeEvent = (request: Request): Promise<Response> =>
  answerRefusals(async () => {
    const signature = (request.headers.get("Stripe-Signature") ?? "").slice(0, MOST_SIGNATURE);
    await takePaymentEvent(await readText(request), signature);
    return new Response(null, { status: 200 });
  });
