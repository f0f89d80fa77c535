/** When a person counts as active, and how often that is noted. */
import { addSeconds } from "../time/utc-text";
import type { UtcText } from "../time/utc-text";

/** It is noted this often at most. */
export const NOTED_EVERY_SEC = 60;

/** Two calls: one may be late. */
const ACTIVE_SEC = 2 * NOTED_EVERY_SEC;

/** @param activeAt `users.active_at` */
export const isActive = (activeAt: UtcText | null, now: UtcText): boolean =>
  activeAt !== null && activeAt > addSeconds(now, -ACTIVE_SEC);
