import { useEffect } from "react";
import { TABLET_BELOW_PX } from "~/domain/constants";
import { LAST_PAGE_COOKIE } from "~/lib/last-page";
import { BASE_PATH } from "~/paths";

const DAYS_30_SEC = 30 * 24 * 60 * 60;

/** On tablet width or narrower the empty path leads back here; a wide window clears it. */
export function useRememberPage(kind: "plan" | "route", id: number): void {
  useEffect(() => {
    const narrow = window.innerWidth < TABLET_BELOW_PX;
    const maxAge = narrow ? DAYS_30_SEC : 0;
    const cookie = `${LAST_PAGE_COOKIE}=${narrow ? `${kind}-${id}` : ""}`;
    document.cookie = `${cookie}; path=${BASE_PATH}; max-age=${maxAge}; samesite=lax`;
  }, [kind, id]);
}
