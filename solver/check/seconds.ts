/** Hundredths of a second, in which travel times are whole numbers. */
export const UNIT = 100;

/** Whole seconds, as all amounts are: a part of a second too late is one second. */
export const seconds = (hundredths: number): number => Math.ceil(hundredths / UNIT);
