import { Link } from "@remix-run/react";
import { DayTimes } from "~/ui/day-times";
import type { Aim } from "~/domain/calculation/aim";
import { costInWords } from "~/domain/calculation/cost";
import { comparedTimes } from "~/domain/compared";
import { isDelay } from "~/domain/calculation/delay-words";
import { formatNumber, count } from "~/domain/format-number";
import { formatDuration } from "~/domain/time/format";
import { routeStatusLabel } from "~/domain/route/route-status";
import { planHours, planTime, withDayWords, type ServiceClock } from "~/domain/time/service-clock";
import { windowShort } from "~/domain/time/time-window";
import { fullerLoad } from "~/domain/vehicle/load-share";
import { VisitType } from "~/domain/visit/visit-type";
import { isPast, isUnscheduled } from "~/domain/visit/visit-order";
import { paths } from "~/paths";
import { Menu, type MenuItem } from "~/ui/dialog/menu";
import { Delay, Deviation, LoadBar } from "~/ui/feedback/bars";
import { ColourDot, StopNumber } from "~/ui/feedback/dots";
import { RouteStatusBadge } from "~/ui/feedback/status-badge";
import { Icon } from "~/ui/icons";
import { FailedCount } from "~/ui/feedback/failed-count";
import { colourOf, routeInText } from "../stop-look";
import { openHref, rowId, rowKeyOfGroup, type GroupKey } from "./plan-rows";
import { isAsReported, itemTimes, type RouteItem, type VisitItem } from "../plan-view";
import { workSecOfItem } from "~/features/planning/plan-page/plan-view";
import { StatusMenu } from "./visit-status-menu";
import styles from "./plan-list-rows.module.css";
import { formatDistance } from "~/domain/format-units";
import { useMounted } from "~/ui/use-mounted";
import { useUnits } from "~/ui/use-units";
import { VehicleName } from "~/ui/vehicle-name";

const NAMES: Partial<Record<VisitType, string>> = {
  [VisitType.Start]: "Start",
  [VisitType.End]: "End",
  [VisitType.Break]: "Break",
};

/** '08:05–15:40'; null unless both are known. */
export const routeHours = (
  { start, finish }: Pick<RouteItem, "start" | "finish">,
  clock: ServiceClock,
): string | null => (start === null || finish === null ? null : planHours(start, finish, clock));

/** What the rows can do. Always the same object; menus are made when they open, from the page's data at that moment. */
export interface RowTools {
  fold: (key: GroupKey) => void;
  routeItems: (route: RouteItem) => readonly MenuItem[];
  /** the rules that the route breaks, each with a link to its stop */
  warningItems: (route: RouteItem) => readonly MenuItem[];
  visitItems: (visit: VisitItem, route: RouteItem | null) => readonly MenuItem[];
  statusItems: (visit: VisitItem, route: RouteItem | null) => readonly MenuItem[];
}

interface RouteLineProps {
  route: RouteItem;
  /** of the plan's calculations: what a cost means */
  aim: Aim;
  open: boolean;
  clock: ServiceClock;
  tools: RowTools;
}

/** Vehicle and driver, with the day in figures under them. */
export function RouteLine({ route, aim, open, clock, tools }: RouteLineProps) {
  const units = useUnits();
  const hours = routeHours(route, clock);
  const workSec = workSecOfItem(route);
  const cost = costInWords(aim, route.cost);
  const load = fullerLoad(
    { kg: route.loadKg, m3: route.loadM3, maxKg: route.maxLoadKg, maxM3: route.maxLoadM3 },
    units,
  );
  return (
    <>
      <span role="gridcell" className={styles.fold}>
        <FoldButton group={route.id} label={route.vehicle} open={open} tools={tools} />
        <ColourDot colour={colourOf(route).fill} square={colourOf(route).square} size={12} />
      </span>
      <span role="gridcell" className={styles.main}>
        <span className={styles.line}>
          <Link
            className={`${styles.title} cut`}
            to={paths.route(route.id)}
            tabIndex={-1}
            title={routeInText(route)}
            onClick={(event) => {
              if (!event.ctrlKey && !event.metaKey) event.preventDefault();
            }}
          >
            <VehicleName name={route.vehicle} plate={route.plate} className={styles.vehicle} />
            <span className={styles.driver}>
              {" "}
              · <bdi>{route.driver}</bdi>
            </span>
          </Link>
          <span className={styles.status} title={routeStatusLabel(route.status)}>
            <RouteStatusBadge status={route.status} />
          </span>
          {/* Here it takes room from the title, which can be cut, and not from the figures. */}
          {route.isLocked && (
            <span className={styles.lock}>
              <Icon name="lock" size={16} label="Locked" />
            </span>
          )}
          {route.warnings > 0 && (
            <span className={styles.warnings}>
              <Warnings route={route} tools={tools} />
            </span>
          )}
        </span>
        <span className={`${styles.facts} num`}>
          <span className={styles.stops}>
            {route.done + route.failed > 0 ? `${route.done}/${route.stops}` : route.stops}{" "}
            {route.stops === 1 ? "visit" : "visits"} <FailedCount failed={route.failed} />
          </span>
          {hours !== null && (
            <span className={styles.hours}>
              <DayTimes text={hours} />
            </span>
          )}
          {route.distanceM > 0 && <span className={styles.km}>{formatDistance(route.distanceM, units)}</span>}
          {workSec > 0 && <span className={styles.work}>{formatDuration(workSec)}</span>}
          {load !== null && load.limit > 0 && (
            <span className={styles.load} title={`Load: ${load.text}`}>
              <LoadBar label="Load" used={load.used} limit={load.limit} text={load.text} barOnly width={28} />
            </span>
          )}
          {route.cost > 0 && <span title={cost.counts}>cost {cost.text}</span>}
        </span>
      </span>
      <span role="gridcell" className={styles.end}>
        <span data-row-menu>
          <Menu
            label={`${route.vehicle}: what can be done`}
            items={() => tools.routeItems(route)}
            plain={{ id: "open", label: "Open route page", icon: "external", to: paths.route(route.id) }}
          />
        </span>
      </span>
    </>
  );
}

