/** What a column holds, whatever its header says. */
import { isEmail, isPhone, plainPhone } from "../validation/contact";
import { coordinatePair } from "../validation/coordinates";
import { cellValue, isEmptyCell, isTyped, shownText } from "./cell";
import type { Cell } from "./cell";
import type { ImportEntity, ImportField } from "./import-fields";
import { parseCell } from "./parse-cell";
import { parseDegrees } from "./parse-number";
import { parseTime, parseWindow } from "./parse-time";

const present = (cells: readonly Cell[]): Cell[] => cells.filter((cell) => !isEmptyCell(cell));

const share = (cells: readonly Cell[], is: (cell: Cell) => boolean): number => {
  const values = present(cells);
  return values.length === 0 ? 0 : values.filter(is).length / values.length;
};

/** How many of the values a kind of field can read; 1 when there are none. */
export function readableShare({ key, kind, unit }: ImportField, cells: readonly Cell[]): number {
  if (present(cells).length === 0) return 1;
  return share(cells, (cell) => {
    // Names that are numbers belong to another column.
    if (key === "name") return /\p{L}/u.test(shownText(cell));
    if (kind === "window") return parseWindow(cell) !== null;
    if (kind === "coordinates") return coordinatePair(shownText(cell)) !== null;
    const parsed = parseCell(kind, cell, { unit });
    return parsed.ok || parsed.value !== undefined;
  });
}

/** Fewer rows are too few to tell a count from numbers. */
const COUNT_FROM = 2;

/** 1, 2, 3 … down the rows, as people number their own lists. */
export function isOwnNumbering(cells: readonly Cell[]): boolean {
  const values = present(cells);
  return (
    values.length >= COUNT_FROM &&
    values.every((cell, index) => {
      const text = shownText(cell).trim();
      return /^\d+\.?$/.test(text) && Number.parseInt(text, 10) === index + 1;
    })
  );
}

const MOST = 0.8;
const isText = (cell: Cell): boolean => typeof cell === "string" && /\p{L}{2}/u.test(cell);
const isDegrees = (cell: Cell): boolean => {
  const text = String(cellValue(cell));
  const degrees = /\d[.,]\d{3,}/.test(text) ? parseDegrees(cell) : null;
  return degrees !== null && Math.abs(degrees) <= 180;
};
const isClock = (cell: Cell): boolean =>
  (isTyped(cell) && cell[0] === "d" && parseTime(cell) !== null) ||
  (typeof cell === "string" && /^\d{1,2}[:.h]\d{2}$/.test(cell.trim()) && parseTime(cell) !== null);
const isWindow = (cell: Cell): boolean => {
  const window = parseWindow(cell);
  return window !== null && window.start !== null && window.end !== null && window.start < window.end;
};
const isPhoneText = (cell: Cell): boolean => {
  const phone = plainPhone(shownText(cell));
  return /^[+0]/.test(phone) && isPhone(phone);
};
const isEmailText = (cell: Cell): boolean => isEmail(shownText(cell).trim());
const isPlate = (cell: Cell): boolean =>
  typeof cell === "string" && /^\p{Lu}{1,3}[ -]?[\p{Lu}\d]{0,3}[ -]?\d{2,6}[ -]?\p{Lu}{0,3}$/u.test(cell.trim());

/** Degrees that are mostly no latitudes. */
export const areLongitudes = (cells: readonly Cell[]): boolean =>
  share(cells, (cell) => {
    const degrees = Math.abs(parseDegrees(cell) ?? 0);
    return degrees > 90 && degrees <= 180;
  }) >= MOST;

interface ContentProposal {
  column: number;
  field: string;
}

/** Fields for columns whose headers say nothing, the surest first. */
export function contentProposals(
  entity: ImportEntity,
  columns: readonly (readonly Cell[])[],
  settled: ReadonlySet<number>,
  taken: ReadonlySet<string>,
): ContentProposal[] {
  const free = columns.map((_, column) => column).filter((column) => !settled.has(column));
  const used = new Set<number>();
  const holding = (is: (cell: Cell) => boolean): number[] =>
    free.filter((column) => !used.has(column) && share(columns[column] ?? [], is) >= MOST);
  const found: ContentProposal[] = [];
  const propose = (column: number | undefined, field: string): void => {
    if (column === undefined || used.has(column) || taken.has(field)) return;
    used.add(column);
    found.push({ column, field });
  };

  if (entity === "vehicle") {
    propose(holding(isPlate)[0], "plate");
    return found;
  }
  proposePlace(columns, holding, propose, taken);
  if (!taken.has("startTime") && !taken.has("endTime")) {
    const [window] = holding(isWindow);
    propose(window, "timeWindow");
    const clocks = window === undefined && !taken.has("timeWindow") ? holding(isClock) : [];
    if (clocks.length >= 2) {
      propose(clocks[0], "startTime");
      propose(clocks[1], "endTime");
    }
  }
  propose(holding(isPhoneText)[0], "recipientPhone");
  propose(holding(isEmailText)[0], "recipientEmail");
  proposeTexts(columns, holding(isText), propose, taken);
  return found;
}

type Propose = (column: number | undefined, field: string) => void;

function proposePlace(
  columns: readonly (readonly Cell[])[],
  holding: (is: (cell: Cell) => boolean) => number[],
  propose: Propose,
  taken: ReadonlySet<string>,
): void {
  if (taken.has("lat") || taken.has("lng") || taken.has("coordinates")) return;
  propose(
    holding((cell) => typeof cell === "string" && /[.,]\d{3}/.test(cell) && coordinatePair(cell) !== null)[0],
    "coordinates",
  );
  const [first, second] = holding(isDegrees);
  if (first === undefined || second === undefined) return;
  // The latitude usually comes first; a value above 90 says that it does not.
  const turned = (columns[first] ?? []).some((cell) => Math.abs(parseDegrees(cell) ?? 0) > 90);
  propose(turned ? second : first, "lat");
  propose(turned ? first : second, "lng");
}

/** Names, and addresses, which have digits in most rows. */
function proposeTexts(
  columns: readonly (readonly Cell[])[],
  texts: readonly number[],
  propose: Propose,
  taken: ReadonlySet<string>,
): void {
  const hasNumber = (column: number): number => share(columns[column] ?? [], (cell) => /\d/.test(shownText(cell)));
  const varied = texts.filter((column) => {
    const values = present(columns[column] ?? []).map(shownText);
    return new Set(values).size > values.length / 2;
  });
  const placed = taken.has("address") || taken.has("street");
  const rest = taken.has("name") ? varied : varied.slice(1);
  if (!taken.has("name")) propose(varied[0], "name");
  if (!placed)
    propose(
      rest.find((column) => hasNumber(column) >= 0.5),
      "address",
    );
}
