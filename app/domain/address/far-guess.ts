import type { Place } from "../place";
import { distanceMeters } from "../validation/coordinates";
import type { Candidate } from "./candidate";
import { fold } from "./fold";

/** Further than vans drive in a day and back. */
const FAR_M = 100_000;

/** The last part of an address is its town in most countries; a word of it, or the postcode, stands in the text. */
function namesTown(asked: string, { displayName, postcode }: Candidate): boolean {
  if (postcode !== undefined && postcode !== "" && asked.replaceAll(" ", "").includes(postcode.replaceAll(" ", "")))
    return true;
  const text = fold(asked);
  const town = fold(displayName.split(",").at(-1) ?? "");
  return (town.match(/\p{L}{3,}/gu) ?? []).some((word) => text.includes(word));
}

/** An address without a town was found, but so far away that another one may be meant. */
export const isFarGuess = (asked: string, found: Candidate, near: Place): boolean =>
  distanceMeters(near, found) > FAR_M && !namesTown(asked, found);
