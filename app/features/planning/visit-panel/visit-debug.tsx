import { formatDuration } from "~/domain/time/format";
import { localTimeOr } from "~/domain/time/time-zone";
import { ButtonLink } from "~/ui/button";
import { AppForm, FormActions } from "~/ui/form/app-form";
import { NumberField, TextField } from "~/ui/form/fields";
import { SubmitButton } from "~/ui/form/submit-button";
import type { ActionResult } from "~/lib/action-result";
import type { VisitDetails } from "./visit-details.server";
import type { VisitLeg } from "./visit-legs";
import styles from "./visit-panel.module.css";
import { formatDistance } from "~/domain/format-units";
import { useUnits } from "~/ui/use-units";

/** The legs of the visit, which the address shows on the map. */
export interface DebugLegs {
  all: readonly VisitLeg[];
  drawn: boolean;
  drawHref: string;
  hideHref: string;
}

interface VisitDebugProps {
  legs: DebugLegs;
  timeZone: string;
  details: Pick<VisitDetails, "id"> & { debug: NonNullable<VisitDetails["debug"]> };
  tab: string;
  result: ActionResult<unknown> | null;
}

/** The sudo admin's menu: what is stored, and fields to change it by hand. All times are UTC. */
export function VisitDebug({ details, legs, timeZone, tab, result }: VisitDebugProps) {
  const units = useUnits();
  const clock = (epoch: number | null) => localTimeOr(epoch, timeZone, "–");
  const { debug } = details;
  const mine = result !== null && !result.ok && result.values?.intent === "visit.debug" ? result : null;
  return (
    <details className={styles.debug} open={mine !== null || legs.drawn || undefined}>
      <summary>Debug · visit {details.id}</summary>
      <dl className={styles.debugFacts}>
        <div>
          <dt>Position</dt>
          <dd>{debug.position}</dd>
        </div>
        <div>
          <dt>Last modified</dt>
          <dd>{debug.updatedAt}</dd>
        </div>
        <div>
          <dt>Created</dt>
          <dd>{debug.createdAt}</dd>
        </div>
      </dl>
      <AppForm
        key={`${debug.position}-${debug.arrivalTime}-${debug.completedAt}`}
        id="debug"
        intent="visit.debug"
        hidden={{ visitId: details.id, tab }}
        result={mine}
        aria-label="Debug"
      >
        <NumberField name="position" label="Edit position" decimals={0} min={0} defaultValue={String(debug.position)} />
        <TextField
          name="arrivalTime"
          label="arrival_time"
          placeholder="YYYY-MM-DD HH:mm:ss"
          defaultValue={debug.arrivalTime ?? ""}
          maxLength={19}
        />
        <TextField
          name="completedAt"
          label="completed_at"
          placeholder="YYYY-MM-DD HH:mm:ss"
          defaultValue={debug.completedAt ?? ""}
          maxLength={19}
        />
        <FormActions>
          <ButtonLink
            to={legs.drawn ? legs.hideHref : legs.drawHref}
            icon="map"
            replace
            preventScrollReset
            disabledReason={legs.all.length === 0 ? "The visit is on no route that has a leg to it." : undefined}
          >
            {legs.drawn ? "Remove route from map" : "Draw route on map"}
          </ButtonLink>
          <SubmitButton>Save</SubmitButton>
        </FormActions>
      </AppForm>
      {legs.drawn &&
        legs.all.map((leg) => (
          <dl
            key={leg.to.id}
            className={`${styles.debugFacts} num`}
            aria-label={`Leg from ${leg.from.name} to ${leg.to.name}`}
          >
            <div>
              <dt>Leg</dt>
              <dd>
                {leg.from.name} → {leg.to.name}
              </dd>
            </div>
            <div>
              <dt>Distance</dt>
              <dd>
                {formatDistance(leg.distanceM, units)} ({leg.distanceM} m)
              </dd>
            </div>
            <div>
              <dt>Travel</dt>
              <dd>
                {formatDuration(leg.travelSec)} ({leg.travelSec} s)
              </dd>
            </div>
            <div>
              <dt>Leaves, arrives</dt>
              <dd>
                {clock(leg.leaves)} – {clock(leg.arrives)}
              </dd>
            </div>
            <div>
              <dt>Line</dt>
              <dd>{leg.points === 0 ? "none, drawn straight" : `${leg.points} points`}</dd>
            </div>
          </dl>
        ))}
    </details>
  );
}
