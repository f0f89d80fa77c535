import { useEffect } from "react";
import { useFetcher } from "@remix-run/react";
import { paths } from "~/paths";
import type { VisitDetails } from "./visit-details.server";

/** The details of the visit: from the loader when the address named it, otherwise fetched when it opens. */
export function useVisitDetails(visitId: number | null, first: VisitDetails | null): VisitDetails | null {
  const fetcher = useFetcher<VisitDetails | null>({ key: `visit-${visitId ?? "none"}` });
  const { load } = fetcher;
  useEffect(() => {
    if (visitId !== null) load(paths.visitDetails(visitId));
  }, [visitId, load]);
  if (visitId === null) return null;
  if (fetcher.data?.id === visitId) return fetcher.data;
  return first?.id === visitId ? first : null;
}
