import type { SheetMapping } from "~/domain/import/sheet-mapping";

/** What somebody chose for a sheet of the file, kept with the import. */
export interface ChosenMapping extends SheetMapping {
  /** what fields without a column get, as typed, by the field's key */
  defaults: Readonly<Record<string, string>>;
  /** rows that the file hides are left out */
  withoutHidden: boolean;
  /** every column was recognised beyond doubt, or confirmed by somebody */
  sure: boolean;
  /** columns whose field is a guess, until somebody confirms it */
  unsure: readonly number[];
  /** of these, the ones that nothing but their values speaks for */
  byContent: readonly number[];
  /** columns whose field somebody set or confirmed; absent in imports from before this was kept */
  chosen?: readonly number[];
}

/** What is imported, and where it goes, in words. */
export interface Target {
  plan: { id: number; title: string } | null;
  warehouse: string | null;
}

/** What an import that was applied did beside its rows (`routing_sheets.sheets`). */
export interface AppliedSummary {
  routes: number;
}
