import type { ServiceClock } from "~/domain/time/service-clock";
import type { RefObject } from "react";
import { Icon } from "~/ui/icons";
import type { RouteItem } from "../plan-view";
import { MoveEffectView } from "./move-effect-view";
import { useMovePreview } from "./use-move-preview";
import type { Drag } from "./use-drag";
import styles from "./moves.module.css";

interface DragCardProps {
  drag: Drag;
  card: RefObject<HTMLDivElement>;
  version: number;
  routes: readonly RouteItem[];
  clock: ServiceClock;
}

/** Beside the pointer: what is dragged, where it would go, and the effect. */
export function DragCard({ drag, card, version, routes, clock }: DragCardProps) {
  const { place } = drag;
  const effect = useMovePreview(
    version,
    place === null || place.refused !== null
      ? null
      : { visitIds: drag.ids, toRouteId: place.toRouteId, position: place.position },
  );
  const refused = drag.fixed ?? place?.refused ?? null;
  return (
    <div ref={card} className={styles.card} data-testid="drag-card">
      <b className="cut">{drag.name}</b>
      {place !== null && <span className={styles.where}>→ {place.where}</span>}
      {refused !== null && (
        <p className={styles.bad}>
          <Icon name="lock" size={14} />
          {refused}
        </p>
      )}
      {refused === null &&
        (place === null ? (
          <p className={styles.dim}>Drop it on a route or on the unscheduled visits.</p>
        ) : (
          <MoveEffectView effect={effect} target={place.toRouteId} routes={routes} clock={clock} />
        ))}
    </div>
  );
}
