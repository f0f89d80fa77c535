import { useCallback, useEffect } from "react";
import { useFetchers, useNavigation, useRevalidator } from "@remix-run/react";
import { noteShown, oweReload } from "./owed-reload";

/** Loads the page's data again. Unlike the router's own `revalidate`, no navigation that is under way swallows it. */
export function useReload(): () => void {
  const { revalidate } = useRevalidator();
  return useCallback(() => {
    oweReload();
    revalidate();
  }, [revalidate]);
}

/** Watches, for `reloadUnlessDialog`, whether the page shows what its newest reload brought. Draws nothing. */
export function OwedReload({ data }: { data: unknown }): null {
  const navigation = useNavigation();
  const revalidator = useRevalidator();
  const fetchers = useFetchers();
  const isQuiet =
    navigation.state === "idle" && revalidator.state === "idle" && fetchers.every((one) => one.state === "idle");
  // A form that is being sent changes something, also when whoever sent it doesn't wait for the answer.
  const isSubmitting = navigation.state === "submitting";
  useEffect(() => {
    if (isSubmitting) oweReload();
  }, [isSubmitting]);
  useEffect(() => noteShown(data, isQuiet), [data, isQuiet]);
  return null;
}
