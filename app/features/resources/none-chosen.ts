/** "None" in a list where the empty choice means "as it is". */
export const NONE_CHOSEN = "none";
