/** The largest values of a vehicle's fields: forms and imports take the same ones (specification, section 5). */
export const VEHICLE_LIMITS = {
  /** m³ */
  capacity: 999_999,
  /** kg */
  maxLoad: 9_999_999,
  /** visits, 4 digits */
  maxQuantity: 9999,
  /** km, 4 digits */
  maxDistance: 9999,
  /** minutes, 3 digits */
  overtime: 999,
  /** minutes, 2 digits */
  breakDuration: 99,
  /** metres */
  width: 99,
  height: 99,
  /** tonnes */
  weight: 999,
  /** euro */
  costPerKm: 9999,
  costPerHour: 9999,
  fixedCost: 99_999,
} as const;
