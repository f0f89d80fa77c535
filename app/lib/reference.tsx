import { isRouteErrorResponse, useRouteError } from "@remix-run/react";
import { createContext, useContext, useMemo } from "react";

/**
 * The id of the request that failed, which the lines of the log name: whoever asks for help can say it. On the server
 * it is that of the answer at hand; in the browser this is empty, and `failedRequest` knows.
 */
export const ReferenceContext = createContext("");

/** Of a document that is a fault's; afterwards of the last request of the page's own. */
let failed: string | null = null;

function failedRequest(): string {
  if (typeof document === "undefined") return "";
  return failed ?? document.documentElement.dataset.request ?? "";
}

/** Keeps the id of an answer in whose place the page shows a fault. */
export function noteFailed({ status, headers }: Response): void {
  if (status >= 500) failed = headers.get("X-Request-Id") ?? "";
}

/** In an error boundary, below what it says of a fault. Where something is missing or refused, it shows nothing. */
export function Reference() {
  const error = useRouteError();
  const given = useContext(ReferenceContext);
  // The page may go on from one fault to the next.
  // eslint-disable-next-line react-hooks/exhaustive-deps
  const id = useMemo(() => given || failedRequest(), [given, error]);
  if (id === "" || (isRouteErrorResponse(error) && error.status < 500)) return null;
  return <span style={{ display: "block" }}>Reference {id}</span>;
}
