import { ZodError } from "zod";
import { requireCompany } from "~/auth/session.server";
import type { CompanySession } from "~/auth/session.server";
import { AppError } from "~/lib/errors";
import { noteRefusedPage } from "./refused-page.server";

/**
 * The log's line for what was asked for and isn't there, in the specification's words: 'Plan not found'. It is an
 * answer and no fault, so it doesn't go where faults go, to standard error.
 */
export function logNotFound(error: AppError): void {
  if (error.status === 404) console.info(error.message);
}

/**
 * What a page's loader runs: the session first, then the query. A refusal that is meant for people (403, 404; 410 for
 * what was removed) becomes the answer that the frame's error boundary knows how to show; anything else stays a fault.
 */
export const loadPage = <Data>(request: Request, query: (session: CompanySession) => Promise<Data>): Promise<Data> =>
  answerRefusals(async () => {
    const session = await requireCompany(request);
    try {
      return await query(session);
    } catch (error) {
      await noteRefusedPage(request, session, error);
      throw error;
    }
  });

/** The same for what answers no form of a page. */
export async function answerRefusals<Data>(work: () => Promise<Data>): Promise<Data> {
  try {
    return await work();
  } catch (error) {
    // An address with an id that is no id leads nowhere.
    if (error instanceof ZodError) throw new Response("Page not found", { status: 404 });
    if (error instanceof AppError) logNotFound(error);
    if (error instanceof AppError && error.status === 404 && error.detail !== undefined)
      throw new Response(error.detail, { status: 410 });
    // The last is no fault of the program either: the database is unreachable or overloaded.
    if (error instanceof AppError && (error.status < 500 || error.status === 503))
      throw new Response(error.message, { status: error.status });
    throw error;
  }
}
