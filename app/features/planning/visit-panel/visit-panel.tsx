import { useState } from "react";
import { Form, Link, useLocation, useNavigation } from "@remix-run/react";
import { DayTimes } from "~/ui/day-times";
import type { BaseMap } from "~/domain/base-map";
import type { UnservedReason } from "~/domain/calculation/reasons";
import { moreVehicles } from "~/domain/calculation/shown-sentences";
import type { ActionResult } from "~/lib/action-result";
import { formatDuration } from "~/domain/time/format";
import { windowShort } from "~/domain/time/time-window";
import { planTimeOr, type ServiceClock } from "~/domain/time/service-clock";
import { parseUtcText } from "~/domain/time/utc-text";
import { formatDayTime } from "~/domain/time/day-words";
import { reportWords } from "~/domain/visit/reported-place";
import { pastPanel } from "~/domain/visit/visit-display";
import { isLocationVisit, isPast, isScheduled } from "~/domain/visit/visit-order";
import { VisitStatus } from "~/domain/visit/visit-status";
import { canRemoveVisit, canCallIn, canChangeRoute, canSetOnRoute } from "~/domain/visit/visit-permissions";
import { refusalMessage } from "~/domain/decision";
import { paths } from "~/paths";
import { useLiveChanges } from "~/realtime/use-live";
import { Button, ButtonLink } from "~/ui/button";
import { SidePanel } from "~/ui/dialog/side-panel";
import { Deviation } from "~/ui/feedback/bars";
import { FormSkeleton } from "~/ui/page/skeletons";
import { useUnits } from "~/ui/use-units";
import { isAsReported, itemTimes, type RouteItem, type VisitItem } from "../plan-page/plan-view";
import { missesWindow } from "../plan-page/stop-look";
import type { VisitDetails } from "./visit-details.server";
import { MARK_DONE_DIALOG } from "./mark-done-dialog";
import { UPLOAD_DIALOG } from "./upload-dialog";
import { useVisitDetails } from "./use-visit-details";
import { CopyLinkButton } from "~/ui/copy-link";
import { RecipientReply } from "~/ui/recipient-reply";
import { VisitAttachments } from "./visit-attachments";
import { VisitDebug, type DebugLegs } from "./visit-debug";
import { VisitForm } from "./visit-form";
import { VisitStatusMenu } from "../plan-page/list/visit-status-menu";
import { VisitMessages } from "./visit-messages";
import { VisitMove } from "./visit-move";
import { PageFields } from "~/ui/form/page-fields";
import { VehicleName } from "~/ui/vehicle-name";
import styles from "./visit-panel.module.css";

interface VisitPanelProps {
  visit: VisitItem;
  route: RouteItem | null;
  routes: readonly RouteItem[];
  /** null until they are loaded */
  details: VisitDetails | null;
  clock: ServiceClock;
  /** for the debug menu */
  legs: DebugLegs;
  map: BaseMap;
  center?: { lat: number; lng: number };
  values: Record<string, string | number>;
  result: ActionResult<unknown> | null;
  href: (dialog: string, params: Record<string, string>) => string;
  closeTo: string;
  onClose: () => void;
}

