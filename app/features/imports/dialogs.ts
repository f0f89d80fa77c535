/** Dialogs of an import's page, as the address names them. */
export const COLUMNS_DIALOG = "columns";
/** of the dialog with columns: which sheet of the file */
export const COLUMNS_PARAM = "sheet";
/** The dialog with all cells of one row. */
export const ROW_DIALOG = "row";
