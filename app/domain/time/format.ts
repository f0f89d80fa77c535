/** Durations, delays and cost as screens and prints write them; distances for files (others: ../format-units). */
import { formatFixed, formatNumber } from "../format-number";

/** Metres as kilometres to one decimal, for files that programs read. */
export const kmOneDecimal = (meters: number): number => Number((meters / 1000).toFixed(1));

/** Minutes, as people set durations, in whole seconds, as calculations count. */
export const secOf = (minutes: number): number => Math.round(minutes * 60);

/** Seconds as whole minutes. */
export const minutesOf = (seconds: number): number => Math.round(seconds / 60);

/**
 * Cut to the minute, as clock times are shown: what lies between two of them, or after a window that closes on the
 * minute, is then what the two times beside it say.
 */
export const wholeMinute = (seconds: number): number => Math.floor(seconds / 60) * 60;

/** Seconds as '45 min', '2 h', '2 h 05 min', '129 h 06 min'. */
export function formatDuration(seconds: number): string {
  const total = minutesOf(Math.max(0, seconds));
  const hours = Math.floor(total / 60);
  const minutes = total % 60;
  if (hours === 0) return `${minutes} min`;
  const whole = `${formatFixed(hours, 0)} h`;
  return minutes === 0 ? whole : `${whole} ${String(minutes).padStart(2, "0")} min`;
}

/** Seconds as whole minutes, rounded up: at least one. */
export const minutesUp = (seconds: number): number => Math.max(1, Math.ceil(seconds / 60));

/** Lateness and the like, rounded up: at least one minute, because "0 min late" says nothing. */
export const formatMinutesUp = (seconds: number): string => formatDuration(minutesUp(seconds) * 60);

/** Milliseconds of calculating as '0.4 s', '12.5 s'. */
export const formatSeconds = (ms: number): string => `${(ms / 1000).toFixed(1)} s`;

/** Minutes as they were typed: '2.5 min'. */
export const formatMinutes = (minutes: number): string => `${formatNumber(minutes, 1)} min`;

/** The sign of a change before its text: '+1.2 km', '−45 min'. */
export const signed = (change: number, text: string): string => `${change > 0 ? "+" : "−"}${text}`;

/** A delay (or an early arrival) in whole minutes: '+12 min', '−1 h 05 min', '0 min'. */
export const formatDelay = (seconds: number): string =>
  minutesOf(seconds) === 0 ? "0 min" : signed(seconds, formatDuration(Math.abs(seconds)));

/** Cost as stored (hundredths) with two decimals: '1,234.50'. */
export const formatCost = (cost: number): string => formatFixed(costOf(cost), 2);

/** Cost as stored (hundredths), for files that programs read. */
export const costOf = (cost: number): number => Math.round(cost) / 100;
