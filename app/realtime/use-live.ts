import { createContext, useContext, useEffect, useRef, useState } from "react";
import { useLocation } from "@remix-run/react";
import type { io as openSocket, Socket } from "socket.io-client";
import { LISTENS_AFTER_MS } from "~/domain/constants";
import type { Activity } from "~/lib/activity";
import { loadModule } from "~/lib/load-module";
import { hearBuild } from "~/lib/other-build";
import { setPageSocket } from "~/lib/steady-fetch";
import { useReload } from "~/lib/use-reload";
import { ANNOUNCED, NOT_AUTHORIZED, OTHER_COMPANY, SOCKET_PATH } from "./events";
import type { ChangeEvent, PositionEvent, ProgressEvent, ServerToClient } from "./events";
import { gatherReloads } from "./gather-reloads";
import { KnownUpgrade } from "./known-upgrade";
import { watchLine } from "./line-watch";
import { followLoads } from "./loaded-data";
import type { LoadedData } from "./loaded-data";

/**
 * `elsewhere`: the session works for another company than the page was made for. `signedOut`: it has ended, which the
 * page asks about.
 */
type LiveState = "connecting" | "connected" | "offline" | "elsewhere" | "signedOut";

/** What a refusal of the server says; other failures are a connection that is lost. */
const REFUSED: Readonly<Record<string, LiveState>> = { [OTHER_COMPANY]: "elsewhere", [NOT_AUTHORIZED]: "signedOut" };

interface Live {
  socket: Socket<ServerToClient, Record<string, never>> | null;
  state: LiveState;
  /** of the site that the server runs; null until it is known */
  siteVersion: string | null;
  /** What was heard, newest last, for pages that begin to listen later than it came. */
  heard: readonly Heard[];
  /** The newest position that was heard of each route, for the same pages. */
  positions: ReadonlyMap<number, PositionEvent>;
  loaded: LoadedData;
  /** Loads the page's data again, once for all that is heard within a short time. */
  reloadSoon: () => void;
}

interface Heard {
  event: ChangeEvent;
  /** of the page's own clock */
  atMs: number;
}

const HEARD = 100;

/** After a refusal the library tries no more by itself. Hidden pages have time: they ask at once when shown. */
const ASK_AGAIN_MS = { seen: 5_000, hidden: 60_000 };

/** Between two tries to load the library: the first pause, and the longest. */
const LOAD_AGAIN_MS = { first: 1_000, longest: 30_000 };

/** Pages are connected sooner after they were made, unless the machine slept or nothing could be reached. */
const LATE_MS = 30_000;

/** A tab that has just signed out is on its way to another page. */
const LEAVE_MS = 1_000;

const NOTHING_YET: Live = {
  socket: null,
  state: "connecting",
  siteVersion: null,
  heard: [],
  positions: new Map(),
  loaded: { fromMs: -Infinity },
  reloadSoon: () => undefined,
};

export const LiveContext = createContext<Live>(NOTHING_YET);

/**
 * Opens the page's one socket; the library is loaded after the first paint, so it costs the page nothing.
 * @param madeAt when the server made the page, by its clock: what happened between that and the connection is told anew
 * @param companyId that the page was made for
 * @param companies ids of those that the page lists
 * @param activity null until it is followed
 */
