/** Entries of the log as people read them: records by their names, fields and codes in the words of their forms. */
import { parseJson } from "~/db/codecs.server";
import type { Db } from "~/db/client.server";
import type { AuditLogRow } from "~/db/tables";
import { loggedFieldWords, referenceOf } from "~/domain/access/logged-words";
import type { Units } from "~/domain/units";
import { isolated } from "~/lib/isolated";
import type { LoggedChange } from "./note-in-log.server";
import { namesOfRecords } from "./record-names.server";
import type { RecordNames } from "./record-names.server";

/** Records of an entry that are named. */
const NAMED = 3;

type Entry = Pick<AuditLogRow, "company_id" | "model" | "ids" | "changes">;

const changesOf = (row: Entry): LoggedChange[] => parseJson<LoggedChange[]>(row.changes, []);
const idsOf = (row: Entry): number[] => parseJson<number[]>(row.ids, []);

/** "Title: Old → New" for each field of each record. */
function changeLines(changes: readonly LoggedChange[], names: RecordNames | undefined, units: Units): string[] {
  const nameOf = (model: string, id: number) => names?.(model, id)?.name;
  const apart = names === undefined ? String : isolated;
  return changes.flatMap(({ model, id, fields }) =>
    Object.entries(fields).map(([field, [was, is]]) => {
      const line = loggedFieldWords({ model, field, was, is }, nameOf, units, apart);
      return changes.length > 1 ? `${apart(nameOf(model, id) ?? `${model} ${id}`)}, ${line}` : line;
    }),
  );
}

/** @param names left out in files, which tell records by their ids */
export function wordedEntry(row: Entry, units: Units, names?: RecordNames) {
  const ids = idsOf(row);
  const named = ids.slice(0, NAMED).flatMap((id) => {
    const record = row.model === null ? undefined : names?.(row.model, id);
    return record === undefined ? [] : [{ id, ...record }];
  });
  return {
    /** 'Plan 5', 'Visit 1, 2, 3 …' */
    subject:
      row.model === null
        ? "–"
        : `${row.model} ${ids.slice(0, NAMED).join(", ")}${ids.length > NAMED ? " …" : ""}`.trim(),
    /** 'Plan', beside the names; null: nothing, or none of them is known any more */
    kind: named.length === 0 ? null : row.model,
    records: named,
    /** of the same change, without a name here: those after the first few, and those that nobody knows any more */
    more: ids.length - named.length,
    changes: changeLines(changesOf(row), names, units),
  };
}
export type WordedEntry = ReturnType<typeof wordedEntry>;

/** Those of a page, of one company or of several, in their order. */
export async function wordedEntries(db: Db, rows: readonly Entry[], units: Units): Promise<WordedEntry[]> {
  const byCompany = new Map<number | null, Map<string, Set<number>>>();
  for (const row of rows) {
    const asked = byCompany.get(row.company_id) ?? new Map<string, Set<number>>();
    byCompany.set(row.company_id, asked);
    const ask = (model: string, id: unknown) => {
      if (typeof id === "number") asked.set(model, (asked.get(model) ?? new Set()).add(id));
    };
    if (row.model !== null) for (const id of idsOf(row).slice(0, NAMED)) ask(row.model, id);
    const changes = changesOf(row);
    for (const { model, id, fields } of changes) {
      if (changes.length > 1) ask(model, id);
      for (const [field, values] of Object.entries(fields)) {
        const reference = referenceOf(field);
        if (reference !== undefined) for (const value of values) ask(reference, value);
      }
    }
  }
  const names = new Map<number | null, RecordNames>();
  for (const [companyId, asked] of byCompany) names.set(companyId, await namesOfRecords(db, companyId, asked));
  return rows.map((row) => wordedEntry(row, units, names.get(row.company_id)));
}
