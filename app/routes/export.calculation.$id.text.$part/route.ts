import type { LoaderFunctionArgs } from "@remix-run/node";
import { z } from "zod";
import { wholeInText } from "~/domain/validation/wire-fields";
import { JSON_PARTS, calculationJson } from "~/features/exports/queries/exported-calculation.server";
import { loadPage } from "~/http/page.server";

const Params = z.object({ id: wholeInText(), part: z.enum(JSON_PARTS) });

/**
 * Question or answer of a calculation as text to look at: fetched when somebody wants to see it, never with the page.
 */
export async function loader({ request, params }: LoaderFunctionArgs) {
  return loadPage(request, async (session) => {
    const { id, part } = Params.parse(params);
    const { text } = await calculationJson(session, id, part);
    return new Response(text, {
      headers: {
        "Content-Type": "text/plain; charset=utf-8",
        "Cache-Control": "private, no-store",
        "X-Content-Type-Options": "nosniff",
      },
    });
  });
}
