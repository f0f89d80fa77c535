/** "None" in a list whose empty choice means "as it is". */
export const NONE_CHOSEN = "none";
