import type { LoaderFunctionArgs } from "@remix-run/node";
import { redirect } from "@remix-run/node";
import { requireSession } from "~/auth/session.server";
import { homeFor } from "~/features/main-nav";
import { rememberedPage } from "~/features/planning/plan-page/remembered-page.server";

export async function loader({ request }: LoaderFunctionArgs) {
  const session = await requireSession(request);
  return redirect((await rememberedPage(session, request)) ?? homeFor(session.actor));
}
