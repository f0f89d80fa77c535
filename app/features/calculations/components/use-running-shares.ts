import { useContext, useEffect, useState } from "react";
import { LiveContext } from "~/realtime/use-live";
import type { ProgressEvent } from "~/realtime/events";

/** The progress of the company's running calculations by id, as it arrives while the page is open. */
export function useRunningShares(): ReadonlyMap<number, number> {
  const { socket } = useContext(LiveContext);
  const [shares, setShares] = useState<ReadonlyMap<number, number>>(new Map());
  useEffect(() => {
    if (!socket) return;
    const onProgress = ({ queryId, status, share }: ProgressEvent) =>
      setShares((old) => {
        const next = new Map(old);
        if (status === "running") next.set(queryId, share);
        else next.delete(queryId);
        return next;
      });
    socket.on("progress", onProgress);
    return () => void socket.off("progress", onProgress);
  }, [socket]);
  return shares;
}
