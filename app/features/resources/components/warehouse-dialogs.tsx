import { WAREHOUSE_ADDRESS } from "~/domain/company/owner-faults";
import type { ActionResult } from "~/lib/action-result";
import { shownGroups } from "~/lib/shown-values";
import type { ShownGroup } from "~/lib/shown-values";
import { useTabId } from "~/realtime/use-live";
import { ConfirmDialog } from "~/ui/dialog/confirm-dialog";
import { FormDialog } from "~/ui/dialog/form-dialog";
import { FieldRow } from "~/ui/form/app-form";
import { SwitchField, TextField } from "~/ui/form/fields";
import { SelectField } from "~/ui/form/select-field";
import type { SelectOption } from "~/ui/form/select-field";
import { LocationFields } from "./location-fields";
import type { BaseMap } from "~/domain/base-map";
import { RecordStatus } from "~/domain/record-status";
import type { WarehouseItem } from "../queries/warehouses-page.server";
import { warehouseFormTexts } from "../warehouse-form-values";
import { TitleField } from "~/ui/form/title-field";

interface WarehouseDialogsProps {
  item: WarehouseItem | null;
  countries: readonly SelectOption[];
  timeZones: readonly string[];
  companyCountry: { code: string; lat: number; lng: number } | null;
  map: BaseMap;
  rights: { create: boolean; update: boolean; remove: boolean };
  result: ActionResult<unknown> | null;
}

const DIALOG_PARAMS = ["id"];

/** The dialogs that the address of the list of warehouses may ask for. */
export function WarehouseDialogs({ item, rights, result, ...rest }: WarehouseDialogsProps) {
  const tab = useTabId();
  return (
    <>
      {rights.create && (
        <FormDialog
          place="side"
          name="new-warehouse"
          title="New warehouse"
          intent="warehouse.create"
          width={560}
          params={DIALOG_PARAMS}
          hidden={{ tab }}
          result={result}
          submitLabel="Add warehouse"
        >
          <WarehouseFields item={null} {...rest} />
        </FormDialog>
      )}
      {item !== null && rights.update && (
        <FormDialog
          key={item.id}
          place="side"
          name="edit-warehouse"
          title={item.title}
          intent="warehouse.update"
          width={560}
          params={DIALOG_PARAMS}
          hidden={{ tab, id: item.id }}
          shown={shownOf(item)}
          result={result}
        >
          <WarehouseFields item={item} {...rest} />
        </FormDialog>
      )}
      {item !== null && rights.remove && (
        <ConfirmDialog
          name="remove-warehouse"
          question={`Do you want to remove ${item.title}?`}
          confirmLabel="Remove"
          danger
          intent="warehouse.remove"
          hidden={{ tab, id: item.id }}
          params={DIALOG_PARAMS}
          result={result}
        />
      )}
    </>
  );
}

/** What the fields show. A place is its address and its coordinates. */
const shownOf = (item: WarehouseItem): ShownGroup[] =>
  shownGroups(warehouseFormTexts(item), [["address", "lat", "lng"]]);

function WarehouseFields({
  item,
  countries,
  timeZones,
  companyCountry,
  map,
}: Pick<WarehouseDialogsProps, "item" | "countries" | "timeZones" | "companyCountry" | "map">) {
  return (
    <>
      <TitleField item={item} />
      <LocationFields
        latName="lat"
        lngName="lng"
        lat={item?.lat ?? null}
        lng={item?.lng ?? null}
        address={{ name: "address", label: "Address", value: item?.address }}
        countryName="country_code"
        required
        emptyMessage={WAREHOUSE_ADDRESS}
        center={companyCountry}
        map={map}
        label="Map to choose the warehouse's place"
      />
      <FieldRow>
        <SelectField
          name="country_code"
          label="Country"
          emptyLabel="Not set"
          options={countries}
          defaultValue={item ? (item.countryCode ?? "") : companyCountry?.code}
        />
        <SelectField
          name="time_zone"
          label="Time zone"
          emptyLabel="Found from the place"
          options={timeZones.map((zone) => ({ value: zone, label: zone.replaceAll("_", " ") }))}
          defaultValue={item?.timeZone ?? ""}
          help={
            item === null
              ? "Working hours and plans follow this clock. The list shows which one was found."
              : "Working hours and plans follow this clock."
          }
        />
      </FieldRow>
      <TextField
        name="external_id"
        label="External id"
        defaultValue={item?.externalId ?? ""}
        help="The warehouse's id in your own system."
      />
      <SwitchField
        name="status"
        label="Active"
        defaultChecked={item === null || item.status === RecordStatus.Active}
        help="Inactive warehouses can't be chosen for new plans."
      />
    </>
  );
}
