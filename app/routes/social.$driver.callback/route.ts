import type { LoaderFunctionArgs } from "@remix-run/node";
import { finishSocial } from "~/features/accounts/social.server";
import { answerRefusals } from "~/http/page.server";

/** Back from a provider. */
export const loader = ({ request, params: { driver = "" } }: LoaderFunctionArgs) =>
  answerRefusals(() => finishSocial(request, driver));
