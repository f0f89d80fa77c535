import type { LoaderFunctionArgs } from "@remix-run/node";
import { json } from "@remix-run/node";
import { findAnything } from "~/features/finder/queries/find.server";
import { loadPage } from "~/http/page.server";

/** What "go to" offers for the typed text; fetched by its dialog. */
export async function loader({ request }: LoaderFunctionArgs) {
  const text = new URL(request.url).searchParams.get("q") ?? "";
  return json(await loadPage(request, async (session) => ({ text, found: await findAnything(session, text) })));
}
