const MINUTE = 60;
const HOUR = 3600;

/** '8:30' or '26:15' as seconds after the first midnight; null for what is no time. */
export function clockSec(text: string): number | null {
  const [, hours = "", minutes = ""] = /^(\d{1,2}):([0-5]\d)$/.exec(text) ?? [];
  if (hours === "" || Number(hours) >= 48) return null;
  return Number(hours) * HOUR + Number(minutes) * MINUTE;
}

/** Hours go on after midnight: 25:10. Seconds are cut off. */
export function clockText(seconds: number): string {
  const two = (value: number): string => String(value).padStart(2, "0");
  return `${two(Math.floor(seconds / HOUR))}:${two(Math.floor((seconds % HOUR) / MINUTE))}`;
}

export const minutesOf = (seconds: number): number => Math.round((seconds / MINUTE) * 100) / 100;
