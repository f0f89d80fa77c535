/** What the actions that look addresses up take. */
import { z } from "zod";
import { MAX_TEXT_LENGTH } from "~/domain/constants";
import { readAs, numberOf } from "~/domain/validation/field-reader";
import { hasCoordinates, normalizeLat, normalizeLng } from "~/domain/validation/coordinates";
import { optionalText, plainNumber, requiredId, requiredText } from "~/domain/validation/wire-fields";

const MOST_COUNTRIES = 250;
const MOST_SUGGESTIONS = 20;

/** Degrees beyond the globe are bent to it (specification, section 5); null for none. */
const degrees = (normal: (value: number) => number) =>
  readAs(z.number().overwrite(normal).nullable(), (text) => plainNumber(text));
const optionalPlace = { lat: degrees(normalizeLat).default(null), lng: degrees(normalizeLng).default(null) };

/** Two letters each, with commas between them in a form. */
const countries = readAs(z.array(z.string().regex(/^[A-Z]{2}$/)).max(MOST_COUNTRIES), (text) =>
  text
    .toUpperCase()
    .split(",")
    .map((code) => code.trim())
    .filter((code) => code !== ""),
).default([]);

export const SuggestAddresses = z.strictObject({
  text: optionalText("Address"),
  ...optionalPlace,
  countries,
  limit: readAs(z.number().int().min(1).max(MOST_SUGGESTIONS), numberOf).default(8),
  /** one person's search up to their choice */
  session: optionalText("Session", 64),
});

export const AddressDetails = z.strictObject({
  /** its id in the list */
  suggestion: requiredText("Suggestion", 512),
  session: optionalText("Session", 64),
});

export const AddressAt = z
  .strictObject({ lat: degrees(normalizeLat), lng: degrees(normalizeLng) })
  .superRefine((place, context) => {
    if (!hasCoordinates(place))
      context.addIssue({ code: "custom", path: ["lat"], message: "Please enter valid coordinates" });
  });

export const LocateAddress = z.strictObject({
  address: requiredText("Address", MAX_TEXT_LENGTH),
  countries,
  ...optionalPlace,
});

const visitId = requiredId("Visit");

export const ChoosePlace = z.strictObject({
  visitId,
  /** of the candidates, from 0 */
  choice: optionalText("Place", 3),
  /** "47.14, 9.52"; they count before the choice */
  coordinates: optionalText("Coordinates", 60),
});
export const SearchAgain = z.strictObject({ visitId, address: requiredText("Address", MAX_TEXT_LENGTH) });
export const SkipPlace = z.strictObject({ visitId });
