/** Changes that arrive within this time are answered by one reload of the page's data. */
const GATHER_MS = 120;
/** The same of a hidden tab while nobody works with any: it shows nothing to anybody until it is looked at. */
const UNWATCHED_GATHER_MS = 30_000;

interface GatheredReloads {
  /** @param cutsOff as `useReload` takes it */
  soon: (cutsOff?: boolean) => void;
  /** No reload comes any more. */
  end: () => void;
}

/**
 * Makes one reload of all that are asked for within a short time.
 * @param isIdle whether nobody works with any tab
 * @param notBeforeMs of the page's own clock
 */
export function gatherReloads(
  reload: (cutsOff: boolean) => void,
  isIdle: () => boolean,
  notBeforeMs: () => number,
): GatheredReloads {
  let timer: ReturnType<typeof setTimeout> | undefined;
  let waits = false;
  let cuts = false;
  const isUnwatched = () => document.hidden && isIdle();
  const soon = (cutsOff = false) => {
    cuts ||= cutsOff;
    // Looked at again, a tab doesn't wait out what it began hidden.
    if (timer !== undefined && waits && !isUnwatched()) clearTimeout(timer);
    else if (timer !== undefined) return;
    waits = isUnwatched();
    timer = setTimeout(
      () => {
        timer = undefined;
        reload(cuts);
        cuts = false;
      },
      Math.max(waits ? UNWATCHED_GATHER_MS : GATHER_MS, notBeforeMs() - performance.now()),
    );
  };
  const onShown = () => {
    if (timer !== undefined) soon();
  };
  document.addEventListener("visibilitychange", onShown);
  return {
    soon,
    end: () => {
      clearTimeout(timer);
      document.removeEventListener("visibilitychange", onShown);
    },
  };
}
