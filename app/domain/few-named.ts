import { formatNumber } from "./format-number";

/** 'Van 1, Van 2, Van 3 and 4 more'. */
export const fewNamed = (names: readonly string[], most = 3): string =>
  names.slice(0, most).join(", ") + (names.length > most ? ` and ${formatNumber(names.length - most)} more` : "");
