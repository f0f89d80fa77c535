/** Durations, distances and delays as the screens show them. */

/** Metres as kilometres to one decimal: '12.3 km'. */
export const formatKm = (meters: number): string => `${kmOneDecimal(meters)} km`;

/** Metres as kilometres to one decimal, without the unit. */
export const kmOneDecimal = (meters: number): string => (meters / 1000).toFixed(1);

/** Seconds as whole minutes. */
export const minutesOf = (seconds: number): number => Math.round(seconds / 60);

/** Seconds as '45 min', '2 h', '2 h 05 min'. */
export function formatDuration(seconds: number): string {
  const total = minutesOf(Math.max(0, seconds));
  const hours = Math.floor(total / 60);
  const minutes = total % 60;
  if (hours === 0) return `${minutes} min`;
  return minutes === 0 ? `${hours} h` : `${hours} h ${String(minutes).padStart(2, "0")} min`;
}

/** Seconds as hours to one decimal: '22.9 h'; for sums over several routes. */
export const formatHours = (seconds: number): string => `${(seconds / 3600).toFixed(1)} h`;

/** A delay (or an early arrival) in whole minutes: '+12 min', '-3 min', '0 min'. */
export function formatDelay(seconds: number): string {
  const minutes = minutesOf(seconds);
  if (minutes === 0) return "0 min";
  return minutes > 0 ? `+${minutes} min` : `-${Math.abs(minutes)} min`;
}

/** Cost as stored (hundredths) with two decimals. */
export const formatCost = (cost: number): string => (cost / 100).toFixed(2);
