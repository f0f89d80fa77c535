import { invoiceProvider } from "~/services/payment/invoice-provider";
import { openidSignIn } from "~/services/social/openid.server";
import type { Services } from "~/services/container.server";

/** Most pages have a map or a sign-in, and few tests are about it, about built regions or about other providers. */
const WITHOUT: Partial<Services> = {
  social: openidSignIn([]),
  baseMaps: { current: () => [], own: () => [], named: () => null },
  regions: { list: () => [] },
  webhooks: { refusal: () => null, post: () => Promise.reject(new Error("This test sends no webhooks.")) },
  payment: invoiceProvider,
  push: { publicKey: () => "", send: () => Promise.reject(new Error("This test gives no push service.")) },
};

/** The services that a test gives; asking for any other fails with its name. */
export function testServices(given: Partial<Services>): Services {
  return new Proxy(
    { ...WITHOUT, ...given },
    {
      get(target, name) {
        if (name in target) return target[name as keyof Services];
        throw new Error(`This test gives no service "${String(name)}".`);
      },
    },
  ) as Services;
}