export function useLiveConnection(
  madeAt: number,
  companyId: number | null,
  companies: readonly number[],
  activity: Activity | null,
): Live {
  const [live, setLive] = useState<Live>(NOTHING_YET);
  const firstMade = useRef({ madeAt, companies: companies.join() });
  const reload = useReload();
  const reloadNow = useRef(reload);
  reloadNow.current = reload;
  const followed = useRef(activity);
  followed.current = activity;
  useEffect(() => {
    let closed = false;
    let timer: ReturnType<typeof setTimeout> | undefined;
    const heard: Heard[] = [];
    const positions = new Map<number, PositionEvent>();
    const loaded: LoadedData = { fromMs: -Infinity };
    const stopFollowing = followLoads(loaded);
    let connectedAtMs = -Infinity;
    const reloads = gatherReloads(
      (cutsOff) => reloadNow.current(cutsOff),
      () => followed.current?.isIdle() === true,
      () => connectedAtMs + LISTENS_AFTER_MS,
    );
    const reloadSoon = () => reloads.soon();
    let socket: Live["socket"] = null;
    // What was changed meanwhile may be told to nobody any more.
    let isLate = false;
    const line = watchLine(() => {
      if (socket?.connected === true) socket.disconnect().connect();
    });
    let isRefused = false;
    const onSeen = () => {
      if (document.hidden || !isRefused) return;
      clearTimeout(timer);
      isRefused = false;
      socket?.connect();
    };
    document.addEventListener("visibilitychange", onSeen);
    const open = (io: typeof openSocket) => {
      if (closed) return;
      let connections = 0;
      // after a reconnect the pages load everything again
      const auth = (answer: (data: object) => void) =>
        answer({ companyId, ...(connections === 0 ? firstMade.current : {}) });
      socket = io({ path: SOCKET_PATH, transports: ["websocket", "polling"], auth });
      const show = (state: LiveState) => {
        setLive((before) => ({ ...before, socket, state, heard, positions, loaded, reloadSoon }));
      };
      socket.on("change", (event) => {
        heard.push({ event, atMs: performance.now() });
        if (heard.length > HEARD) heard.shift();
      });
      socket.on("positions", (events) => {
        for (const event of events) positions.set(event.routeId, event);
      });
      socket.io.on("ping", line.heard);
      socket.on("connect", () => {
        line.heard();
        [isRefused, isAskedFor] = [false, false];
        connectedAtMs = performance.now();
        setPageSocket(socket?.id ?? null);
        show("connected");
        // What happened while the line was cut was missed, and what was asked for then may never be answered.
        if (connections++ > 0) reloads.soon(true);
        else if (isLate || performance.now() > LATE_MS) reloadNow.current();
      });
      let isAskedFor = false;
      socket.on("disconnect", (reason) => {
        setPageSocket(null);
        show("offline");
        if (reason !== "io server disconnect") return;
        // The session has ended, or stands otherwise now. The next try tells.
        timer = setTimeout(() => socket?.connect(), LEAVE_MS);
      });
      socket.on("connect_error", ({ message }) => {
        isLate = true;
        show(REFUSED[message] ?? "offline");
        if (socket?.active !== false) return;
        // Only the page's own data lead to the sign-in, also where the session ended while the line was cut.
        if (!isAskedFor && message === NOT_AUTHORIZED) {
          isAskedFor = true;
          reloadNow.current();
        }
        isRefused = true;
        timer = setTimeout(() => socket?.connect(), ASK_AGAIN_MS[document.hidden ? "hidden" : "seen"]);
      });
      // The header lists them.
      socket.on("companies", () => reloadNow.current());
      socket.on("missed", () => reloadNow.current());
      const known = new KnownUpgrade();
      const showSite = (siteVersion: string) => setLive((before) => ({ ...before, siteVersion }));
      socket.on("site", (version) => {
        if (version.startsWith(ANNOUNCED)) known.hear(Number(version.slice(ANNOUNCED.length)));
        else hearBuild(version);
        showSite(version);
      });
      socket.on("announced", (id) => {
        if (known.hear(id)) showSite(`${ANNOUNCED}${id}`);
      });
    };
    const load = (pauseMs: number) =>
      loadModule(() => import("socket.io-client")).then(
        ({ io }) => open(io),
        () => {
          if (closed) return;
          isLate = true;
          setLive((before) => ({ ...before, state: "offline" }));
          timer = setTimeout(() => void load(Math.min(pauseMs * 2, LOAD_AGAIN_MS.longest)), pauseMs);
        },
      );
    void load(LOAD_AGAIN_MS.first);
    return () => {
      closed = true;
      clearTimeout(timer);
      line.end();
      document.removeEventListener("visibilitychange", onSeen);
      stopFollowing();
      reloads.end();
      setPageSocket(null);
      socket?.close();
    };
  }, [companyId]);
  return live;
}

/** The id that forms send along (`tab`), so that the server leaves this tab out of the news about its own change. */
export const useTabId = (): string => useContext(LiveContext).socket?.id ?? "";

/**
 * Reloads the page's data when something that it shows was changed elsewhere, also between the making of the page and
 * the moment from which it listens, or while the page was on its way. After a reconnect the frame reloads all pages.
 */
export function useLiveChanges(concernsThisPage: (event: ChangeEvent) => boolean): void {
  const { socket, heard, loaded, reloadSoon } = useContext(LiveContext);
  const { pathname } = useLocation();
  const concerns = useRef(concernsThisPage);
  useEffect(() => {
    concerns.current = concernsThisPage;
  });
  useEffect(() => {
    if (!socket) return;
    const onChange = (event: ChangeEvent) => {
      if (concerns.current(event)) reloadSoon();
    };
    socket.on("change", onChange);
    return () => void socket.off("change", onChange);
  }, [socket, reloadSoon]);
  // By the path, because a plan's page stays mounted when another plan is opened.
  useEffect(() => {
    const since = heard.filter(({ atMs }) => atMs >= loaded.fromMs);
    // As many as are kept: there may have been more.
    if (since.length === HEARD || since.some(({ event }) => concerns.current(event))) reloadSoon();
  }, [pathname, heard, loaded, reloadSoon]);
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
