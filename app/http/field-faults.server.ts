import { z } from "zod";

const FORM_FAULT = "Please check the form.";

/**
 * 'Start location type' of 'startLocationType', 'Route' of 'routeId', 'Visits' of 'visitIds', 'Country code' of
 * 'country_code', 'Companies' of 'company_ids'.
 */
export function fieldLabel(name: string): string {
  const words = name
    .replace(/_/g, " ")
    .replace(/([a-z0-9])([A-Z])/g, "$1 $2")
    .toLowerCase()
    .replace(/y ids$/, "ies")
    .replace(/ ids$/, "s")
    .replace(/ id$/, "")
    .trim();
  return words.charAt(0).toUpperCase() + words.slice(1);
}

/** What is said of a value for which its schema has no words: only forms that no screen of ours posts hold one. */
export function fieldFault({ path }: { path?: readonly PropertyKey[] | undefined }): string {
  const field = path?.findLast((part) => typeof part === "string");
  return field === undefined
    ? FORM_FAULT
    : `${fieldLabel(field)} ${/(?:Ids|_ids)$/.test(field) ? "are" : "is"} not correct`;
}

/** From now on every fault of a form names its field. */
export function nameFieldsInFaults(): void {
  z.config({ customError: fieldFault });
}
