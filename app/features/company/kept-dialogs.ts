/** Of the settings page: the questions before things are kept for fewer days. */
export const KEEP_PROOFS_DIALOG = "keep-proofs";
export const KEEP_POSITIONS_DIALOG = "keep-positions";
/** for how many days they are to be kept */
export const DAYS_PARAM = "days";
/** what the form showed before: who answers later than a colleague saves is told */
export const SHOWN_DAYS_PARAM = "shown";
/** in place of an empty field, which an address leaves out */
export const FOR_GOOD = "for-good";
