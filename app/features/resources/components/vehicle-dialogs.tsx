import type { ActionResult } from "~/lib/action-result";
import { useTabId } from "~/realtime/use-live";
import { ConfirmDialog } from "~/ui/dialog/confirm-dialog";
import { FormDialog } from "~/ui/dialog/form-dialog";
import { VehicleFields } from "./vehicle-fields";
import type { VehicleFormOptions } from "./vehicle-fields";
import type { MapSettings } from "./location-fields";
import type { VehicleItem } from "../queries/vehicles-page.server";

export interface VehicleDialogsProps {
  item: VehicleItem | null;
  options: VehicleFormOptions | null;
  map: MapSettings;
  rights: { create: boolean; update: boolean; remove: boolean; createWarehouse: boolean };
  result: ActionResult<unknown> | null;
}

const DIALOG_PARAMS = ["id"];
const WIDTH_PX = 640;

/** The dialogs that the address of the vehicles' list may ask for. */
export function VehicleDialogs({ item, options, map, rights, result }: VehicleDialogsProps) {
  const tab = useTabId();
  const fields = { map, mayCreateWarehouse: rights.createWarehouse };
  return (
    <>
      {options !== null && rights.create && (
        <FormDialog name="new-vehicle" title="New vehicle" intent="create" width={WIDTH_PX} params={DIALOG_PARAMS} hidden={{ tab }} result={result} submitLabel="Add vehicle">
          <VehicleFields item={null} options={options} {...fields} />
        </FormDialog>
      )}
      {options !== null && item !== null && rights.update && (
        <FormDialog key={item.id} name="edit-vehicle" title={item.title || item.plate} intent="update" width={WIDTH_PX} params={DIALOG_PARAMS} hidden={{ tab, id: item.id }} result={result}>
          <VehicleFields item={item} options={options} {...fields} />
        </FormDialog>
      )}
      {item !== null && rights.remove && (
        <ConfirmDialog name="remove-vehicle" question={`Do you want to remove ${item.title || item.plate}?`} confirmLabel="Remove" danger intent="remove" hidden={{ tab, id: item.id }} params={DIALOG_PARAMS} result={result} />
      )}
    </>
  );
}
