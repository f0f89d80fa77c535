import { AppError } from "~/lib/errors";
import type { PaymentProvider } from "./payment-provider";

const none = (): never => {
  throw new AppError("payment.none", "Card payments are not set up here.", { status: 409 });
};

/** Orders wait for a platform admin, who approves them and sends the invoice. */
export const invoiceProvider: PaymentProvider = {
  name: "invoice",
  checkout: () => Promise.resolve(null),
  checkoutUrl: () => Promise.resolve(null),
  paidCheckout: () => Promise.resolve(null),
  endCheckout: () => Promise.resolve(true),
  follow: async () => none(),
  unfollow: () => Promise.resolve(),
  portalUrl: () => Promise.resolve(null),
  invoices: () => Promise.resolve([]),
  paymentMethod: () => Promise.resolve(null),
  cancel: () => Promise.resolve(),
  readEvent: async () => none(),
};
