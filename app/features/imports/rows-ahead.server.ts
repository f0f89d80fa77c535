import { services } from "~/services/container.server";
import type { RowsPiece } from "~/services/spreadsheet/rows-file";

/** A block of the file: inflating it takes longer than checking some of its rows. */
const READ_AT_ONCE = 500;

/** Reads an upload's rows for pieces that are smaller than what is read at once. */
export class RowsAhead {
  private read: (RowsPiece & { sheet: number; from: number }) | null = null;

  constructor(private readonly rowsPath: string) {}

  /** @returns at most `limit` rows from one of them on, and where the next ones begin: null at the end of the sheet */
  async take(sheet: number, from: number, limit: number): Promise<Pick<RowsPiece, "rows" | "next">> {
    const kept = this.read;
    const isKept = kept?.sheet === sheet && from >= kept.from && from < kept.from + kept.rows.length;
    const { rows, next, from: first } = isKept ? kept : await this.readFrom(sheet, from);
    const taken = rows.slice(from - first, from - first + limit);
    const after = from + taken.length;
    return { rows: taken, next: after < first + rows.length ? after : next };
  }

  private async readFrom(sheet: number, from: number) {
    const { storage, spreadsheets } = services();
    const piece = await storage.withLocalFile(this.rowsPath, (path) =>
      spreadsheets.rows(path, sheet, from, READ_AT_ONCE),
    );
    this.read = { ...piece, sheet, from };
    return this.read;
  }
}