export function VisitPanel(props: VisitPanelProps) {
  const { visit, route, clock, onClose, closeTo, href, values } = props;
  const { timeZone } = clock;
  const { pathname } = useLocation();
  const details = useVisitDetails(visit.id, props.details);
  useLiveChanges((event) => event.model === "RecipientMessage" && event.ids.includes(visit.id));
  const dialog = (name: string) => href(name, { visit: String(visit.id) });
  const tab = String(values.tab ?? "");
  return (
    <SidePanel
      title={visit.name}
      subtitle={
        <span className={styles.subtitle}>
          <VisitStatusMenu visit={visit} route={route} values={values} failHref={dialog("fail-visit")} />
          {route !== null && (
            <span>
              {visit.label > 0 ? `${visit.label} · ` : ""}
              <VehicleName name={route.vehicle} plate={route.plate} />
            </span>
          )}
          {visit.code !== undefined && <span className="num">Order {visit.code}</span>}
          {details?.debug && <span className="num">Id {visit.id}</span>}
        </span>
      }
      closeTo={closeTo}
      onClose={onClose}
      footer={
        <>
          <ButtonLink
            kind="quiet"
            icon="trash"
            to={dialog("remove-visit")}
            preventScrollReset
            disabledReason={refusalMessage(canRemoveVisit(visit, route)) ?? undefined}
          >
            Remove
          </ButtonLink>
          {isLocationVisit(visit) && <CopyLinkButton kind="quiet" of={{ kind: "visit", id: visit.id }} />}
          <Unassign visit={visit} route={route} values={values} />
        </>
      }
    >
      <div className={styles.sections}>
        <Times visit={visit} clock={clock} />
        {route !== null && isAsReported(visit, route) && (
          <p className={styles.asReported}>
            As of the last report. <Link to={paths.tracking({ route: route.id })}>Tracking</Link> has the arrival as it
            is expected now.
          </p>
        )}
        {details !== null && isPast(visit) && <Past details={details} timeZone={timeZone} />}
        {details !== null && details.reply !== null && (
          <section aria-label="What the recipient says">
            <h3 style={{ margin: "0 0 4px", fontSize: "var(--app-text-m)" }}>What the recipient says</h3>
            <RecipientReply reply={details.reply} />
          </section>
        )}
        {visit.reason !== undefined && <p className={styles.reason}>{visit.reason}</p>}
        {details?.unservedReason && details.unservedReason.vehicles.length > 1 && (
          <Reasons reason={details.unservedReason} routes={props.routes} />
        )}
        {visit.broken !== undefined && (
          <ul className={styles.broken}>
            {visit.broken.map((text) => (
              <li key={text}>{text}</li>
            ))}
          </ul>
        )}
        <Report
          visit={visit}
          route={route}
          values={values}
          dialog={dialog}
          needsProof={details !== null && details.confirmation.length > 0}
        />
        <VisitMove
          key={`${visit.id}-${visit.routeId}-${visit.position}`}
          visit={visit}
          route={route}
          routes={props.routes}
          values={values}
          clock={clock}
        />
        {details !== null && (
          <VisitAttachments
            details={details}
            timeZone={timeZone}
            tab={tab}
            uploadHref={dialog(UPLOAD_DIALOG)}
            returnTo={`${pathname}?visit=${visit.id}`}
          />
        )}
        {details !== null && (
          <VisitMessages details={details} timeZone={timeZone} values={values} result={props.result} />
        )}
        {details === null ? (
          <FormSkeleton fields={6} />
        ) : (
          <VisitForm
            key={visit.id}
            details={details}
            map={props.map}
            center={props.center}
            tab={tab}
            result={props.result}
          />
        )}
        {details?.debug && (
          <VisitDebug
            details={{ ...details, debug: details.debug }}
            legs={props.legs}
            timeZone={timeZone}
            tab={tab}
            result={props.result}
          />
        )}
      </div>
    </SidePanel>
  );
}

/** Arrival, begin and end, each with its name; the window applies to the begin. */
function Times({ visit, clock }: { visit: VisitItem; clock: ServiceClock }) {
  const at = (epoch: number | undefined) => <DayTimes text={planTimeOr(epoch, clock, "–")} />;
  const times = itemTimes(visit);
  // Begin and end are the plan's, also where it is expected at another time.
  const planned = visit.live === undefined ? null : <span className={styles.planned}>planned </span>;
  return (
    <dl className={`${styles.times} num`}>
      <div>
        <dt>
          <abbr title={visit.live === undefined ? "Planned arrival" : "Expected now"}>ETA</abbr>
        </dt>
        <dd>
          {at(visit.live ?? visit.eta)}
          {visit.live !== undefined && <span className={styles.planned}> planned {at(visit.eta)}</span>}
        </dd>
      </div>
      {visit.ata !== undefined && (
        <div>
          <dt>
            <abbr title="Actual time, when it was completed">ATA</abbr>
          </dt>
          <dd>
            {at(visit.ata)} {visit.eta !== undefined && <Deviation seconds={visit.offSec ?? 0} alwaysShow />}
          </dd>
        </div>
      )}
      <div>
        <dt>Begin</dt>
        <dd>
          {planned}
          {at(times?.begin)}
        </dd>
      </div>
      <div>
        <dt>End</dt>
        <dd>
          {planned}
          {at(times?.end)}
        </dd>
      </div>
      <div>
        <dt>Window</dt>
        <dd>
          {windowShort(visit.from, visit.to)}
          {missesWindow(visit, clock.timeZone) && <span className={styles.outside}> missed</span>}
        </dd>
      </div>
      <div>
        <dt>Waiting</dt>
        <dd>{formatDuration(visit.waitSec)}</dd>
      </div>
      <div>
        <dt>Service</dt>
        <dd>{formatDuration(visit.serviceSec)}</dd>
      </div>
    </dl>
  );
}

