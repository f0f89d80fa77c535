/** The parameter that opens a dialog: `?dialog=new-plan`. Works as a link, without JavaScript, and with Back. */
export const DIALOG_PARAM = "dialog";
