/** The parameters of an address that narrow a list, and the addresses of other choices. */

/** '1' active, '0' inactive, none for both. */
export const STATUS_PARAM = "status";

/** Id of a country. */
export const COUNTRY_PARAM = "country";

/** The address of the same list with another value of a parameter, from its first page on. @param value null: none */
export function listAddress(params: URLSearchParams, name: string, value: string | null): string {
  const next = new URLSearchParams(params);
  for (const own of ["page", "highlight", name]) next.delete(own);
  if (value !== null) next.set(name, value);
  const text = next.toString();
  return text === "" ? "." : `?${text}`;
}
