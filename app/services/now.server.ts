import { services } from "./container.server";
import { utcText } from "~/domain/time/utc-text";
import type { UtcText } from "~/domain/time/utc-text";

/** The present time as it is stored. */
export const nowText = (): UtcText => utcText(Math.floor(services().clock.nowMs() / 1000));
