import Bowser from "bowser";

/** 'Chrome on Windows' of what a browser calls itself. */
export function deviceName(userAgent: string): string {
  // The parser refuses an empty text.
  const { browser, os } = Bowser.parse(userAgent || "-");
  if (browser.name === undefined || browser.name === "") return "Unknown device";
  return os.name === undefined ? browser.name : `${browser.name} on ${os.name}`;
}
