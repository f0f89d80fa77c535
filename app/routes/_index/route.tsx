import type { LoaderFunctionArgs } from "@remix-run/node";
import { redirect } from "@remix-run/node";
import { requireSession } from "~/auth/session.server";
import { homeFor } from "~/features/main-nav";

export async function loader({ request }: LoaderFunctionArgs) {
  const { actor } = await requireSession(request);
  return redirect(homeFor(actor));
}
