import { formatDelay } from "~/domain/time/format";
import { localTime } from "~/domain/time/time-zone";
import { ColourDot } from "~/ui/feedback/dots";
import { Icon } from "~/ui/icons";
import type { MoveEffect, RouteEffect } from "~/domain/visit/move-effect";
import { colourOf } from "../stop-look";
import type { RouteItem } from "../plan-view";
import styles from "./moves.module.css";
import { formatDistanceChange } from "~/domain/format-units";
import { useUnits } from "~/ui/use-units";

export interface MoveEffectViewProps {
  /** null while it is being calculated */
  effect: MoveEffect | "failed" | null;
  routes: readonly RouteItem[];
  timeZone: string;
}

/** What a move adds, saves and breaks, route by route. */
export function MoveEffectView({ effect, routes, timeZone }: MoveEffectViewProps) {
  if (effect === null) return <p className={styles.dim}>Working out the effect …</p>;
  if (effect === "failed") return <p className={styles.dim}>The effect can’t be shown now. Moving still works.</p>;
  if (effect.refused !== null)
    return (
      <p className={styles.bad}>
        <Icon name="ban" size={14} />
        {effect.refused}
      </p>
    );
  return (
    <ul className={styles.effects}>
      {effect.routes.map((one) => {
        const route = routes.find((item) => item.id === one.routeId);
        return route === undefined ? null : <Effect key={one.routeId} effect={one} route={route} timeZone={timeZone} />;
      })}
    </ul>
  );
}

function Effect({ effect, route, timeZone }: { effect: RouteEffect; route: RouteItem; timeZone: string }) {
  const units = useUnits();
  const { before, after } = effect;
  return (
    <li>
      <span className={styles.effectHead}>
        <ColourDot colour={colourOf(route).fill} square={colourOf(route).square} size={10} />
        <b className="cut">{route.vehicle}</b>
      </span>
      {effect.timed ? (
        <span className={`${styles.figures} num`}>
          {effect.about && <span className={styles.dim}>about</span>}
          <span>{formatDelay(after.workSec - before.workSec)}</span>
          <span>{formatDistanceChange(after.distanceM - before.distanceM, units)}</span>
          <span>{after.finish === null ? "becomes empty" : `ends ${localTime(after.finish, timeZone)}`}</span>
        </span>
      ) : (
        <span className={styles.dim}>No times: set where the route starts.</span>
      )}
      {effect.newlyBroken.map((text) => (
        <span key={text} className={styles.bad}>
          <Icon name="alert" size={14} />
          {text}
        </span>
      ))}
      {effect.healed.map((text) => (
        <span key={text} className={styles.good}>
          <Icon name="check" size={14} />
          No longer: {text}
        </span>
      ))}
    </li>
  );
}
