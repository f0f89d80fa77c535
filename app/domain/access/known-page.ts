import { PAGES } from "./doors";

const patternOfPart = (part: string): string =>
  part.startsWith("($") ? "(?:/[^/]+)?" : part.startsWith("$") ? "/[^/]+" : `/${part.replace(/_$/, "")}`;

/**
 * 'profile_.$userId' is /profile/{anything}, 'shop.($month)' is /shop and /shop/{anything}; what begins with '_' is no
 * part of the address.
 */
const patternOf = (name: string): RegExp => {
  const parts = name.split(".").filter((part) => !part.startsWith("_"));
  return new RegExp(`^${parts.map(patternOfPart).join("") || "/"}/?$`, "i");
};

const PATTERNS = Object.keys(PAGES)
  .filter((name) => !name.endsWith(".$"))
  .map(patternOf);

/** What a super admin sees of a company that they opened: the pages of /company under another address. */
const OPENED = /^\/admin(?=\/company\/)/i;

/** Is there a page at this address? @param pathname without the base path */
export function isKnownPage(pathname: string): boolean {
  const address = pathname.replace(OPENED, "");
  return PATTERNS.some((pattern) => pattern.test(address));
}
