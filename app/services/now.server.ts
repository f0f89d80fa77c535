import { services } from "./container.server";
import { utcText } from "~/domain/time/utc-text";
import type { UtcText } from "~/domain/time/utc-text";

/** Whole seconds since 1970, by the container's clock. */
export const nowSec = (): number => Math.floor(services().clock.nowMs() / 1000);

/** The present time as it is stored. */
export const nowText = (): UtcText => utcText(nowSec());
