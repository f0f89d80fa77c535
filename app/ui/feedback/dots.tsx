import { routeColor } from "~/domain/route/route-palette";
import { routesInUse } from "~/domain/route/route-count";
import { routeColours } from "~/ui/route-colours";
import styles from "./feedback.module.css";

/** A dot in a route's colour, or in a status'. Beside it there is always a word or a number. */
export function ColourDot({
  colour,
  square,
  size = 10,
  label,
}: {
  colour: string;
  square?: boolean | undefined;
  size?: number;
  label?: string;
}) {
  return (
    <span
      className={`${styles.dot} route-colour`}
      data-square={square || undefined}
      style={{ width: size, height: size, ...routeColours(colour) }}
      title={label}
      aria-label={label}
      role={label === undefined ? undefined : "img"}
    />
  );
}

/** A stop's number on its route's colour; the same marker as on the map. */
export function StopNumber({
  label,
  colour,
  square,
  textColour = "#ffffff",
}: {
  label: string | number;
  colour: string;
  square?: boolean | undefined;
  textColour?: string;
}) {
  return (
    <span
      className={`${styles.stopNumber} num route-colour`}
      data-square={square || undefined}
      style={routeColours(colour, textColour)}
    >
      {label}
    </span>
  );
}

/** The routes of a plan as dots in the colours that they have on the plan's map. */
export function RoutesDots({
  routes,
  max = 10,
}: {
  /** In the order of the plan. */
  routes: readonly { isEmpty: boolean }[];
  max?: number;
}) {
  const rest = routes.length - max;
  const words = routesInUse(routes.filter(({ isEmpty }) => !isEmpty).length, routes.length);
  return (
    <span className={styles.dots} title={words}>
      <span className="visually-hidden">{words}</span>
      {routes.slice(0, max).map((route, index) => (
        <ColourDot key={index} colour={routeColor(index, route.isEmpty).fill} size={8} />
      ))}
      {rest > 0 && (
        <span className={`${styles.more} num`} aria-hidden="true">
          +{rest}
        </span>
      )}
      {routes.length === 0 && <span aria-hidden="true">–</span>}
    </span>
  );
}
