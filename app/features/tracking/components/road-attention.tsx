import { withDayWords } from "~/domain/time/service-clock";
import { DayTimes } from "~/ui/day-times";
import type { ActionResult } from "~/lib/action-result";
import { AttentionKind } from "~/domain/route/predicted-lateness";
import { paths } from "~/paths";
import { useTabId } from "~/realtime/use-live";
import { ButtonLink } from "~/ui/button";
import { AppForm } from "~/ui/form/app-form";
import { SubmitButton } from "~/ui/form/submit-button";
import type { IconName } from "~/ui/icons";
import { VehicleName } from "~/ui/vehicle-name";
import type { RoadAttention, RouteState, TrackedStop } from "../tracking-view";
import type { AttentionRow } from "./attention-list";
import { CallLink } from "./call-link";
import type { Hovers } from "./live-map";
import styles from "./attention.module.css";

interface Context {
  states: readonly RouteState[];
  nowSec: number;
  hovers: Hovers;
  result: ActionResult<unknown> | null;
}

const LOOKS: Readonly<Record<AttentionKind, { icon: IconName; tone: AttentionRow["tone"]; answers: boolean }>> = {
  [AttentionKind.Late]: { icon: "clock", tone: "red", answers: true },
  [AttentionKind.Promise]: { icon: "clock", tone: "amber", answers: true },
  [AttentionKind.NoReport]: { icon: "help", tone: "amber", answers: false },
  [AttentionKind.NoPosition]: { icon: "gps", tone: "grey", answers: false },
};

/** Vehicles that are not heard of stand behind all that is due within this time. */
const QUIET_SEC = 25 * 60;

/** What the road itself asks for attention: each thing in words, with its answers. */
export function roadAttentionRows(items: readonly RoadAttention[], context: Context): AttentionRow[] {
  const byId = new Map(context.states.map((state) => [state.route.id, state]));
  const { hovers, nowSec } = context;
  return items.flatMap((item): AttentionRow[] => {
    const state = byId.get(item.routeId);
    if (state === undefined) return [];
    const { icon, tone, answers } = LOOKS[item.kind];
    const isOfStop = item.kind !== AttentionKind.NoPosition;
    const stop = isOfStop ? state.stops.find(({ id }) => id === item.visitId) : undefined;
    return [
      {
        key: item.key,
        title: `${state.route.vehicle}: ${withDayWords(item.sentence)}`,
        dueSec: nowSec + (answers ? item.minutes * 60 : QUIET_SEC),
        icon,
        tone,
        seen: item.seen,
        onHover: (on) => (stop ? hovers.stop.set(on ? stop.id : null) : hovers.route.set(on ? item.routeId : null)),
        node: <Answers item={item} state={state} stop={stop} result={context.result} />,
      },
    ];
  });
}

interface AnswersProps {
  item: RoadAttention;
  state: RouteState;
  stop: TrackedStop | undefined;
  result: ActionResult<unknown> | null;
}

function Answers({ item, state: { route, next }, stop, result }: AnswersProps) {
  const tab = useTabId();
  const offersMove = LOOKS[item.kind].answers;
  return (
    <>
      <span className={`${styles.title} num`}>
        <DayTimes text={item.sentence} />
      </span>
      <span className={styles.soft}>
        <VehicleName name={route.vehicle} plate={route.plate} />
        {stop !== undefined && stop.label > 0 && `, stop ${stop.label}`}
        <CallLink phone={route.driverPhone} whom={route.driver} words="Driver" />
        {stop?.phone !== undefined && <CallLink phone={stop.phone} whom={stop.name} words="Recipient" />}
      </span>
      {item.seen !== null && <span className={styles.soft}>{item.seen}</span>}
      <AppForm
        layout="inline"
        hidden={{ tab, routeId: route.id, key: item.key }}
        result={result?.ok === false && result.values?.key === item.key ? result : null}
        id={`attention-${item.key.replace(":", "-")}`}
        aria-label={`${route.vehicle}: ${withDayWords(item.sentence)}`}
        keepPlace
      >
        {offersMove && (
          <SubmitButton
            kind="plain"
            intent="route.recalculate_rest"
            title={`Find the best order for the rest of ${route.vehicle}`}
          >
            Recalculate
          </SubmitButton>
        )}
        {offersMove && stop !== undefined && stop.id !== next?.id && (
          <ButtonLink to={paths.moveStop(stop.id)}>Move…</ButtonLink>
        )}
        {item.seen === null && (
          <SubmitButton kind="plain" intent="attention.seen">
            Seen
          </SubmitButton>
        )}
      </AppForm>
    </>
  );
}