function Past({ details, timeZone }: { details: VisitDetails; timeZone: string }) {
  const at = parseUtcText(details.completedAt);
  const panel = pastPanel(details, at === null ? "–" : formatDayTime(at, timeZone));
  const from = reportWords(details, useUnits());
  if (panel === null) return null;
  return (
    <div className={styles.past} data-failed={details.status === VisitStatus.Failed || undefined}>
      <b>{panel.title}</b> <span>{panel.when}</span>
      {panel.detail !== null && <div>{panel.detail}</div>}
      {details.status === VisitStatus.Delivered && details.signatureName !== "" && (
        <div>Signed by {details.signatureName}</div>
      )}
      {from !== null && <div className={from.isFar ? styles.far : undefined}>{from.words}</div>}
    </div>
  );
}

function Reasons({ reason, routes }: { reason: UnservedReason; routes: readonly RouteItem[] }) {
  const more = moreVehicles(reason);
  const nameOf = (id: number) => routes.find((route) => route.id === id)?.vehicle ?? "A removed route";
  return (
    <details className={styles.reasons}>
      <summary>Why not, vehicle by vehicle</summary>
      <ul>
        {reason.vehicles.map((one) => (
          <li key={one.routeId}>
            <b>{nameOf(one.routeId)}</b>: {one.message}
          </li>
        ))}
        {more !== null && <li>{more}</li>}
      </ul>
    </details>
  );
}

interface PartProps {
  visit: VisitItem;
  route: RouteItem | null;
  values: Record<string, string | number>;
}

function Hidden({ values }: { values: Record<string, string | number> }) {
  return (
    <>
      {Object.entries(values).map(([name, value]) => (
        <input key={name} type="hidden" name={name} value={String(value)} />
      ))}
    </>
  );
}

/** Done, failed, on route again, set by the dispatcher for drivers who call in. */
function Report({
  visit,
  route,
  values,
  dialog,
  needsProof,
}: PartProps & { dialog: (name: string) => string; needsProof: boolean }) {
  const busy = useNavigation().state === "submitting";
  if (route === null || !isScheduled(visit)) return null;
  const reason = refusalMessage(canCallIn(route)) ?? undefined;
  return (
    <div className={styles.buttons}>
      <Form method="post" preventScrollReset>
        <PageFields />
        <Hidden values={{ ...values, visitId: visit.id }} />
        <div className={styles.buttons}>
          {visit.status !== VisitStatus.Delivered && !needsProof && (
            <Button type="submit" name="intent" value="visit.done" icon="check" disabled={busy} disabledReason={reason}>
              Done
            </Button>
          )}
          {visit.status !== VisitStatus.Delivered && needsProof && (
            <ButtonLink to={dialog(MARK_DONE_DIALOG)} icon="check" preventScrollReset disabledReason={reason}>
              Done…
            </ButtonLink>
          )}
          {isPast(visit) && (
            <Button
              type="submit"
              name="intent"
              value="visit.on_route"
              icon="undo"
              disabled={busy}
              disabledReason={refusalMessage(canSetOnRoute(visit, route)) ?? undefined}
            >
              On route again
            </Button>
          )}
        </div>
      </Form>
      {visit.status !== VisitStatus.Failed && (
        <ButtonLink to={dialog("fail-visit")} icon="close" preventScrollReset disabledReason={reason}>
          Failed
        </ButtonLink>
      )}
    </div>
  );
}

function Unassign({ visit, route, values }: PartProps) {
  const [sent, setSent] = useState(false);
  if (route === null) return null;
  const reason = refusalMessage(canChangeRoute(visit, route)) ?? undefined;
  return (
    <Form method="post" preventScrollReset onSubmit={() => setSent(true)}>
      <PageFields />
      <Hidden values={{ ...values, visitId: visit.id }} />
      <Button
        type="submit"
        name="intent"
        value="visit.unassign"
        icon="minus"
        disabledReason={reason}
        loading={sent && visit.routeId === route.id ? undefined : false}
      >
        Unschedule
      </Button>
    </Form>
  );
}
