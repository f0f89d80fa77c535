/** Loads of visits and capacities of vehicles: a number, or numbers by kind. */

type Amounts = number | Readonly<Record<string, number>> | undefined;

interface Loads {
  visits: Readonly<Record<string, { load?: Amounts }>>;
  fleet: Readonly<Record<string, { capacity?: Amounts }>>;
}

/** Amounts have three decimals. */
const UNITS = 1000;
/** As much as a vehicle can carry. */
export const MOST_LOAD = 1_000_000;
const MOST_KINDS = 100;

/** The kinds of load; '' for a number without a kind. */
export function kindsOf({ visits, fleet }: Loads): string[] {
  const kinds = new Set<string>();
  for (const one of [...Object.values(visits).map(({ load }) => load), ...Object.values(fleet).map((v) => v.capacity)])
    for (const kind of one === undefined ? [] : typeof one === "number" ? [""] : Object.keys(one)) kinds.add(kind);
  return [...kinds].sort();
}

/** In whole units; undefined where the amount names no such kind. */
export function amountOf(amounts: Amounts, kind: string): number | undefined {
  if (typeof amounts === "number") return kind === "" ? Math.round(amounts * UNITS) : undefined;
  return amounts !== undefined && Object.hasOwn(amounts, kind) ? Math.round(amounts[kind]! * UNITS) : undefined;
}

/** Of each kind: as much as a vehicle without a capacity for it can be asked to carry. */
export const totals = ({ visits }: Loads, kinds: readonly string[]): number[] =>
  kinds.map((kind) => Object.values(visits).reduce((sum, { load }) => sum + (amountOf(load, kind) ?? 0), 0));

/** Why these loads can't be calculated; null: they can. */
export function loadFault(loads: Loads): string | null {
  const kinds = kindsOf(loads);
  if (kinds.length > MOST_KINDS) return `${kinds.length} kinds of load are too many here: ${MOST_KINDS} are the limit`;
  const total = totals(loads, kinds);
  const heavy = kinds.findIndex(
    (kind, index) =>
      total[index]! > MOST_LOAD * UNITS &&
      Object.values(loads.fleet).some(({ capacity }) => amountOf(capacity, kind) === undefined),
  );
  if (heavy === -1) return null;
  const named = kinds[heavy] === "" ? "" : ` of ${kinds[heavy]!.slice(0, 40)}`;
  return `The loads${named} add up to more than ${MOST_LOAD}: give each vehicle a capacity`;
}
