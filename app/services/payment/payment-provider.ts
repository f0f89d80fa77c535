/** Who takes the money: a card-payment provider, or nobody, where platform admins approve orders. */

export interface CheckoutRequest {
  orderId: number;
  companyId: number;
  /** of whoever orders */
  email: string;
  /** of the company, once it has paid before */
  customerId: string | null;
  title: string;
  /** one payment */
  amountCents: number;
  /** that one payment covers */
  months: number;
  /** seconds since 1970: what is ordered begins later, and is not paid for before; null: at once */
  firstPaymentSec: number | null;
  /** the Checkout of the same order that is over; null: it is the first */
  replaces: string | null;
  /** where the provider sends the browser afterwards, whole addresses */
  successUrl: string;
  cancelUrl: string;
}

/** A package that takes the place of another one once what is paid for that one is used up. */
export type FollowRequest = Pick<CheckoutRequest, "orderId" | "title" | "amountCents" | "months"> & {
  subscriptionId: string;
  /** asked again with the same one, the provider does it once */
  attempt: string;
};

export interface Followed {
  /** of the provider's plan of phases */
  phaseId: string;
  /** 'YYYY-MM-DD', on which what is paid for ends: the provider knows of renewals first */
  startDate: string;
}

interface Checkout {
  id: string;
  /** the provider's page */
  url: string;
}

export interface PaidInvoice {
  id: string;
  number: string;
  /** whole cents */
  amountCents: number;
  /** UTC text */
  createdAt: string;
  status: string;
  /** the provider's page of it; null: none */
  url: string | null;
}

export interface PaymentMethod {
  /** 'visa' */
  brand: string;
  last4: string;
  /** 'MM/YYYY' */
  expires: string;
}

export interface PaidCheckout {
  what: "paid";
  checkoutId: string;
  customerId: string | null;
  subscriptionId: string | null;
  /** it is paid for when it begins */
  isPaidLater: boolean;
}

/** What the provider tells. */
export type PaymentEvent = { id: string; kind: string } & (
  | PaidCheckout
  | { what: "abandoned"; checkoutId: string }
  /** a subscription was paid for once more, from one day 'YYYY-MM-DD' to the one on which it is paid for again */
  | { what: "renewed"; subscriptionId: string; from: string; until: string }
  | { what: "ended"; subscriptionId: string }
  /** nothing that counts here */
  | { what: "other" }
);

export interface PaymentProvider {
  readonly name: "invoice" | "stripe";
  /** Null: nothing is paid at once, and a platform admin decides. @throws AppError 502 where the provider fails */
  checkout(request: CheckoutRequest): Promise<Checkout | null>;
  /** The page of a checkout that was begun; null: it is over. */
  checkoutUrl(checkoutId: string): Promise<string | null>;
  /** What became of a checkout; null: it goes on, or was given up. */
  paidCheckout(checkoutId: string): Promise<Omit<PaidCheckout, "what"> | null>;
  /** Nobody can pay there any more. @returns false: somebody did already */
  endCheckout(checkoutId: string): Promise<boolean>;
  /** Lets a package follow a subscription, which is paid for in the same way. @throws AppError 409 'payment.due' */
  follow(request: FollowRequest): Promise<Followed>;
  /** Takes that back, also where it was never done. What is paid for goes on. */
  unfollow(request: Pick<FollowRequest, "orderId" | "subscriptionId">): Promise<void>;
  /** The page on which customers see to their payments; null: there is none. */
  portalUrl(customerId: string, returnUrl: string): Promise<string | null>;
  invoices(customerId: string): Promise<PaidInvoice[]>;
  paymentMethod(customerId: string): Promise<PaymentMethod | null>;
  /** Nothing is paid any more, also of what was to follow and of what is due; what is paid for goes on. */
  cancel(subscriptionId: string): Promise<void>;
  /**
   * Reads what was sent to the webhook.
   * @param body as it came, byte for byte
   * @throws AppError 400 for a signature that is wrong or too old
   */
  readEvent(body: string, signature: string): Promise<PaymentEvent>;
}
