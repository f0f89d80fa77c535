import { Component, lazy, Suspense, useEffect, useRef, type RefObject } from "react";
import { loadModule } from "~/lib/load-module";
import { Button } from "~/ui/button";
import { EmptyState } from "~/ui/page/states";
import { MapSkeleton } from "~/ui/page/skeletons";
import { useMounted } from "~/ui/use-mounted";
import type { MapViewProps } from "./map-types";
import styles from "./map.module.css";

const load = () => loadModule(() => import("./map.client"));
/** React keeps how a lazy component's file came, also that it didn't: another try needs another component. */
let MapClient = lazy(load);

/**
 * For pages whose main thing is a map: its file is fetched and compiled while the page is still coming to life. Narrow
 * screens show the map on demand.
 */
export function preloadMap(): void {
  // A failure shows when the map is drawn.
  if (typeof window !== "undefined" && window.matchMedia("(min-width: 1024px)").matches) load().catch(() => undefined);
}

/**
 * The map. OpenLayers comes in its own file, after the page is up; until then, and without JavaScript, there is
 * a calm ground. Everything on the map is also in the list beside it. Fills its parent, which needs a height.
 */
export function MapView(props: MapViewProps) {
  const mounted = useMounted();
  const frame = useRef<HTMLDivElement>(null);
  return (
    <div ref={frame} className={styles.frame}>
      {mounted ? (
        <LoadedMap {...props} frame={frame} />
      ) : (
        <>
          <MapSkeleton />
          <noscript>
            <p className={styles.noScript}>The map needs JavaScript. Everything on it is in the list.</p>
          </noscript>
        </>
      )}
    </div>
  );
}

interface Loading {
  failed: boolean;
  /** A map that is shown keeps it, whatever another one on the page tries. */
  Client: typeof MapClient;
}

/** When the map's file can't be loaded (a new version was published, the net is gone), the page goes on. */
class LoadedMap extends Component<MapViewProps & { frame: RefObject<HTMLDivElement> }, Loading> {
  override state: Loading = { failed: false, Client: MapClient };

  static getDerivedStateFromError() {
    return { failed: true };
  }

  private readonly retry = () => {
    if (MapClient === this.state.Client) MapClient = lazy(load);
    this.setState({ failed: false, Client: MapClient });
    // The button goes: the keys wait around the map for what comes.
    const frame = this.props.frame.current;
    if (frame === null) return;
    frame.tabIndex = -1;
    frame.focus({ preventScroll: true });
  };

  /** Whoever has moved on since stays there. */
  private readonly focusOn = (selector: string) => {
    const frame = this.props.frame.current;
    if (frame !== null && document.activeElement === frame)
      frame.querySelector<HTMLElement>(selector)?.focus({ preventScroll: true });
  };

  override componentDidUpdate() {
    if (this.state.failed) this.focusOn("button");
  }

  override render() {
    const { failed, Client } = this.state;
    const { frame: _frame, ...props } = this.props;
    if (!failed)
      return (
        <Suspense fallback={<MapSkeleton />}>
          <Client {...props} />
          <Shown onShown={() => this.focusOn("[role=application]")} />
        </Suspense>
      );
    const again = (
      <Button icon="refresh" onClick={this.retry}>
        Try again
      </Button>
    );
    return (
      <EmptyState icon="map" title="The map could not be loaded" action={again} compact>
        Nothing is lost: everything on it is in the list. If it doesn’t come, load the page again.
      </EmptyState>
    );
  }
}

/** Beside what is loaded: says once that it is there. */
function Shown({ onShown }: { onShown: () => void }) {
  const now = useRef(onShown);
  useEffect(() => now.current(), []);
  return null;
}
