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
  /** where the provider sends the browser afterwards, whole addresses */
  successUrl: string;
  cancelUrl: string;
}

export interface Checkout {
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

/** What the provider tells. */
export type PaymentEvent = { id: string; kind: string } & (
  | { what: "paid"; checkoutId: string; customerId: string | null; subscriptionId: string | null }
  | { what: "abandoned"; checkoutId: string }
  /** a subscription was paid for once more, until that day 'YYYY-MM-DD' */
  | { what: "renewed"; subscriptionId: string; until: string }
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
  /** The page on which customers see to their payments; null: there is none. */
  portalUrl(customerId: string, returnUrl: string): Promise<string | null>;
  invoices(customerId: string): Promise<PaidInvoice[]>;
  paymentMethod(customerId: string): Promise<PaymentMethod | null>;
  /** Nothing is paid any more; what is paid for goes on. */
  cancel(subscriptionId: string): Promise<void>;
  /**
   * Reads what was sent to the webhook.
   * @param body as it came, byte for byte
   * @throws AppError 400 for a signature that is wrong or too old
   */
  readEvent(body: string, signature: string): Promise<PaymentEvent>;
}
