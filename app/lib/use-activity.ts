import { useEffect, useState } from "react";
import { browserActivity, followInput } from "./activity";
import type { Activity } from "./activity";

/**
 * Follows this tab's input.
 * @param address where the server takes it, with the base path
 * @returns null on the server and until the page has taken over
 */
export function useActivity(address: string): Activity | null {
  const [activity, setActivity] = useState<Activity | null>(null);
  useEffect(() => {
    const own = browserActivity(address);
    setActivity(own);
    return followInput(own, window);
  }, [address]);
  return activity;
}
