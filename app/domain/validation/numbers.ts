/** Digits that the number fields of the vehicle form accept (specification, section 5). */
export const VEHICLE_DIGITS = { maxDistance: 4, maxQuantity: 4, overtime: 3, breakDuration: 2 } as const;
