import { authorize } from "~/auth/actor.server";
import type { CompanySession } from "~/auth/session.server";
import { toJson } from "~/db/codecs.server";
import { db } from "~/db/database.server";
import { removeSheetRows } from "~/db/repositories/sheet-rows.server";
import { getSheet, lockSheet, updateSheet } from "~/db/repositories/sheets.server";
import type { RoutingSheetRow } from "~/db/tables";
import { withTransaction } from "~/db/transaction.server";
import { importField } from "~/domain/import/import-fields";
import type { ImportEntity } from "~/domain/import/import-fields";
import { parseCell } from "~/domain/import/parse-cell";
import type { SingleKind } from "~/domain/import/parse-cell";
import { chooseColumns, mappingErrors } from "~/domain/import/sheet-mapping";
import { AppError, notFound } from "~/lib/errors";
import { nowText } from "~/services/now.server";
import type { SheetOutline } from "~/services/spreadsheet/workbook";
import { proposeAgain } from "../propose-mappings.server";
import { columnField, defaultField } from "../form-fields";
import { readBook } from "../read-book.server";
import type { ChosenMapping } from "../sheet-book";
import { refuseDiscarded } from "../refuse-discarded.server";
import { mayBeMapped, sheetState, SheetState } from "~/domain/import/sheet-state";

/** What somebody says about one sheet; what is left out stays. */
interface SheetChoice {
  entity?: ImportEntity | null | undefined;
  /** index of the row with the headers, -1 for none */
  headerRow?: number | undefined;
  /** field by column, null for a column that is not imported */
  columns?: readonly (string | null)[] | undefined;
  defaults?: Readonly<Record<string, string>> | undefined;
  withoutHidden?: boolean | undefined;
  /** The columns are what was proposed: nobody has looked at them, and nothing is learnt from them. */
  asProposed?: boolean;
}

const TOO_LATE = new AppError("import.applied", "This file is imported already. Upload it once more to map it anew.", {
  status: 409,
});

const STOPPED = new AppError(
  "import.stopped",
  "This import has stopped. Try it again, or upload the file once more to map it anew.",
  { status: 409 },
);

/** @throws AppError 409 where an import has begun */
function requireMayBeMapped(sheet: RoutingSheetRow): void {
  refuseDiscarded(sheet);
  const state = sheetState(sheet.state);
  if (!mayBeMapped(state)) throw state === SheetState.Failed ? STOPPED : TOO_LATE;
}

/**
 * Keeps what the columns of one sheet mean. Rows that were checked are checked again.
 * @throws AppError 403, 404, 409 for an import that was applied
 */
export async function mapSheet(
  session: CompanySession,
  sheetId: number,
  index: number,
  choice: SheetChoice,
): Promise<void> {
  const companyId = session.company.id;
  authorize(session, "import.run", { companyId });
  const { outlines, mappings } = readBook(await getSheet(db(), companyId, sheetId));
  const [outline, mapping] = [outlines[index], mappings[index]];
  if (outline === undefined || mapping === undefined) throw notFound("Sheet");
  const chosen = await chosenBy(companyId, outline, mapping, choice);
  await change(companyId, sheetId, (sheet) => {
    const { mappings: now } = readBook(sheet);
    return { mappings: toJson(now.map((one, at) => (at === index ? chosen : one))), state: SheetState.Uploaded };
  });
}

/**
 * Begins the check of the rows, once every sheet says what it holds.
 * @param entities by sheet; left out: as chosen before
 * @throws AppError 409 for an import that was applied, 422 with what is missing, one sentence a line
 */
export async function startCheck(
  session: CompanySession,
  sheetId: number,
  entities?: readonly (ImportEntity | null)[],
): Promise<void> {
  const companyId = session.company.id;
  const chosen = await withEntities(session, sheetId, entities);
  refuseIncomplete(chosen);
  await change(companyId, sheetId, () => ({
    // Whoever has the rows checked has seen what the columns are.
    mappings: toJson(chosen.map((mapping) => ({ ...mapping, sure: true, unsure: [] }))),
    state: SheetState.Mapped,
  }));
}

/**
 * Keeps what each sheet holds, as somebody said it on a page: what is missing is added to it next.
 * @throws AppError 403, 404, 409 for an import that was applied
 */
export async function keepEntities(
  session: CompanySession,
  sheetId: number,
  entities: readonly (ImportEntity | null)[],
): Promise<void> {
  const chosen = await withEntities(session, sheetId, entities);
  await change(session.company.id, sheetId, () => ({ mappings: toJson(chosen), state: SheetState.Uploaded }));
}

async function withEntities(
  session: CompanySession,
  sheetId: number,
  entities?: readonly (ImportEntity | null)[],
): Promise<ChosenMapping[]> {
  const companyId = session.company.id;
  authorize(session, "import.run", { companyId });
  const sheet = await getSheet(db(), companyId, sheetId);
  requireMayBeMapped(sheet);
  const { outlines, mappings } = readBook(sheet);
  const chosen: ChosenMapping[] = [];
  for (const [index, mapping] of mappings.entries()) {
    const entity = entities?.[index];
    chosen.push(
      entity === undefined || entity === mapping.entity
        ? mapping
        : await proposeAgain(companyId, outlines[index]!, { entity, headerRow: mapping.headerRow }),
    );
  }
  return chosen;
}

