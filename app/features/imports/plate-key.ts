/** 'li 2100' and 'LI2100' are the same plate. */
export const plateKey = (plate: string): string => plate.toUpperCase().replace(/[\s.-]/g, "");