/** A link before the page's scripts are there: the address says which group is open. */
function FoldButton({
  group,
  label,
  open,
  tools,
}: {
  group: GroupKey;
  label: string;
  open: boolean;
  tools: Pick<RowTools, "fold">;
}) {
  const isMounted = useMounted();
  const look = {
    className: styles.foldButton,
    "data-fold": true,
    "aria-label": `${open ? "Fold" : "Unfold"} ${label}`,
  };
  const icon = <Icon name={open ? "chevron-down" : "chevron-right"} size={16} />;
  if (!isMounted)
    return (
      <Link {...look} to={`${open ? "?" : openHref(group)}#${rowId(rowKeyOfGroup(group))}`}>
        {icon}
      </Link>
    );
  return (
    <button {...look} type="button" tabIndex={-1} onClick={() => tools.fold(group)}>
      {icon}
    </button>
  );
}

/** How many rules the route breaks; opened, it lists which ones and where. */
function Warnings({ route, tools }: Pick<RouteLineProps, "route" | "tools">) {
  const warnings = count(route.warnings, "warning");
  const trigger = (
    <span className={styles.warning}>
      <Icon name="alert" size={16} label={warnings} />
      <span className="num" aria-hidden="true">
        {route.warnings}
      </span>
    </span>
  );
  return (
    <Menu
      label={`${route.vehicle}: ${warnings}`}
      look="bare"
      trigger={trigger}
      items={() => tools.warningItems(route)}
      plain={{ id: "open", label: "Open route page", icon: "external", to: paths.route(route.id) }}
    />
  );
}

interface VisitLineProps {
  visit: VisitItem;
  route: RouteItem | null;
  clock: ServiceClock;
  href: string;
  tools: RowTools;
}

