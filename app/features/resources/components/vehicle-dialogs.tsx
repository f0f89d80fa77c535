import { useMemo, useState, type ReactNode } from "react";
import { vehicleName } from "~/domain/vehicle/vehicle";
import type { ActionResult } from "~/lib/action-result";
import { useTabId } from "~/realtime/use-live";
import { ConfirmDialog } from "~/ui/dialog/confirm-dialog";
import { ButtonLink } from "~/ui/button";
import { paths } from "~/paths";
import { useDialogUrl } from "~/ui/dialog/use-dialog-url";
import { FormActions } from "~/ui/form/app-form";
import { SaveFields } from "~/ui/form/save-fields";
import { SubmitButton } from "~/ui/form/submit-button";
import { useMounted } from "~/ui/use-mounted";
import { FormDialog } from "~/ui/dialog/form-dialog";
import { VehicleFields } from "./vehicle-fields";
import type { VehicleFieldsProps, VehicleFormOptions } from "./vehicle-fields";
import type { BaseMap } from "~/domain/base-map";
import type { VehicleItem } from "../queries/vehicles-page.server";
import { FIELDS_SAVED, vehicleFormTexts } from "../vehicle-form-values";
import { shownGroups } from "~/lib/shown-values";
import type { ShownGroup } from "~/lib/shown-values";

interface VehicleDialogsProps {
  item: VehicleItem | null;
  options: VehicleFormOptions | null;
  map: BaseMap;
  rights: { create: boolean; update: boolean; remove: boolean; createWarehouse: boolean };
  result: ActionResult<unknown> | null;
}

const DIALOG_PARAMS = ["id"];
const WIDTH_PX = 640;

/** The dialogs that the address of the list of vehicles may ask for. */
export function VehicleDialogs({ item, options, map, rights, result }: VehicleDialogsProps) {
  const tab = useTabId();
  const fields = { map, mayCreateWarehouse: rights.createWarehouse };
  return (
    <>
      {options !== null && rights.create && (
        <FormDialog
          place="side"
          name="new-vehicle"
          title="New vehicle"
          intent="vehicle.create"
          width={WIDTH_PX}
          params={DIALOG_PARAMS}
          hidden={{ tab }}
          result={result}
          submitLabel="Add vehicle"
        >
          <VehicleFields item={null} options={options} {...fields} />
        </FormDialog>
      )}
      {options !== null && item !== null && rights.update && (
        <EditVehicle key={item.id} item={item} options={options} tab={tab} result={result} {...fields} />
      )}
      {item !== null && rights.remove && (
        <ConfirmDialog
          name="remove-vehicle"
          question={`Do you want to remove ${vehicleName(item)}?`}
          confirmLabel="Remove"
          danger
          intent="vehicle.remove"
          hidden={{ tab, id: item.id }}
          params={DIALOG_PARAMS}
          result={result}
        />
      )}
    </>
  );
}

/**
 * Every field saves itself when it loses the focus; buttons are for browsers without JavaScript, and for a new
 * warehouse.
 */
function EditVehicle({
  item,
  options,
  tab,
  result,
  ...fields
}: VehicleFieldsProps & { item: VehicleItem; tab: string; result: ActionResult<unknown> | null }) {
  // What was saved returns with the page's data; the fields must not be replaced while the user types.
  const [seen] = useState(item);
  const fresh = useMemo(() => vehicleFormTexts(item), [item]);
  const shown = useMemo(() => shownInFields(seen, options), [seen, options]);
  // Each field has its own save then: the form's button has the new warehouse alone to send.
  const savedAlready: Record<string, number> = useMounted() ? { [FIELDS_SAVED]: 1 } : {};
  return (
    <FormDialog
      place="side"
      name="edit-vehicle"
      autoComplete="off"
      title={vehicleName(item)}
      intent="vehicle.update"
      width={WIDTH_PX}
      params={DIALOG_PARAMS}
      hidden={{ tab, id: item.id, ...savedAlready }}
      shown={shown}
      result={result}
      guard={false}
      actions={null}
    >
      <SaveFields
        intent="vehicle.update_fields"
        hidden={{ tab, id: item.id }}
        action={paths.vehicles()}
        together={TOGETHER}
        leaveOut="new_warehouse_"
        fresh={fresh}
        footer={(status) => <EditActions>{status}</EditActions>}
      >
        <VehicleFields item={seen} options={options} {...fields} />
      </SaveFields>
    </FormDialog>
  );
}

/** What the fields show without scripts, where the form's button saves them. */
function shownInFields(seen: VehicleItem, { workHourStart, workHourEnd }: VehicleFormOptions): ShownGroup[] {
  const values = vehicleFormTexts(seen);
  const texts = {
    ...values,
    work_hour_start: values.work_hour_start || workHourStart,
    work_hour_end: values.work_hour_end || workHourEnd,
  };
  const park = ["park_location_address", "park_location_lat", "park_location_lng"];
  return shownGroups<string>(texts, [park]);
}

/** With scripts there is nothing left to save, and nothing to cancel. */
function EditActions({ children }: { children: ReactNode }) {
  const mounted = useMounted();
  const dialog = useDialogUrl(DIALOG_PARAMS);
  return (
    <FormActions>
      {children}
      {mounted ? (
        <ButtonLink kind="plain" to={dialog.closeTo} preventScrollReset>
          Close
        </ButtonLink>
      ) : (
        <>
          <ButtonLink kind="quiet" to={dialog.closeTo}>
            Cancel
          </ButtonLink>
          <SubmitButton>Save</SubmitButton>
        </>
      )}
    </FormActions>
  );
}

/** Fields that are checked against each other are saved together. */
const TOGETHER = [
  ["work_hour_start", "work_hour_end"],
  ["break_start", "break_end"],
  ["park_location_lat", "park_location_lng"],
];
