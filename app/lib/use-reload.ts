import { useCallback, useEffect } from "react";
import { useFetchers, useNavigation, useRevalidator } from "@remix-run/react";
import { recordShown, requestReload } from "./pending-reload";

/** Loads the page's data again. Unlike the router's own `revalidate`, no navigation that is under way swallows it. */
export function useReload(): () => void {
  const { revalidate } = useRevalidator();
  return useCallback(() => {
    requestReload();
    revalidate();
  }, [revalidate]);
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