/** One stop: number, name, time, window, status; under the name what is wrong with it. */
export function VisitLine({ visit, route, clock, href, tools }: VisitLineProps) {
  const colour = colourOf(route);
  const typeName = NAMES[visit.type];
  // Start and end follow the route; a break can be taken or moved like any stop.
  const acts = typeName === undefined || visit.type === VisitType.Break;
  // A break has no panel, so that what can be done with it stands here without scripts too.
  const open: MenuItem = { id: "open", label: "Open", icon: "edit", to: href };
  // The delay replaces the window: the name needs the room of both.
  // Of a past visit it is the deviation from the plan, beside its time; how late it was is in its note.
  const delay = isPast(visit) ? undefined : visit.lateSec;
  const isOff = delay !== undefined || (visit.offSec !== undefined && comparedTimes(visit.offSec) !== "equal");
  // What is said beside the name is not said under it again.
  const broken = visit.broken?.filter((sentence) => delay === undefined || !isDelay(sentence)) ?? [];
  const note = visit.reason ?? ([...broken, visit.far].filter(Boolean).join(" · ") || undefined);
  return (
    <>
      <span role="gridcell" className={styles.number}>
        {typeName === undefined ? (
          <StopNumber
            label={visit.label > 0 && route !== null ? visit.label : "–"}
            colour={colour.fill}
            square={colour.square}
            textColour={colour.text}
          />
        ) : (
          <Icon
            name={visit.type === VisitType.Break ? "cup" : visit.type === VisitType.Start ? "play" : "flag"}
            size={16}
          />
        )}
      </span>
      <span role="gridcell" className={styles.main} data-mark={typeName !== undefined || undefined}>
        {typeName === undefined ? (
          <Link
            to={href}
            tabIndex={-1}
            preventScrollReset
            className={`${styles.name} cut`}
            title={visit.name}
            onClick={(event) => {
              if (!event.ctrlKey && !event.metaKey) event.preventDefault();
            }}
          >
            {visit.name}
          </Link>
        ) : (
          <span className="cut">{typeName}</span>
        )}
        {(note !== undefined || visit.code !== undefined) && (
          <span className={`${styles.under} cut`} title={[visit.code, note].filter(Boolean).join(" · ")}>
            {visit.code !== undefined && (
              <span className={`${styles.code} num`}>
                <span className="visually-hidden">Order </span>
                {visit.code}
              </span>
            )}
            {note !== undefined && <span className={styles.note}>{note}</span>}
          </span>
        )}
      </span>
      <span role="gridcell" className={`${styles.end} num`}>
        <Times visit={visit} route={route} clock={clock} />
        {isOff ? (
          <span className={styles.off}>
            {delay !== undefined && <Delay seconds={delay} />}
            {visit.offSec !== undefined && <Deviation seconds={visit.offSec} />}
          </span>
        ) : (
          typeName === undefined && (
            <span className={styles.window} title="Time window">
              {windowShort(visit.from, visit.to)}
            </span>
          )
        )}
        {acts && (
          <StatusMenu
            visit={visit}
            name={typeName}
            route={route}
            items={() => tools.statusItems(visit, route)}
            plain={typeName === undefined ? open : tools.statusItems(visit, route)}
            compact
          />
        )}
        {acts && (
          <span data-row-menu>
            <Menu
              label={`${typeName ?? visit.name}: what can be done`}
              items={() => tools.visitItems(visit, route)}
              plain={typeName === undefined ? open : tools.visitItems(visit, route)}
            />
          </span>
        )}
      </span>
    </>
  );
}

const TIME_TITLES = {
  ETA: "ETA: planned arrival",
  ATA: "ATA: actual time, when it was completed",
  Begin: "Begin",
  Departure: "Departure: when the route sets off",
};

const LEG_TITLES = {
  measuring: "An estimate: the way to this stop is being measured",
  estimate: "An estimate: the road data knows no way to this stop",
};

/** The stop's time with its meaning under it, or, where the vehicle waits, the begin of the service. */
function Times({ visit, route, clock }: Pick<VisitLineProps, "visit" | "route" | "clock">) {
  const times = isUnscheduled(visit) ? null : itemTimes(visit);
  if (times === null) return null;
  const begin = planTime(times.begin, clock);
  // Where it is expected at another time than planned, the planned begin has moved as well.
  const waits = times.waits && visit.live === undefined;
  const named =
    visit.live !== undefined
      ? `${times.label}: expected now, planned ${withDayWords(planTime(times.shown, clock))}`
      : isAsReported(visit, route)
        ? `${TIME_TITLES[times.label]}, as of the last report`
        : TIME_TITLES[times.label];
  const title = waits ? `${named}; the service begins at ${withDayWords(begin)}` : named;
  return (
    <span className={styles.times} title={visit.leg === undefined ? title : `${title}. ${LEG_TITLES[visit.leg]}`}>
      <span className={styles.time}>
        <span className="visually-hidden">{times.label} </span>
        {visit.leg !== undefined && "≈ "}
        <DayTimes text={planTime(visit.live ?? times.shown, clock)} />
      </span>
      {waits ? (
        <span className={styles.timeNote}>
          <DayTimes text={`begin ${begin}`} />
        </span>
      ) : (
        <span className={styles.timeNote} aria-hidden="true">
          {times.label}
        </span>
      )}
    </span>
  );
}

/** Of visits without a route, and of routes without visits. */
export function GroupLine({
  group,
  count,
  open,
  label,
  tools,
  href,
}: {
  group: GroupKey;
  count: number;
  open: boolean;
  label: string;
  tools: RowTools;
  /** a page about them */
  href?: string;
}) {
  return (
    <>
      <span role="gridcell" className={styles.fold}>
        <FoldButton group={group} label={label} open={open} tools={tools} />
      </span>
      <span role="gridcell" className={styles.main}>
        <span className={styles.line}>
          <span className={styles.vehicle}>
            {label} <span className="num">{formatNumber(count)}</span>
          </span>
        </span>
      </span>
      <span role="gridcell" className={styles.end}>
        {href !== undefined && (
          <Link to={href} className={styles.more} tabIndex={-1} onClick={(event) => event.stopPropagation()}>
            Details
          </Link>
        )}
      </span>
    </>
  );
}
