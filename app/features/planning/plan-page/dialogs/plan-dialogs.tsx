import { isolated } from "~/lib/isolated";
import { shownGroups } from "~/lib/shown-values";
import { useState } from "react";
import type { BaseMap } from "~/domain/base-map";
import { refusalOf } from "~/lib/action-result";
import type { ActionResult } from "~/lib/action-result";
import { EDIT_DIALOG_WIDTH_PX, NO_DRIVER, NO_VEHICLE } from "~/domain/constants";
import { addDays } from "~/domain/time/calendar";
import { todayIn } from "~/domain/time/time-zone";
import type { Booking } from "~/domain/route/double-booking";
import { erasedReports, startsEarly } from "~/domain/route/route-questions";
import { FINISH_ROUTE, REMOVE_ALL_VISITS, START_ROUTE } from "~/domain/route/route-transitions";
import { isNotLocked } from "~/domain/route/route-gate";
import { lastPlanDay, removePlanQuestion } from "~/domain/plan/plan-rules";
import { ENTER_TITLE } from "~/domain/validation/text";
import { useSearchParams } from "@remix-run/react";
import { ConfirmDialog } from "~/ui/dialog/confirm-dialog";
import { FormDialog } from "~/ui/dialog/form-dialog";
import { useDialogUrl } from "~/ui/dialog/use-dialog-url";
import { CheckboxField, DateField, TextField } from "~/ui/form/fields";
import { formatDay } from "~/domain/time/day-words";
import { refusalMessage } from "~/domain/decision";
import { SelectField } from "~/ui/form/select-field";
import type { RouteItem } from "../plan-view";
import { routeInText } from "../stop-look";
import { bookingsOfDay, choicesWithBookings, type PlanOfDay } from "./booked-choices";
import { versionSeen } from "./version-seen";
import { withCurrent } from "./with-current";
import { NEW_VISIT, VisitFields } from "../../visit-panel/visit-form";

/** Parameters of the dialogs, removed from the address when one closes. */
export const DIALOG_PARAMS = ["route", "visit", "report", "reason"] as const;

const CHANGE_ROUTE = "change-route";

interface Shared {
  version: number;
  tab: string;
  result: ActionResult<unknown> | null;
}

interface PlanDialogsProps extends Shared {
  plan: { id: number; title: string; serviceDate: string; nowSec: number; timeZone: string };
  routes: readonly RouteItem[];
  vehicles: readonly { id: number; label: string; title: string }[];
  /** routes of other plans of the day */
  elsewhere: readonly Booking[];
  /** the company's defaults for a visit */
  newVisit: { serviceTime: number };
  map: BaseMap;
  center?: { lat: number; lng: number };
}

/** The dialogs about the plan itself; each has an address. */
export function PlanDialogs({
  plan,
  routes,
  vehicles,
  elsewhere,
  newVisit,
  version,
  tab,
  result,
  map,
  center,
}: PlanDialogsProps) {
  const { name } = useDialogUrl(DIALOG_PARAMS);
  const shared = { version, tab, result };
  return (
    <>
      <NameDialogs plan={plan} {...shared} />
      {name === "add-routes" && (
        <AddRoutesDialog
          vehicles={choicesWithBookings(
            vehicles.filter((vehicle) => !routes.some((route) => route.vehicleId === vehicle.id)),
            "vehicleId",
            { plan, day: elsewhere },
          )()}
          {...shared}
        />
      )}
      <FormDialog
        name="add-visit"
        title="Add a visit"
        submitLabel="Add visit"
        intent="visit.add"
        hidden={{ version, tab }}
        result={result}
        width={560}
      >
        <VisitFields visit={{ ...NEW_VISIT, ...newVisit }} map={map} center={center} />
      </FormDialog>
      <FormDialog
        name="duplicate-plan"
        title="Duplicate to another day"
        submitLabel="Duplicate"
        intent="plan.duplicate"
        hidden={{ tab }}
        result={result}
        width={400}
        description="The same visits, and a route for each vehicle, for another day. This plan stays as it is."
      >
        <TextField name="title" label="Title" defaultValue={plan.title} required />
        <DateField
          name="serviceDate"
          label="Date"
          required
          min={dayAfter(plan, 0)}
          max={lastPlanDay(dayAfter(plan, 0))}
          defaultValue={dayAfter(plan, 1)}
        />
        <CheckboxField
          name="keepRoutes"
          label="Keep the routes"
          help="The visits stay on their routes in the same order, with new times. Otherwise they are unscheduled."
          defaultChecked
        />
      </FormDialog>
      <ConfirmDialog
        name="remove-all-visits"
        title="Confirmation"
        question={REMOVE_ALL_VISITS}
        confirmLabel="Remove"
        danger
        intent="plan.remove_visits"
        hidden={{ version, tab }}
        result={result}
      >
        {routes.some((route) => route.isLocked) && <p style={{ margin: 0 }}>Locked routes keep their visits.</p>}
      </ConfirmDialog>
    </>
  );
}

