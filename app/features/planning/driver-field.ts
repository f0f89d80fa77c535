export const DRIVER_FIELD = "driver-";
/** The field of a route in the form that sets all drivers of a plan. */
export const driverField = (routeId: number): string => `${DRIVER_FIELD}${routeId}`;
