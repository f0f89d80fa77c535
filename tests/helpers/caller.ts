import { requestContext, withRequestContext } from "~/lib/request-context.server";

/** Work for a caller who leaves when `gone` is aborted, as the server does it for one whose connection is closed. */
export const forCaller = <T>(gone: AbortSignal, work: () => T): T =>
  withRequestContext({ id: "asked", ip: "", userAgent: "", ...requestContext(), gone }, work);