/** Rename and remove, which the plan list has too. */
export function NameDialogs({ plan, version, tab, result }: Shared & { plan: { id: number; title: string } }) {
  const { name } = useDialogUrl(DIALOG_PARAMS);
  return (
    <>
      {name === "rename-plan" && <RenameDialog key={plan.id} plan={plan} version={version} tab={tab} result={result} />}
      <ConfirmDialog
        name="remove-plan"
        question={removePlanQuestion(plan).text}
        confirmLabel="Remove"
        danger
        intent="plan.remove"
        params={["id"]}
        hidden={{ planId: plan.id, tab }}
        result={result}
      />
    </>
  );
}

function RenameDialog({ plan, version, tab, result }: Shared & { plan: { id: number; title: string } }) {
  const [seen] = useState({ title: plan.title, version });
  return (
    <FormDialog
      name="rename-plan"
      title="Rename"
      intent="plan.rename"
      params={["id"]}
      hidden={{ planId: plan.id, version: versionSeen(result, "plan.rename", seen.version), tab }}
      result={result}
      width={EDIT_DIALOG_WIDTH_PX}
    >
      <TextField name="title" label="Title" defaultValue={seen.title} required emptyMessage={ENTER_TITLE} autoFocus />
    </FormDialog>
  );
}

function AddRoutesDialog({
  vehicles,
  version,
  tab,
  result,
}: Shared & { vehicles: readonly { id: number; label: string; title: string }[] }) {
  return (
    <FormDialog
      name="add-routes"
      title="Add vehicles as routes"
      submitLabel="Add"
      intent="route.add"
      hidden={{ version, tab }}
      result={result}
      description={
        vehicles.length === 0 ? undefined : "Each chosen vehicle becomes an empty route with its own driver."
      }
      actions={vehicles.length === 0 ? <span /> : undefined}
    >
      {vehicles.length === 0 ? (
        <p style={{ margin: 0 }}>Every active vehicle has a route in this plan already.</p>
      ) : (
        <div style={{ display: "grid", gap: 8, maxHeight: 320, overflowY: "auto", padding: 4, margin: -4 }}>
          {vehicles.map((vehicle) => (
            <CheckboxField
              key={vehicle.id}
              name="vehicleIds"
              value={String(vehicle.id)}
              postOff={false}
              label={vehicle.label}
              help={vehicle.title === "" || vehicle.label.endsWith(vehicle.title) ? undefined : vehicle.title}
            />
          ))}
        </div>
      )}
    </FormDialog>
  );
}

interface RouteDialogsProps extends Shared {
  plan: PlanOfDay & { daysAhead: number };
  routes: readonly RouteItem[];
  choices: {
    vehicles: readonly { id: number; label: string }[];
    /** vehicles of routes that can no longer be chosen */
    former: readonly { id: number; label: string }[];
    drivers: readonly { id: number; name: string }[];
    /** routes of other plans of the day */
    elsewhere: readonly Booking[];
  };
}

