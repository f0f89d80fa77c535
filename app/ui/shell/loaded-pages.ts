/**
 * What leads to another page waits, or isn't followed. Without a connection a page whose scripts were never loaded is
 * not opened: Remix would load the whole document in its place, and the browser's own page about the network would
 * stand where the work was. And what waits for its turn to be sent is sent first.
 */
import { useEffect, useRef, useState } from "react";
import { matchRoutes, useBlocker, useLocation } from "@remix-run/react";
import { fetchScript } from "~/lib/fetch-script";
import { isOtherBuild } from "~/lib/other-build";
import { absolute, BASE_PATH } from "~/paths";
import { toast } from "~/ui/feedback/toasts";
import { warnBeforeLeaving } from "~/ui/form/late-saves";
import { giveUpTypedText, keepTypedText, losesTypedText } from "~/ui/form/typed-text";

/** The server doesn't answer, whatever the browser says of its network. */
let isServerAway = false;
const isConnected = (): boolean => !isServerAway && navigator.onLine;

/**
 * Data of another page can't come without a network. A server that is away may answer before long, and some networks
 * let no sockets through: then the page is asked for.
 */
const isCutOff = (here: { pathname: string }, next: { pathname: string }): boolean =>
  !navigator.onLine && here.pathname !== next.pathname;

/** Something on the page waits to be sent. */
let holds = 0;
const onRelease = new Set<() => void>();

/** Holds whatever leads to other pages, and asks before the tab is closed, as long as something waits to be sent. */
export function useHeldPage(isHeld: boolean): void {
  useEffect(() => {
    if (!isHeld) return;
    holds += 1;
    const stopWarning = warnBeforeLeaving();
    return () => {
      stopWarning();
      holds -= 1;
      if (holds > 0) return;
      for (const go of onRelease) go();
      onRelease.clear();
    };
  }, [isHeld]);
}

/** Without words for a moment: most of what waits is sent in less. */
const SAID_AFTER_MS = 1000;

async function untilReleased(): Promise<void> {
  if (holds === 0) return;
  let said: string | undefined;
  const timer = setTimeout(() => (said = toast.action("Your changes are sent first.")), SAID_AFTER_MS);
  await new Promise<void>((go) => onRelease.add(go));
  clearTimeout(timer);
  if (said !== undefined) toast.close(said);
}

/** News that end while somebody is asked let the router forget what it holds. To go on would be a fault then. */
const isHeldByRouter = (): boolean =>
  [...window.__remixRouter.state.blockers.values()].some(({ state }) => state === "blocked");

export interface Leaving {
  leave(): void;
  stay(): void;
}

/**
 * Holds whatever leads to other pages. Scripts in the browser's cache load nevertheless. A router has one such hold, so
 * that typed text is asked about here, too.
 * @returns the question, while there is one
 */
export function useLoadedPages(isAway: boolean): Leaving | null {
  const losesText = useRef(false);
  const [leaving, setLeaving] = useState<Leaving | null>(null);
  useEffect(() => {
    isServerAway = isAway;
  }, [isAway]);
  const blocker = useBlocker(({ currentLocation, nextLocation }) => {
    const isElsewhere = nextLocation.pathname !== currentLocation.pathname;
    const leavesDocument = isOtherBuild() && (isElsewhere || nextLocation.search !== currentLocation.search);
    losesText.current = losesTypedText(currentLocation, nextLocation, leavesDocument);
    return (
      losesText.current ||
      (holds > 0 && (isElsewhere || leavesDocument)) ||
      isCutOff(currentLocation, nextLocation) ||
      ((!isConnected() || isOtherBuild()) && scriptsMissing(absolute(nextLocation.pathname)).length > 0)
    );
  });
  /** what is led to another page now */
  const held = useRef<object | null>(null);
  useEffect(() => {
    // News may end while somebody is asked: the question stays.
    if (blocker.state !== "blocked") return;
    // Unlike the location above it has the base path.
    const { location, proceed, reset } = blocker;
    held.current = blocker;
    setLeaving(null);
    const end = (how: () => void) => (): void => {
      // Somebody in a hurry has followed another link meanwhile.
      if (held.current === blocker) how();
    };
    const goOn = () => {
      if (isHeldByRouter()) proceed();
    };
    const leaveText = () => {
      if (isHeldByRouter()) return proceed();
      giveUpTypedText();
      window.location.assign(`${location.pathname}${location.search}${location.hash}`);
    };
    const stayHere = () => {
      if (isHeldByRouter()) reset();
    };
    const refuse = () => {
      stayHere();
      toast.error("This can’t be opened without a connection.", "Your page stays as it is. Try again once it is back.");
    };
    const go = (how: () => void) =>
      untilReleased()
        .then(() => (isOtherBuild() ? standIn(location.pathname) : loadScripts(location.pathname)))
        .then(end(how), end(refuse));
    const leave = () => {
      if (isOtherBuild()) giveUpTypedText();
      return go(leaveText);
    };
    const stay = () => {
      keepTypedText();
      stayHere();
    };
    const answered = (then: () => unknown) => () => {
      setLeaving(null);
      void then();
    };
    if (!navigator.onLine && holds === 0 && !losesText.current) refuse();
    else if (losesText.current) setLeaving({ leave: answered(leave), stay: answered(stay) });
    else void go(goOn);
  }, [blocker]);
  const { key } = useLocation();
  useEffect(
    () => () => {
      held.current = null;
      setLeaving(null);
    },
    [key],
  );
  return leaving;
}

