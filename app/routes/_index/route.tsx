import type { LoaderFunctionArgs } from "@remix-run/node";
import { redirect, redirectDocument } from "@remix-run/node";
import { requireSession } from "~/auth/session.server";
import { hasInvitations } from "~/features/accounts/queries/invitation-page.server";
import { homeFor } from "~/features/main-nav";
import { rememberedPage } from "~/features/planning/plan-page/remembered-page.server";
import { paths } from "~/paths";

export async function loader({ request }: LoaderFunctionArgs) {
  const session = await requireSession(request);
  if (session.company === null || (await hasInvitations(session))) return redirectDocument(paths.invitations());
  return redirect((await rememberedPage(session, request)) ?? homeFor(session.actor));
}
