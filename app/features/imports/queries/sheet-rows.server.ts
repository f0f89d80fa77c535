import type { CompanySession } from "~/auth/session.server";
import { parseJson } from "~/db/codecs.server";
import { db } from "~/db/database.server";
import { findSheetRow, listSheetRows } from "~/db/repositories/sheet-rows.server";
import type { SheetRowFilter } from "~/db/repositories/sheet-rows.server";
import { visitsWithRemoved } from "~/db/repositories/visits.server";
import type { RoutingSheetRow, RoutingSheetRowRow } from "~/db/tables";
import { columnLetter, shownText } from "~/domain/import/cell";
import type { Cell } from "~/domain/import/cell";
import { fieldOfHeader } from "~/domain/import/headers";
import { importField } from "~/domain/import/import-fields";
import { dialogOf, listRequest } from "~/http/list-request.server";
import { paths } from "~/paths";
import { ROW_DIALOG } from "../dialogs";
import { readBook } from "../read-book.server";
import { rowFilter, SHOW_PARAM } from "../row-filter";
import type { RowFilter } from "../row-filter";
import { IMPORTED, RowOutcome } from "../row-outcome";
import { withoutRow } from "../row-notes";
import type { ImportNote } from "../row-notes";
import type { ChosenMapping } from "../sheet-book";

/** A page of the sheet's rows: those that need somebody first, unless the address asks for others. */
export async function loadRows(session: CompanySession, request: Request, sheet: RoutingSheetRow) {
  const companyId = session.company.id;
  const { paging, search, page } = listRequest(request);
  const asked = new URL(request.url).searchParams.get(SHOW_PARAM);
  const filter = rowFilter(asked);
  const found = await listSheetRows(db(), companyId, sheet.id, {
    ...WHERE[filter],
    search,
    ...page,
  });
  const { mappings } = readBook(sheet);
  const hrefs = await placesOf(companyId, found.rows);
  return {
    rows: found.rows.map((row) => shownRow(row, mappings, hrefs)),
    total: found.total,
    paging: { ...paging, page: found.page },
    search,
    filter,
  };
}
export type SheetRows = Awaited<ReturnType<typeof loadRows>>;
export type ShownRow = SheetRows["rows"][number];

export const WHERE: Readonly<Record<RowFilter, SheetRowFilter>> = {
  faulty: { noted: true },
  all: {},
  left: { noted: true, outcomes: [RowOutcome.Dropped] },
  noted: { noted: true, outcomes: [RowOutcome.Create, RowOutcome.Update, ...IMPORTED] },
  added: { outcomes: [RowOutcome.Create, RowOutcome.Created] },
  updated: { outcomes: [RowOutcome.Update, RowOutcome.Updated, RowOutcome.Unchanged] },
};

const mayBeMended = (outcome: string): boolean => !IMPORTED.some((imported) => imported === outcome);

function shownRow(row: RoutingSheetRowRow, mappings: readonly ChosenMapping[], hrefs: ReadonlyMap<number, string>) {
  const mapping = mappings[row.sheet];
  const cells = parseJson<Cell[]>(row.cells, []);
  const notes = parseJson<ImportNote[]>(row.notes, []);
  return {
    id: row.id,
    row: row.row,
    sheet: mapping?.sheet ?? "",
    entity: row.entity,
    outcome: row.outcome as RowOutcome,
    name: nameOf(mapping, cells),
    mendable: mayBeMended(row.outcome),
    notes: notes.map((note) => shownNote(note, mapping, cells)),
    href: hrefs.get(row.id) ?? null,
  };
}

const NAME_KEYS = ["name", "plate", "recipientName", "address"];

/** By what the row is called: its name, a column that is called so, or the first cell that says anything. */
function nameOf(mapping: ChosenMapping | undefined, cells: readonly Cell[]): string {
  const { columns = [], headers = [] } = mapping ?? {};
  // Exported vehicles without a plate begin with their ids, and have titles.
  const titles = headers.flatMap((header, at) => (fieldOfHeader("visit", header)?.key === "name" ? [at] : []));
  for (const at of [...NAME_KEYS.map((key) => columns.indexOf(key)), ...titles]) {
    const text = shownText(cells[at]).trim();
    if (text !== "") return text;
  }
  return cells.map((cell) => shownText(cell).trim()).find((text) => text !== "") ?? "";
}

function shownNote(note: ImportNote, mapping: ChosenMapping | undefined, cells: readonly Cell[]) {
  const letters = Array.from({ length: Math.max(cells.length, mapping?.headers.length ?? 0) }, (_, at) =>
    columnLetter(at),
  );
  const column = note.column === null ? -1 : letters.indexOf(note.column);
  return {
    column: column === -1 ? null : column,
    letter: note.column,
    label: note.field ?? note.header,
    value: note.value,
    message: withoutRow(note.message),
    code: note.code,
    kind: note.kind,
    /** as it stands in the row now, whole */
    cell: column === -1 ? "" : shownText(cells[column]),
  };
}

/** Where the results of rows are now: a visit may have moved to a plan or been removed. */
async function placesOf(companyId: number, rows: readonly RoutingSheetRowRow[]): Promise<Map<number, string>> {
  const visitIds = rows.flatMap(({ visit_id }) => visit_id ?? []);
  const visits = new Map((await visitsWithRemoved(db(), companyId, visitIds)).map((visit) => [visit.id, visit]));
  const hrefs = new Map<number, string>();
  for (const row of rows) {
    if (row.vehicle_id !== null) hrefs.set(row.id, paths.vehicles({ dialog: "edit-vehicle", id: row.vehicle_id }));
    const visit = row.visit_id === null ? undefined : visits.get(row.visit_id);
    if (visit === undefined || visit.deleted_at !== null) continue;
    const place =
      visit.plan_id === null
        ? paths.visits({ dialog: "edit-visit", id: visit.id })
        : paths.plan(visit.plan_id, { visit: visit.id });
    hrefs.set(row.id, place);
  }
  return hrefs;
}

/** All cells of the row that the address names, null for another dialog. */
export async function loadRow(session: CompanySession, request: Request, sheet: RoutingSheetRow) {
  const dialog = dialogOf(request);
  if (dialog.name !== ROW_DIALOG || dialog.id === null) return null;
  const row = await findSheetRow(db(), session.company.id, dialog.id);
  if (row === undefined || row.sheet_id !== sheet.id) return null;
  const { mappings } = readBook(sheet);
  const mapping = mappings[row.sheet];
  const cells = parseJson<Cell[]>(row.cells, []);
  const width = Math.max(cells.length, mapping?.headers.length ?? 0);
  const shown = shownRow(row, mappings, new Map());
  return {
    ...shown,
    cells: Array.from({ length: width }, (_, column) => {
      const key = mapping?.columns[column] ?? null;
      return {
        column,
        letter: columnLetter(column),
        header: mapping?.headers[column] ?? "",
        field: key === null ? null : (importField(row.entity, key)?.label ?? null),
        text: shownText(cells[column]),
      };
    }),
  };
}
export type WholeRow = NonNullable<Awaited<ReturnType<typeof loadRow>>>;
