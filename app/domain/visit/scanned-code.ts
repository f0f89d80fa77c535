/** Whether a scanned or typed code is that of a stop. */
import { withLatinDigits } from "../validation/latin-digits";

/** Labels and people write the same code in small and capital letters, in groups, with or without dashes. */
const plain = (code: string): string =>
  withLatinDigits(code)
    .replace(/[\s\-_./]/g, "")
    .toUpperCase();

export const isSameCode = (a: string, b: string): boolean => plain(a) !== "" && plain(a) === plain(b);

export interface CodedStop {
  id: number;
  code: string;
}

type ScanResult = { kind: "right" } | { kind: "other"; stop: CodedStop } | { kind: "unknown" };

/** @param wantedId the stop at which the driver is @param stops of the route */
export function scanResult(code: string, wantedId: number, stops: readonly CodedStop[]): ScanResult {
  const found = stops.filter((stop) => isSameCode(stop.code, code));
  if (found.some(({ id }) => id === wantedId)) return { kind: "right" };
  const [stop] = found;
  return stop === undefined ? { kind: "unknown" } : { kind: "other", stop };
}