export const INCOMPLETE = "import.mapping";

/** @throws AppError 422 with what is missing, one sentence a line */
export function refuseIncomplete(mappings: readonly ChosenMapping[]): void {
  const errors = mappingErrors(mappings);
  if (errors.length > 0) throw new AppError(INCOMPLETE, errors.join("\n"), { status: 422 });
}

/** What a sheet would mean by a choice. @throws AppError 422 */
export async function chosenBy(
  companyId: number,
  outline: SheetOutline,
  mapping: ChosenMapping,
  choice: SheetChoice,
): Promise<ChosenMapping> {
  const entity = choice.entity === undefined ? mapping.entity : choice.entity;
  const headerRow = choice.headerRow ?? mapping.headerRow;
  const isNew = entity !== mapping.entity || headerRow !== mapping.headerRow;
  const base = isNew ? await proposeAgain(companyId, outline, { entity, headerRow }) : mapping;
  const columns = choice.columns === undefined ? base.columns : validColumns(base, choice.columns);
  return {
    ...base,
    columns,
    defaults: choice.defaults === undefined ? base.defaults : validDefaults(base, choice.defaults),
    withoutHidden: choice.withoutHidden ?? mapping.withoutHidden,
    sure: base.sure || choice.columns !== undefined,
    unsure: choice.columns === undefined ? base.unsure : [],
    byContent: choice.columns === undefined ? base.byContent : [],
    chosen: choice.columns === undefined || choice.asProposed ? (base.chosen ?? []) : chosenColumns(base, columns),
  };
}

/** A proposal that stays as it was teaches nothing, unless it was a guess that somebody was asked to look at. */
const chosenColumns = ({ columns: before, unsure, chosen = [] }: ChosenMapping, now: readonly (string | null)[]) =>
  now.flatMap((field, column) =>
    field !== before[column] || unsure.includes(column) || chosen.includes(column) ? [column] : [],
  );

/**
 * As many as the sheet has, with fields of its entity.
 * @throws AppError 422 at the newly chosen one of two columns with one field
 */
function validColumns(
  { entity, headers, columns: stored }: Pick<ChosenMapping, "entity" | "headers" | "columns">,
  asked: readonly (string | null)[],
): (string | null)[] {
  if (entity === null) return headers.map(() => null);
  const { columns, messages } = chooseColumns(stored, entity, (column) => asked[column] ?? null);
  const [used] = Object.entries(messages);
  if (used !== undefined)
    throw new AppError("import.column_used", used[1], { status: 422, field: columnField(Number(used[0])) });
  return columns;
}

const MAX_DEFAULT = 255;

/** @throws AppError 422 for a value that its field can't read: every row would have the same fault */
function validDefaults(mapping: ChosenMapping, defaults: Readonly<Record<string, string>>): Record<string, string> {
  const { entity } = mapping;
  const valid: [string, string][] = [];
  for (const [key, typed] of Object.entries(defaults)) {
    const field = entity === null ? undefined : importField(entity, key);
    const value = typed.trim().slice(0, MAX_DEFAULT);
    if (field === undefined || field.partOf !== undefined || value === "") continue;
    const parsed = parseCell(field.kind as SingleKind, value, { max: field.max, unit: field.unit });
    if (!parsed.ok)
      throw new AppError("import.default", `${field.label} '${value}' ${parsed.fault}.`, {
        status: 422,
        field: defaultField(key),
      });
    valid.push([key, value]);
  }
  return Object.fromEntries(valid);
}

/** Stores a change of the mapping; rows that were checked by the old one go. */
async function change(
  companyId: number,
  sheetId: number,
  changes: (sheet: RoutingSheetRow) => Pick<Partial<RoutingSheetRow>, "mappings" | "state">,
): Promise<void> {
  const reset = { next_sheet: 0, next_row: 0, rows_total: 0, begun: 0, errors: null };
  await withTransaction(db(), async (trx) => {
    const sheet = await lockSheet(trx, companyId, sheetId);
    requireMayBeMapped(sheet);
    // Nothing is checked until the old rows are gone: they go in pieces.
    const changed = { ...changes(sheet), ...reset, state: SheetState.Uploaded, revision: sheet.revision + 1 };
    await updateSheet(trx, companyId, sheetId, changed, nowText());
  });
  while ((await withTransaction(db(), (trx) => removeSheetRows(trx, companyId, sheetId, REMOVED_AT_ONCE))) > 0);
  await withTransaction(db(), async (trx) => {
    const sheet = await lockSheet(trx, companyId, sheetId);
    requireMayBeMapped(sheet);
    const { state } = changes(sheet);
    await updateSheet(trx, companyId, sheetId, { state, revision: sheet.revision + 1 }, nowText());
  });
}

const REMOVED_AT_ONCE = 1_000;
