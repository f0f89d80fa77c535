import { DEFAULT_SPEED_FACTOR } from "../constants";
import { amount, text } from "./row-reader";
import type { RowReader, Values } from "./row-reader";
import { timeRange } from "./time-range";
import type { ImportDefaults, ImportedVehicle } from "./imported";

export function vehicleOfRow(values: Values, row: RowReader, defaults: ImportDefaults): ImportedVehicle {
  const [workHourStart, workHourEnd] = timeRange(values, row, "workHourStart", "workHourEnd", [
    defaults.defaultVehicleStartHour,
    defaults.defaultVehicleEndHour,
  ]);
  const [breakStart, breakEnd] = timeRange(values, row, "breakStart", "breakEnd", [null, null]);
  const breakDuration = amount(values.breakDuration);
  return {
    plate: text(values.plate),
    title: text(values.plate),
    type: values.type === "truck" ? "truck" : "auto",
    capacity: amount(values.capacity),
    maxLoad: amount(values.maxLoad),
    maxQuantity: amount(values.maxQuantity),
    workHourStart: workHourStart ?? "00:00",
    workHourEnd: workHourEnd ?? "24:00",
    maxDistance: amount(values.maxDistance),
    overtime: amount(values.overtime),
    speedFactor: amount(values.speedFactor, DEFAULT_SPEED_FACTOR),
    breakStart,
    breakEnd,
    breakDuration: breakDuration > 0 ? breakDuration : null,
  };
}
