import { paths } from "~/paths";
import { ButtonLink } from "~/ui/button";
import { AppForm, FormActions } from "~/ui/form/app-form";
import { NumberField, TextField } from "~/ui/form/fields";
import { SubmitButton } from "~/ui/form/submit-button";
import type { ActionResult } from "~/lib/action-result";
import type { VisitDetails } from "../queries/visit-details.server";
import styles from "./visit-panel.module.css";

export interface VisitDebugProps {
  details: Pick<VisitDetails, "id" | "routeId"> & { debug: NonNullable<VisitDetails["debug"]> };
  tab: string;
  result: ActionResult<unknown> | null;
}

/** The sudo admin's menu: what is stored, and a way to change it by hand. All times are UTC. */
export function VisitDebug({ details, tab, result }: VisitDebugProps) {
  const { debug } = details;
  const mine = result !== null && !result.ok && result.values?.intent === "debug-visit" ? result : null;
  return (
    <details className={styles.debug} open={mine !== null || undefined}>
      <summary>Debug · visit {details.id}</summary>
      <dl className={styles.debugFacts}>
        <div><dt>Position</dt><dd>{debug.position}</dd></div>
        <div><dt>Last modified</dt><dd>{debug.updatedAt}</dd></div>
        <div><dt>Created</dt><dd>{debug.createdAt}</dd></div>
      </dl>
      <AppForm key={`${debug.position}-${debug.arrivalTime}-${debug.completedAt}`} id="debug" intent="debug-visit" hidden={{ visitId: details.id, tab }} result={mine} aria-label="Debug">
        <NumberField name="position" label="Edit position" decimals={0} min={0} defaultValue={String(debug.position)} />
        <TextField name="arrivalTime" label="arrival_time" placeholder="YYYY-MM-DD HH:mm:ss" defaultValue={debug.arrivalTime ?? ""} maxLength={19} />
        <TextField name="completedAt" label="completed_at" placeholder="YYYY-MM-DD HH:mm:ss" defaultValue={debug.completedAt ?? ""} maxLength={19} />
        <FormActions>
          <ButtonLink to={details.routeId === null ? "." : paths.route(details.routeId, { visit: details.id })} icon="map" disabledReason={details.routeId === null ? "The visit is on no route." : undefined}>Draw route on map</ButtonLink>
          <SubmitButton>Save</SubmitButton>
        </FormActions>
      </AppForm>
    </details>
  );
}
