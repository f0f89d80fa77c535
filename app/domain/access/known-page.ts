import { PAGES } from "./doors";

/** 'profile_.$userId' is /profile/{anything}; what begins with '_' is no part of the address. */
const patternOf = (name: string): RegExp => {
  const parts = name.split(".").filter((part) => !part.startsWith("_"));
  return new RegExp(
    `^/${parts.map((part) => (part.startsWith("$") ? "[^/]+" : part.replace(/_$/, ""))).join("/")}/?$`,
    "i",
  );
};

const PATTERNS = Object.keys(PAGES)
  .filter((name) => !name.endsWith(".$"))
  .map(patternOf);

/** Is there a page at this address? @param pathname without the base path */
export const isKnownPage = (pathname: string): boolean => PATTERNS.some((pattern) => pattern.test(pathname));
