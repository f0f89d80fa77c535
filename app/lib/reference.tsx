import { isRouteErrorResponse, useRouteError } from "@remix-run/react";
import { createContext, useContext, useMemo } from "react";

/**
 * The id of the request that failed, which the lines of the log name: whoever asks for help can say it. On the server
 * it is that of the answer at hand; in the browser this is empty, and `failedRequest` knows.
 */
export const ReferenceContext = createContext("");

/** Null: the page has asked for nothing since its document, whose id counts then. Empty: nothing has failed. */
let failed: string | null = null;
let underWay = 0;

/** Remix makes an error or an answer of what failed at the server; all others are faults of the browser's own. */
const isOfRequest = (error: unknown): boolean =>
  isRouteErrorResponse(error) || (error instanceof Error && error.constructor === Error);

function failedRequest(error: unknown): string {
  if (typeof document === "undefined") return "";
  if (failed === null) return document.documentElement.dataset.request ?? "";
  return isOfRequest(error) ? failed : "";
}

/**
 * A request of the page's own has begun. Those that run at the same time belong together: one may fail, and the others
 * are answered well before its fault is shown. What failed before them is over.
 * @returns what is to be called with its answer, if that is shown; once, when it is over
 */
export function noteRequest(): (answer: Response | null) => void {
  if (underWay === 0) failed = "";
  underWay += 1;
  return (answer) => {
    underWay -= 1;
    if (answer !== null && answer.status >= 500) failed = answer.headers.get("X-Request-Id") ?? "";
  };
}

/** In an error boundary, below what it says of a fault. Where something is missing or refused, it shows nothing. */
export function Reference() {
  const error = useRouteError();
  const given = useContext(ReferenceContext);
  // The page may go on from one fault to the next, and other requests while a fault is shown.
  const id = useMemo(() => given || failedRequest(error), [given, error]);
  if (id === "" || (isRouteErrorResponse(error) && error.status < 500)) return null;
  return <span style={{ display: "block" }}>Reference {id}</span>;
}
