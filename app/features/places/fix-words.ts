import { count } from "~/domain/format-number";

/** In the page's address: which visit is shown. */
export const VISIT_PARAM = "visit";

/** How well a candidate fits what was written. */
export function howSure(confidence: number): string {
  if (confidence >= 0.9) return "fits the address";
  return confidence >= 0.65 ? "fits most of the address" : "fits little of the address";
}

/** What is left to do, in one line. */
export function leftWords(toFix: number, waiting: number): string {
  const parts = [
    toFix > 0 ? `${count(toFix, "visit")} without a sure place.` : "",
    waiting > 0 ? `${count(waiting, "address", "addresses")} still to be looked up.` : "",
  ];
  return parts.filter(Boolean).join(" ") || "Every address has its place.";
}

/** Why there is nothing to choose from. */
export function noneWords({ address, state }: { address: string; state: string | null }, isReady: boolean): string {
  if (address === "") return "This visit has no address. Type one below, or set the place on the map.";
  if (state !== null && state !== "skipped")
    return "Nothing was found for this address. Change it below, or set the place on the map.";
  return isReady
    ? "This address is not looked up yet. Search for it below, or set the place on the map."
    : "No addresses are loaded here, so none can be searched for. Set the place on the map.";
}
