import { vehicleInText } from "~/domain/vehicle/vehicle";
import { useState } from "react";
import type { ActionResult } from "~/lib/action-result";
import { ButtonLink } from "~/ui/button";
import { FormDialog } from "~/ui/dialog/form-dialog";
import { useDialogUrl } from "~/ui/dialog/use-dialog-url";
import { SelectField } from "~/ui/form/select-field";
import { count } from "~/domain/format-number";
import { shownGroups } from "~/lib/shown-values";
import { Icon } from "~/ui/icons";
import type { Booking } from "~/domain/route/double-booking";
import { driverField } from "../../driver-field";
import type { RouteItem } from "../plan-view";
import { bookingsOfDay, choicesWithBookings, type PlanOfDay } from "./booked-choices";
import { versionSeen } from "./version-seen";
import { withCurrent } from "./with-current";
import bar from "../calculation/calculation-bar.module.css";
import { isNotCompleted } from "~/domain/route/route-gate";
import { isWithoutDriver } from "~/domain/route/route-permissions";
import styles from "./drivers-dialog.module.css";

export const DRIVERS_DIALOG = "drivers";

interface DriversDialogProps {
  routes: readonly RouteItem[];
  drivers: readonly { id: number; name: string }[];
  plan: PlanOfDay;
  /** routes of other plans of the day */
  elsewhere: readonly Booking[];
  version: number;
  tab: string;
  result: ActionResult<unknown> | null;
}

/** The drivers of all the plan's routes on one screen, saved as one change. */
export function DriversDialog(props: DriversDialogProps) {
  const dialog = useDialogUrl();
  return dialog.name === DRIVERS_DIALOG ? <OpenDialog {...props} /> : null;
}

/** It keeps the plan's version from when it opened: what others choose meanwhile must not be saved over unseen. */
function OpenDialog({ plan, routes, drivers, elsewhere, version, tab, result }: DriversDialogProps) {
  const [opened] = useState(version);
  const running = routes.filter((route) => isNotCompleted(route).ok);
  const day = bookingsOfDay(plan, routes, elsewhere);
  const choicesOf = choicesWithBookings(
    drivers.map(({ id, name }) => ({ id, label: name })),
    "driverId",
    { plan, day },
  );
  const optionsOf = (own: number) => choicesOf(own).map(({ id, label }) => ({ value: String(id), label }));
  return (
    <FormDialog
      name={DRIVERS_DIALOG}
      title="Drivers"
      description={
        running.length === 0
          ? "The plan has no route that is still to be driven."
          : "Who drives each route. Locked routes can get a driver too."
      }
      intent="drivers.set"
      hidden={{ version: versionSeen(result, "drivers.set", opened), tab }}
      shown={shownGroups(Object.fromEntries(running.map(({ id, driverId }) => [driverField(id), driverId])))}
      result={result}
      width={480}
      actions={running.length === 0 ? <span /> : undefined}
    >
      <div className={styles.list}>
        {running.map((route) => (
          <SelectField
            key={route.id}
            name={driverField(route.id)}
            label={`${vehicleInText(route)} · ${route.stops === 0 ? "no visits" : count(route.stops, "visit")}`}
            defaultValue={route.driverId === null ? "" : String(route.driverId)}
            emptyLabel="Not assigned"
            options={withCurrent(optionsOf(route.id), route.driverId, route.driver)}
          />
        ))}
      </div>
    </FormDialog>
  );
}

/** Routes without a driver may be approved; the page says so. */
export function MissingDrivers({
  routes,
  href,
  mayUpdate,
}: {
  routes: readonly RouteItem[];
  href: string;
  mayUpdate: boolean;
}) {
  const missing = routes.filter(isWithoutDriver);
  if (missing.length === 0) return null;
  return (
    <div className={bar.bar} data-tone="warning" data-bar="drivers" role="status">
      <Icon name="alert" size={18} />
      <p className={bar.text}>
        {count(missing.length, "approved route has", "approved routes have")} no driver. Nobody sees{" "}
        {missing.length === 1 ? "it" : "them"} on a phone.
      </p>
      {mayUpdate && (
        <ButtonLink kind="quiet" icon="user" to={href} preventScrollReset>
          Set drivers
        </ButtonLink>
      )}
    </div>
  );
}
