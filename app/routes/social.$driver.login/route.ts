import type { LoaderFunctionArgs } from "@remix-run/node";
import { beginSocial } from "~/features/accounts/social.server";
import { answerRefusals } from "~/http/page.server";

/** To a provider. A link leads here and no form: browsers let forms lead to this server alone. */
export const loader = ({ request, params: { driver = "" }, context }: LoaderFunctionArgs) =>
  answerRefusals(() => beginSocial(request, driver, context.ip));
