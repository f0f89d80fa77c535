/** The parameters of an address that narrow a list. */

/** '1' active, '0' inactive, none for both. */
export const STATUS_PARAM = "status";

/** Id of a country. */
export const COUNTRY_PARAM = "country";
