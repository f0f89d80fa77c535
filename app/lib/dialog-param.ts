/** The parameter that opens a dialog: `?dialog=new-plan`. Works as a link, without JavaScript, and with Back. */
export const DIALOG_PARAM = "dialog";
/** Rows of a list that were chosen, once for each: `?dialog=edit-vehicles&ids=3&ids=4`. */
export const CHOSEN_PARAM = "ids";
/** The dialogs that make chosen records active or inactive (ui/dialog/status-dialogs). */
export const STATUS_DIALOGS = ["activate-chosen", "deactivate-chosen"] as const;
