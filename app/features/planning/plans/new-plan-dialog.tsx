import { useState } from "react";
import { formatNumber } from "~/domain/format-number";
import { lastPlanDay } from "~/domain/plan/plan-rules";
import { belongsTo } from "~/domain/warehouse/warehouse";
import type { ActionResult } from "~/lib/action-result";
import { useTabId } from "~/realtime/use-live";
import { Button } from "~/ui/button";
import { FormDialog } from "~/ui/dialog/form-dialog";
import { CheckboxField, DateField, TextField } from "~/ui/form/fields";
import { FieldGroup } from "~/ui/form/app-form";
import { LocationField } from "~/ui/form/location-field";
import { SelectField } from "~/ui/form/select-field";
import {
  bookedInWords,
  MAX_VEHICLES_TO_CHOOSE,
  waitingCount,
  type NewPlanOptions,
  NEW_WAREHOUSE,
} from "./new-plan-view";
import styles from "./new-plan-dialog.module.css";

export const NEW_PLAN_DIALOG = "new-plan";
/** More than that are marked together, too. */
const MARKED_BY_HAND = 8;

/** Title, warehouse, date, and what the plan begins with: waiting visits, and a route per vehicle. */
export function NewPlanDialog({ options, result }: { options: NewPlanOptions; result: ActionResult<unknown> | null }) {
  const tab = useTabId();
  const typed = result !== null && !result.ok ? (result.values ?? {}) : {};
  const [chosen, setChosen] = useState(
    typed.warehouseId ?? (options.warehouseId === null ? NEW_WAREHOUSE : String(options.warehouseId)),
  );
  const isNew = chosen === NEW_WAREHOUSE;
  const warehouseId = isNew ? null : Number(chosen);
  const today = options.warehouses.find((warehouse) => warehouse.id === warehouseId)?.today ?? options.today;
  // Another warehouse may have another day: then its own day stands in the field again.
  const [picked, setPicked] = useState({ today, date: typed.serviceDate ?? today });
  return (
    <FormDialog
      name={NEW_PLAN_DIALOG}
      title="New plan"
      submitLabel="Create plan"
      intent="plan.create"
      hidden={{ tab }}
      result={result}
      width={520}
    >
      <TextField name="title" label="Title" defaultValue={options.title} required autoFocus />
      <SelectField
        name="warehouseId"
        label="Warehouse"
        required
        defaultValue={chosen}
        options={[
          ...options.warehouses.map(({ id, title }) => ({ value: String(id), label: title })),
          { value: NEW_WAREHOUSE, label: "Add new" },
        ]}
        onChange={setChosen}
      />
      <details className={styles.newWarehouse} open={isNew} data-chosen={isNew || undefined}>
        <summary>New warehouse</summary>
        <div className={styles.newFields}>
          <TextField
            name="warehouseTitle"
            label="Title of the warehouse"
            help="These fields count when “Add new” is chosen above."
          />
          <LocationField
            legend="Place"
            names={{ address: "warehouseAddress", lat: "warehouseLat", lng: "warehouseLng" }}
            baseMap={options.map}
          />
        </div>
      </details>
      <DateField
        name="serviceDate"
        label="Date"
        defaultValue={today}
        min={today}
        max={lastPlanDay(today)}
        required
        onChange={(date) => setPicked({ today, date })}
        help="Today or later, by the clock of the warehouse."
      />
      <Waiting key={`waiting-${chosen}`} count={waitingCount(options, warehouseId)} />
      <Vehicles
        key={`vehicles-${chosen}`}
        options={options}
        warehouseId={warehouseId}
        date={picked.today === today ? picked.date : today}
      />
    </FormDialog>
  );
}

function Waiting({ count }: { count: number }) {
  if (count === 0) return null;
  return (
    <CheckboxField
      name="addWaiting"
      label={
        count === 1
          ? "Add the 1 visit that is waiting without a plan"
          : `Add the ${formatNumber(count)} visits that are waiting without a plan`
      }
      help="Visits of this warehouse, or of none."
      defaultChecked
    />
  );
}

/** Every active vehicle becomes an empty route; of a fleet that a list can show, those that are chosen. */
function Vehicles({
  options,
  warehouseId,
  date,
}: {
  options: NewPlanOptions;
  warehouseId: number | null;
  date: string;
}) {
  const vehicles = options.vehicles.filter((vehicle) => belongsTo(warehouseId, vehicle));
  // Marked anew, all of them or none, as often as somebody asks.
  const [marked, setMarked] = useState({ all: true, nth: 0 });
  const mark = (all: boolean) => setMarked(({ nth }) => ({ all, nth: nth + 1 }));
  if (vehicles.length === 0) {
    return (
      <p className={styles.note}>
        No active vehicle belongs to this warehouse yet. The plan starts without routes; vehicles can be added later.
      </p>
    );
  }
  if (vehicles.length > MAX_VEHICLES_TO_CHOOSE) {
    return (
      <p className={styles.note}>
        Each of the {vehicles.length} active vehicles of this warehouse, or of none, becomes an empty route with its own
        driver. Routes can be removed in the plan.
      </p>
    );
  }
  return (
    <FieldGroup
      legend="Routes"
      help="Each chosen vehicle becomes an empty route of the plan, in this order and with its own driver."
    >
      <input type="hidden" name="chooseVehicles" value="1" />
      {vehicles.length > MARKED_BY_HAND && (
        <div className={styles.mark}>
          <Button kind="quiet" onClick={() => mark(true)}>
            All {vehicles.length}
          </Button>
          <Button kind="quiet" onClick={() => mark(false)}>
            None
          </Button>
        </div>
      )}
      <div className={styles.vehicles}>
        {vehicles.map((vehicle) => (
          <CheckboxField
            key={`${vehicle.id} ${marked.nth}`}
            name="vehicleIds"
            value={String(vehicle.id)}
            postOff={false}
            defaultChecked={marked.all}
            label={vehicle.label}
            help={
              [
                vehicle.label.endsWith(vehicle.title) ? "" : vehicle.title,
                bookedInWords(options, vehicle.id, date) ?? "",
              ]
                .filter(Boolean)
                .join(" · ") || undefined
            }
          />
        ))}
      </div>
    </FieldGroup>
  );
}