/** The dialogs about one route (`?route=`). */
export function RouteDialogs({ plan, routes, choices, version, tab, result }: RouteDialogsProps) {
  const [params] = useSearchParams();
  const dialog = useDialogUrl(DIALOG_PARAMS);
  const route = routes.find((one) => String(one.id) === params.get("route"));
  if (route === undefined) return null;
  const ask = { params: DIALOG_PARAMS, result, hidden: { routeId: route.id, version, tab, confirmed: 1 } };
  const name = routeInText(route);
  const early = startsEarly(formatDay(plan.serviceDate), plan.daysAhead);
  const erased = erasedReports(route);
  return (
    <>
      <ConfirmDialog name="start-route" question={START_ROUTE} confirmLabel="Start" intent="route.start" {...ask}>
        {early !== null && (
          <p style={{ margin: 0 }}>
            <b>{early}</b>
          </p>
        )}
        <p style={{ margin: 0 }}>{name}</p>
      </ConfirmDialog>
      <ConfirmDialog name="finish-route" question={FINISH_ROUTE} confirmLabel="Finish" intent="route.finish" {...ask}>
        <p style={{ margin: 0 }}>{name}</p>
      </ConfirmDialog>
      <ConfirmDialog
        name="reset-route"
        question={`Reset ${isolated(route.vehicle)}? Its visits become unscheduled.`}
        confirmLabel="Reset"
        danger
        intent="route.reset"
        {...ask}
      >
        {erased !== null && (
          <p style={{ margin: 0 }}>
            <b>{erased}</b>
          </p>
        )}
      </ConfirmDialog>
      <ConfirmDialog
        name="remove-route-visits"
        title="Confirmation"
        question={REMOVE_ALL_VISITS}
        confirmLabel="Remove"
        danger
        intent="route.remove_visits"
        {...ask}
      >
        <p style={{ margin: 0 }}>{name}</p>
      </ConfirmDialog>
      <ConfirmDialog
        name="remove-route"
        question={`Do you want to remove ${isolated(route.vehicle)}?`}
        confirmLabel="Remove"
        danger
        intent="route.remove"
        {...ask}
      >
        <p style={{ margin: 0 }}>Its visits stay in the plan, unscheduled.</p>
      </ConfirmDialog>
      {dialog.name === CHANGE_ROUTE && (
        <ChangeRouteDialog
          key={route.id}
          plan={plan}
          route={route}
          routes={routes}
          choices={choices}
          version={version}
          tab={tab}
          result={result}
          onDone={dialog.close}
        />
      )}
    </>
  );
}

/** It keeps the plan's version from when it opened: what others choose meanwhile must not be saved over unseen. */
function ChangeRouteDialog({
  plan,
  route,
  routes,
  choices,
  version,
  tab,
  result,
  onDone,
}: RouteDialogsProps & { route: RouteItem; onDone: () => void }) {
  const [opened] = useState(version);
  const { vehicleId, driverId } = route;
  // What was posted and refused is still a choice: without it the list would show, and post, another one.
  const isKept = (id: number) =>
    id === vehicleId || String(id) === refusalOf(result, "route.change")?.values?.vehicleId;
  const former = choices.former.filter(({ id }) => isKept(id));
  const isOthers = (id: number) => routes.some((one) => one.id !== route.id && one.vehicleId === id);
  const free = choices.vehicles.filter(({ id }) => isKept(id) || !isOthers(id));
  const booked = { plan, day: bookingsOfDay(plan, routes, choices.elsewhere) };
  return (
    <FormDialog
      name={CHANGE_ROUTE}
      title="Vehicle and driver"
      intent="route.change"
      params={DIALOG_PARAMS}
      hidden={{ routeId: route.id, version: versionSeen(result, "route.change", opened), tab }}
      shown={shownGroups({ vehicleId, driverId })}
      result={result}
      width={400}
      onDone={onDone}
    >
      <SelectField
        name="vehicleId"
        label="Vehicle"
        defaultValue={vehicleId === null ? "" : String(vehicleId)}
        emptyLabel={NO_VEHICLE}
        disabled={!isNotLocked(route).ok}
        help={refusalMessage(isNotLocked(route)) ?? "Times and distances follow at once, in the present order."}
        options={choicesWithBookings(
          [...former, ...free],
          "vehicleId",
          booked,
        )(route.id).map(({ id, label }) => ({
          value: String(id),
          label,
        }))}
      />
      <SelectField
        name="driverId"
        label="Driver"
        defaultValue={driverId === null ? "" : String(driverId)}
        emptyLabel={NO_DRIVER}
        options={withCurrent(
          choicesWithBookings(
            choices.drivers.map(({ id, name: label }) => ({ id, label })),
            "driverId",
            booked,
          )(route.id).map(({ id, label }) => ({ value: String(id), label })),
          driverId,
          route.driver,
        )}
      />
    </FormDialog>
  );
}

/** The day after the plan's, or after today where that is later; 0: today. */
function dayAfter(
  { serviceDate, nowSec, timeZone }: { serviceDate: string; nowSec: number; timeZone: string },
  days: 0 | 1,
): string {
  const today = todayIn(timeZone, nowSec);
  return days === 0 ? today : addDays(serviceDate > today ? serviceDate : today, 1);
}
