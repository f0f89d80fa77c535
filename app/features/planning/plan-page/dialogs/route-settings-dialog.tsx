import { useSearchParams } from "@remix-run/react";
import { METRIC } from "~/domain/units";
import type { ActionResult } from "~/lib/action-result";
import { isolated } from "~/lib/isolated";
import { shownGroups } from "~/lib/shown-values";
import { FormDialog } from "~/ui/dialog/form-dialog";
import { useDialogUrl } from "~/ui/dialog/use-dialog-url";
import { routeSettingsTexts, SETTINGS_TOGETHER } from "../../plan-settings";
import type { RouteItem } from "../plan-view";
import { DayFields, EndsFields, type MapProps } from "./day-settings-fields";
import { DIALOG_PARAMS } from "./plan-dialogs";

const NAME = "route-settings";

interface RouteSettingsDialogProps extends MapProps {
  routes: readonly RouteItem[];
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

function OpenDialog({
  route,
  tab,
  result,
  map,
  center,
}: Omit<RouteSettingsDialogProps, "routes"> & { route: RouteItem }) {
  const shown = shownGroups<string>(routeSettingsTexts(route.settings, METRIC), SETTINGS_TOGETHER);
  return (
    <FormDialog
      name={NAME}
      title={`Settings of ${isolated(route.vehicle)}`}
      intent="route.settings"
      params={DIALOG_PARAMS}
      hidden={{ routeId: route.id, tab }}
      shown={shown}
      result={result}
      width={640}
    >
      <EndsFields
        settings={route.settings}
        help="The times of the route follow at once, in its present order."
        map={map}
        center={center}
      />
      <DayFields
        legend="On this day"
        help="What is empty here is as the plan, the vehicle or the company says."
        settings={route.settings.vehicleSettings}
        withDistance
      />
    </FormDialog>
  );
}
