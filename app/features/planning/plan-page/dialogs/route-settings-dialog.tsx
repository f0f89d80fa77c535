import { useState } from "react";
import { useSearchParams } from "@remix-run/react";
import type { ActionResult } from "~/lib/action-result";
import { isolated } from "~/lib/isolated";
import { FormDialog } from "~/ui/dialog/form-dialog";
import { useDialogUrl } from "~/ui/dialog/use-dialog-url";
import type { RouteItem } from "../plan-view";
import { DayFields, EndsFields, type MapProps } from "./day-settings-fields";
import { DIALOG_PARAMS } from "./plan-dialogs";

const NAME = "route-settings";

export interface RouteSettingsDialogProps extends MapProps {
  routes: readonly RouteItem[];
  version: number;
  tab: string;
  result: ActionResult<unknown> | null;
}

/** The settings of one route (`?route=`), which override its plan and its vehicle. */
export function RouteSettingsDialog({ routes, ...rest }: RouteSettingsDialogProps) {
  const [params] = useSearchParams();
  const { name } = useDialogUrl();
  const route = routes.find((one) => String(one.id) === params.get("route"));
  return name === NAME && route !== undefined ? <OpenDialog key={route.id} route={route} {...rest} /> : null;
}

/** It keeps the values from when it opened: news from others must not change what is typed. */
function OpenDialog({
  route,
  version,
  tab,
  result,
  map,
  center,
}: Omit<RouteSettingsDialogProps, "routes"> & { route: RouteItem }) {
  const [seen] = useState({ settings: route.settings, version });
  const refusal = result !== null && !result.ok ? result : null;
  return (
    <FormDialog
      name={NAME}
      title={`Settings of ${isolated(route.vehicle)}`}
      intent="route.settings"
      params={DIALOG_PARAMS}
      hidden={{ routeId: route.id, version: refusal === null ? seen.version : version, tab }}
      result={result}
      width={640}
    >
      <EndsFields
        settings={seen.settings}
        typed={refusal?.values ?? {}}
        help="The times of the route follow at once, in its present order."
        map={map}
        center={center}
      />
      <DayFields
        legend="On this day"
        help="What is empty here is as the plan, the vehicle or the company says."
        settings={seen.settings.vehicleSettings}
        withDistance
      />
    </FormDialog>
  );
}
