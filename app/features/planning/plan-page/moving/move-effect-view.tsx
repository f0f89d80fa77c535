import { DayTimes } from "~/ui/day-times";
import { formatNumber } from "~/domain/format-number";
import { formatDelay } from "~/domain/time/format";
import { planTime, type ServiceClock } from "~/domain/time/service-clock";
import { ColourDot } from "~/ui/feedback/dots";
import { Icon, type IconName } from "~/ui/icons";
import type { MoveEffect, RouteEffect } from "~/domain/visit/move-effect";
import { firstFew, targetFirst } from "./shown-effects";
import { colourOf } from "../stop-look";
import type { RouteItem } from "../plan-view";
import styles from "./moves.module.css";
import { formatDistanceChange } from "~/domain/format-units";
import { useUnits } from "~/ui/use-units";
import { VehicleName } from "~/ui/vehicle-name";

interface MoveEffectViewProps {
  /** null while it is being calculated */
  effect: MoveEffect | "failed" | null;
  /** the route that receives the visits: it comes first, because its sentences decide */
  target: number | null;
  routes: readonly RouteItem[];
  clock: ServiceClock;
}

/** What a move adds, saves and breaks, route by route. */
export function MoveEffectView({ effect, target, routes, clock }: MoveEffectViewProps) {
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
      {targetFirst(effect.routes, target).map((one) => {
        const route = routes.find((item) => item.id === one.routeId);
        return route === undefined ? null : <Effect key={one.routeId} effect={one} route={route} clock={clock} />;
      })}
    </ul>
  );
}

function Effect({ effect, route, clock }: { effect: RouteEffect; route: RouteItem; clock: ServiceClock }) {
  const units = useUnits();
  const { before, after } = effect;
  return (
    <li>
      <span className={styles.effectHead}>
        <ColourDot colour={colourOf(route).fill} square={colourOf(route).square} size={10} />
        <b className="cut">
          <VehicleName name={route.vehicle} plate={route.plate} />
        </b>
      </span>
      {effect.timed ? (
        <span className={`${styles.figures} num`}>
          {effect.about && <span className={styles.dim}>about</span>}
          <span>{formatDelay(after.workSec - before.workSec)}</span>
          <span>{formatDistanceChange(after.distanceM - before.distanceM, units)}</span>
          <span>
            {after.finish === null ? "becomes empty" : <DayTimes text={`ends ${planTime(after.finish, clock)}`} />}
          </span>
        </span>
      ) : (
        <span className={styles.dim}>No times: set where the route starts.</span>
      )}
      <Sentences look={styles.bad} icon="alert" sentences={effect.newlyBroken} />
      <Sentences look={styles.good} icon="check" sentences={effect.healed.map((text) => `No longer: ${text}`)} />
    </li>
  );
}

/** The first few; a large move breaks a rule at every stop. */
function Sentences({
  look,
  icon,
  sentences,
}: {
  look: string | undefined;
  icon: IconName;
  sentences: readonly string[];
}) {
  const { shown, more } = firstFew(sentences);
  return (
    <>
      {shown.map((text) => (
        <span key={text} className={look}>
          <Icon name={icon} size={14} />
          {text}
        </span>
      ))}
      {more > 0 && <span className={styles.dim}>and {formatNumber(more)} more</span>}
    </>
  );
}
