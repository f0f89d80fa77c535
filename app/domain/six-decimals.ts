/** Rounded to six decimals: of degrees about 10 cm. */
export const sixDecimals = (value: number): number => Math.round(value * 1e6) / 1e6;
