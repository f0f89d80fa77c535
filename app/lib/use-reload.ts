import { useCallback, useEffect } from "react";
import { useFetchers, useNavigation, useRevalidator } from "@remix-run/react";
import { recordShown, requestReload } from "./pending-reload";

/** A reload that waits for what is being loaded or sent. The state lives in the browser's tab. */
let isOwed = false;

/** By the router's own state: what React has drawn of it may be older. */
function isRouterIdle(): boolean {
  const { navigation, revalidation } = window.__remixRouter.state;
  return navigation.state === "idle" && revalidation === "idle";
}

/**
 * Loads the page's data again. While something is being loaded or sent the reload waits for it (`useOwedReload`): the
 * router would cut a load off and begin anew, so that news that come faster than a page loads would never let it
 * finish, nor a link open. Unlike the router's own `revalidate`, no navigation that is under way swallows it.
 *
 * With `cutsOff` it doesn't wait: what was asked for over a line that was cut may never be answered.
 */
export function useReload(): (cutsOff?: boolean) => void {
  const { revalidate } = useRevalidator();
  return useCallback(
    (cutsOff = false) => {
      requestReload();
      isOwed = !cutsOff && !isRouterIdle();
      if (!isOwed) revalidate();
    },
    [revalidate],
  );
}

/**
 * Starts the reload that waited, also after a navigation: the data that it brought may be older than the news. For the
 * frame: its effects run after the page's, so that `PendingReload` takes no data of before for those of this reload.
 */
export function useOwedReload(): void {
  const { revalidate, state: loading } = useRevalidator();
  const { state: navigating } = useNavigation();
  // After each drawing: what is owed is no state of React's, but what it waits for ends with one.
  useEffect(() => {
    if (!isOwed || loading !== "idle" || navigating !== "idle" || !isRouterIdle()) return;
    isOwed = false;
    revalidate();
  });
}

/** Watches, for `reloadUnlessDialog`, whether the page shows what its newest reload brought. Draws nothing. */
export function PendingReload({ data }: { data: unknown }): null {
  const navigation = useNavigation();
  const revalidator = useRevalidator();
  const fetchers = useFetchers();
  const isQuiet =
    navigation.state === "idle" && revalidator.state === "idle" && fetchers.every((one) => one.state === "idle");
  // A form that is being sent changes something, also when whoever sent it doesn't wait for the answer.
  const isSubmitting = navigation.state === "submitting";
  useEffect(() => {
    if (isSubmitting) requestReload();
  }, [isSubmitting]);
  useEffect(() => recordShown(data, isQuiet), [data, isQuiet]);
  return null;
}
