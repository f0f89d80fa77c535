/**
 * How every screen, sentence and print writes a number, a count, a share, money and a volume: '1,234.5'. Groups of
 * three with a comma, decimals after a dot (English, as the interface), without Intl: server and browser must write the
 * same. Files that programs read get plain numbers. Durations: ./time/format. Distances and weights: ./format-units.
 * Days: ./time/day-words.
 */

const grouped = (digits: string): string => digits.replace(/\B(?=(\d{3})+$)/g, ",");

/** @param decimals exactly so many digits after the dot */
export function formatFixed(value: number, decimals: number): string {
  const [whole = "0", rest] = Math.abs(value).toFixed(decimals).split(".");
  const text = rest === undefined ? grouped(whole) : `${grouped(whole)}.${rest}`;
  return value < 0 && /[1-9]/.test(text) ? `−${text}` : text;
}

/** At most so many decimals, none that are 0: '7.6', '1,200'. */
export function formatNumber(value: number, decimals = 0): string {
  const text = formatFixed(value, decimals);
  return decimals === 0 ? text : text.replace(/\.?0+$/, "");
}

/** Shares and speeds: '37%', '99.5%'. @param percent 37 for 37% */
export const formatPercent = (percent: number, decimals = 0): string => `${formatNumber(percent, decimals)}%`;

/** '1 visit', '1,018 visits'. */
export const count = (value: number, one: string, many = `${one}s`): string =>
  `${formatNumber(value)} ${value === 1 ? one : many}`;

/** How long to wait, in sentences: '5 minutes'. One that has begun counts whole. */
export const waitMinutes = (seconds: number): string => count(Math.ceil(seconds / 60), "minute");

/** Money: '€1,234.50'. */
export const formatEuro = (euro: number): string => `€${formatFixed(euro, 2)}`;

/** A volume: '0.054 m³'. */
export const formatM3 = (m3: number): string => `${formatNumber(m3, 3)} m³`;

/** Sums of loads and volumes are kept to three decimals: grams, and litres. */
export const threeDecimals = (amount: number): number => Math.round(amount * 1000) / 1000;

/** The size of a file: '640 B', '84 kB', '3.2 MB', '31 GB'. */
export function formatBytes(bytes: number): string {
  const kilobytes = Math.round(bytes / 1000);
  if (kilobytes === 0) return `${formatNumber(bytes)} B`;
  if (kilobytes < 1000) return `${kilobytes} kB`;
  const isLarge = bytes >= 1e9;
  return `${formatNumber(bytes / (isLarge ? 1e9 : 1e6), 1)} ${isLarge ? "GB" : "MB"}`;
}
