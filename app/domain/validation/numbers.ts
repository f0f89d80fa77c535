/** What number fields make of typed text, and the limits of settings. */
import { MAX_DURATION_MIN, MAX_EXPLORATION, MAX_SOLVING_TIME_SEC, SPEED_PERCENT_MAX, SPEED_PERCENT_MIN, SPEED_PERCENT_STEP } from "../constants";

/**
 * Typed text as a number: commas become dots, whatever is not numeric is removed, what is left and is no number
 * becomes 0. `maxDigits` cuts the digits before the point.
 */
export function numberInput(text: string, maxDigits?: number): number {
  const cleaned = text.replace(/,/g, ".").replace(/[^\d.-]/g, "");
  const number = Number(cleaned);
  if (cleaned === "" || !Number.isFinite(number)) return 0;
  if (maxDigits === undefined) return number;
  const [whole = "", fraction] = cleaned.replace("-", "").split(".");
  const kept = Number(`${whole.slice(0, maxDigits)}${fraction === undefined ? "" : `.${fraction}`}`);
  return cleaned.startsWith("-") ? -kept : kept;
}

/** Digits that the vehicle form accepts. */
export const VEHICLE_DIGITS = { maxDistance: 4, maxQuantity: 4, overtime: 3, breakDuration: 2 } as const;

function clamp(value: number, min: number, max: number): number {
  return Number.isFinite(value) ? Math.min(Math.max(value, min), max) : min;
}

/** Squash duration and durations: 0..99.9 minutes, one decimal. */
export const clampDuration = (minutes: number): number => Math.round(clamp(minutes, 0, MAX_DURATION_MIN) * 10) / 10;
/** Whole seconds, 0..100. */
export const clampSolvingTime = (seconds: number): number => Math.trunc(clamp(seconds, 0, MAX_SOLVING_TIME_SEC));
/** Whole, 0..5. */
export const clampExploration = (level: number): number => Math.trunc(clamp(level, 0, MAX_EXPLORATION));
/** 0..1. */
export const clampBalance = (coefficient: number): number => clamp(coefficient, 0, 1);
/** Speed in percent: 50..150 in steps of 10. */
export const clampSpeedPercent = (percent: number): number =>
  clamp(Math.round(percent / SPEED_PERCENT_STEP) * SPEED_PERCENT_STEP, SPEED_PERCENT_MIN, SPEED_PERCENT_MAX);
