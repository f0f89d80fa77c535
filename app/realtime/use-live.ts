import { createContext, useContext, useEffect, useRef, useState } from "react";
import type { Socket } from "socket.io-client";
import { useReload } from "~/lib/use-reload";
import { SOCKET_PATH } from "./events";
import type { ChangeEvent, ProgressEvent, ServerToClient } from "./events";

export type LiveState = "connecting" | "connected" | "offline";

export interface Live {
  socket: Socket<ServerToClient, Record<string, never>> | null;
  state: LiveState;
  /** of the site that the server runs; null until it has said so */
  siteVersion: string | null;
  /** What was heard, newest last, for pages that begin to listen later than it came. */
  heard: readonly Heard[];
}

interface Heard {
  event: ChangeEvent;
  /** of the page's own clock */
  atMs: number;
}

/** A page that is opened later has data that are at most so old. */
const JUST_NOW_MS = 1000;
const HEARD = 100;

const NOTHING_YET: Live = { socket: null, state: "connecting", siteVersion: null, heard: [] };

export const LiveContext = createContext<Live>(NOTHING_YET);

/**
 * Opens the page's one socket; the library is loaded after the first paint, so it costs the page nothing.
 * @param madeAt when the server made the page, by its clock: what happened between that and the connection is told anew
 */
export function useLiveConnection(madeAt: number): Live {
  const [live, setLive] = useState<Live>(NOTHING_YET);
  const firstMadeAt = useRef(madeAt);
  useEffect(() => {
    let closed = false;
    const heard: Heard[] = [];
    let socket: Live["socket"] = null;
    void import("socket.io-client").then(({ io }) => {
      if (closed) return;
      let connections = 0;
      // after a reconnect the pages load everything again
      const auth = (answer: (data: object) => void) => answer(connections === 0 ? { madeAt: firstMadeAt.current } : {});
      socket = io({ path: SOCKET_PATH, transports: ["websocket", "polling"], auth });
      const show = (state: LiveState) => {
        if (state === "connected") connections++;
        setLive((before) => ({ ...before, socket, state, heard }));
      };
      socket.on("change", (event) => {
        heard.push({ event, atMs: performance.now() });
        if (heard.length > HEARD) heard.shift();
      });
      socket.on("connect", () => show("connected"));
      socket.on("disconnect", () => show("offline"));
      socket.on("connect_error", () => show("offline"));
      socket.on("site", (siteVersion) => setLive((before) => ({ ...before, siteVersion })));
    });
    return () => {
      closed = true;
      socket?.close();
    };
  }, []);
  return live;
}

/** The id that forms send along (`tab`), so that the server leaves this tab out of the news about its own change. */
export const useTabId = (): string => useContext(LiveContext).socket?.id ?? "";

/** Changes that arrive within this time are answered by one reload of the page's data. */
const GATHER_MS = 120;

/**
 * Reloads the page's data when something that it shows was changed elsewhere, also between the making of the page and the
 * moment from which it listens, and after every reconnect, because what happened in between was missed.
 */
export function useLiveChanges(concernsThisPage: (event: ChangeEvent) => boolean): void {
  const { socket, heard } = useContext(LiveContext);
  const reload = useReload();
  // a page that was there before the socket has heard nothing so far
  const waited = useRef(socket === null);
  const concerns = useRef(concernsThisPage);
  useEffect(() => {
    concerns.current = concernsThisPage;
  });
  useEffect(() => {
    if (!socket) return;
    let timer: ReturnType<typeof setTimeout> | undefined;
    const reloadSoon = () => {
      timer ??= setTimeout(() => {
        timer = undefined;
        reload();
      }, GATHER_MS);
    };
    const onChange = (event: ChangeEvent) => {
      if (concerns.current(event)) reloadSoon();
    };
    let connectedBefore = socket.connected;
    const onConnect = () => {
      if (connectedBefore) reloadSoon();
      connectedBefore = true;
    };
    socket.on("change", onChange);
    socket.on("connect", onConnect);
    const sinceMs = waited.current ? 0 : performance.now() - JUST_NOW_MS;
    waited.current = false;
    for (const { event, atMs } of heard) if (atMs >= sinceMs) onChange(event);
    return () => {
      clearTimeout(timer);
      socket.off("change", onChange);
      socket.off("connect", onConnect);
    };
  }, [socket, heard, reload]);
}

/** The newest progress of the plan's calculation that arrived while the page was open. */
export function useLiveProgress(planId: number): ProgressEvent | null {
  const { socket } = useContext(LiveContext);
  const [progress, setProgress] = useState<ProgressEvent | null>(null);
  useEffect(() => {
    if (!socket) return;
    const onProgress = (event: ProgressEvent) => {
      if (event.planId === planId) setProgress(event);
    };
    socket.on("progress", onProgress);
    return () => void socket.off("progress", onProgress);
  }, [socket, planId]);
  return progress;
}
