import { redirect } from "@remix-run/node";
import type { LoaderFunctionArgs } from "@remix-run/node";
import { pendingSignIn } from "~/auth/finish-sign-in.server";
import type { SecondFactor } from "~/domain/access/second-factor";
import { paths } from "~/paths";
import { withFrame } from "./account-page.server";

export interface SecondStepPage {
  email: string;
  factors: readonly SecondFactor[];
  redirectTo: string;
}

/** @throws Response that leads on who has not passed the first step here */
export async function loadSecondStep({ request }: Pick<LoaderFunctionArgs, "request">) {
  const redirectTo = new URL(request.url).searchParams.get("redirectTo") ?? "";
  const pending = await pendingSignIn(request);
  if (pending === null) throw redirect(paths.login(redirectTo || undefined));
  const page: SecondStepPage = { email: pending.user.email, factors: pending.factors, redirectTo };
  return withFrame(request, page);
}