/** How long after a page is there. */
const PRELOAD_MS = 2000;

/**
 * Loads the scripts of what this page asks for by itself, which nothing can hold back.
 * @param paths without base path
 */
export function usePreloaded(...paths: readonly string[]): void {
  const all = paths.join(" ");
  useEffect(() => {
    const timer = setTimeout(() => {
      for (const path of all.split(" ")) loadScripts(absolute(path)).catch(() => undefined);
    }, PRELOAD_MS);
    return () => clearTimeout(timer);
  }, [all]);
}

/**
 * Links load the scripts of what they lead to when they are pointed at or focused. Not its data: no cache may keep
 * them until the link is followed, so the server would make the page twice.
 */
export function usePointedLinks(): void {
  useEffect(() => {
    const onPointed = ({ target }: Event) => {
      const link = target instanceof Element ? target.closest("a") : null;
      if (link instanceof HTMLAnchorElement && link.origin === location.origin && isConnected() && !isOtherBuild())
        loadScripts(link.pathname).catch(() => undefined);
    };
    document.addEventListener("pointerover", onPointed);
    document.addEventListener("focusin", onPointed);
    return () => {
      document.removeEventListener("pointerover", onPointed);
      document.removeEventListener("focusin", onPointed);
    };
  }, []);
}

/**
 * They are fetched before they are imported: after an import that failed Firefox answers the next one with the failure
 * (`load-module`), and Remix imports them again.
 */
const loadScripts = (path: string): Promise<unknown> =>
  Promise.all(
    missingRoutes(path).map(async ({ module, imports }) => {
      const running = runningScripts();
      await Promise.all([module, ...imports.filter((one) => !running.has(one))].map(fetchScript));
      await import(module);
    }),
  );

function runningScripts(): Set<string> {
  const { __remixManifest: manifest, __remixRouteModules: used } = window;
  const ofRoutes = Object.keys(used).flatMap((id) => manifest.routes[id]?.imports ?? []);
  return new Set([...manifest.entry.imports, ...ofRoutes]);
}

/** Addresses of the scripts of a path's routes that this page has not used. @param path with base path */
const scriptsMissing = (path: string): string[] => missingRoutes(path).map(({ module }) => module);

function missingRoutes(path: string): { id: string; module: string; imports: readonly string[] }[] {
  const { __remixManifest: manifest, __remixRouteModules: used } = window;
  const routes = matchRoutes(window.__remixRouter.routes, path, BASE_PATH) ?? [];
  return routes.flatMap(({ route: { id = "" } }) => {
    const { module, imports = [] } = manifest.routes[id] ?? {};
    return id in used || module === undefined ? [] : [{ id, module, imports }];
  });
}

/**
 * A server of another build has no scripts of this one. Where one is missing Remix loads the document again, at the
 * address of before; so what is missing is taken for loaded. The page's data lead to the new document (`other-build`),
 * and where none are asked for, the page that would be shown does.
 */
function standIn(path: string): void {
  const used: Record<string, unknown> = window.__remixRouteModules;
  for (const { id } of missingRoutes(path)) used[id] = { default: LoadsDocument };
}

function LoadsDocument(): null {
  useEffect(() => location.reload(), []);
  return null;
}
