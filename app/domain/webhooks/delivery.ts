import { DAY_SEC } from "../time/calendar";
import { addSeconds, epochSec } from "../time/utc-text";
import type { UtcText } from "../time/utc-text";
import type { ValueOf } from "../labels";

export const DeliveryState = { Waiting: "waiting", Delivered: "delivered", Failed: "failed" } as const;
export type DeliveryState = ValueOf<typeof DeliveryState>;
export const DELIVERY_STATES: readonly DeliveryState[] = Object.values(DeliveryState);
export const DELIVERY_STATE_LABELS: Readonly<Record<DeliveryState, string>> = {
  [DeliveryState.Waiting]: "Waiting",
  [DeliveryState.Delivered]: "Delivered",
  [DeliveryState.Failed]: "Failed",
};

/** Why an endpoint gets nothing any more. */
export const DisabledReason = { ByHand: "by_hand", Failing: "failing", Gone: "gone" } as const;
export type DisabledReason = ValueOf<typeof DisabledReason>;

/** Seconds between the tries of one event; the last try is 24 hours after the first. */
export const WAITS_SEC = [5, 30, 120, 600, 3600, 10_800, 21_600, 21_600, 28_045] as const;
/** An endpoint that has answered nothing well for that long is disabled. */
const FAILING_SEC = DAY_SEC;
/** The secret before is good for that long after another one was made. */
export const OVERLAP_SEC = DAY_SEC;
/** Ended deliveries are listed for that long. */
export const KEPT_DAYS = 30;
export const MAX_ENDPOINTS = 10;
export const MAX_URL_LENGTH = 1000;
/** Of an answer in the log. */
export const KEPT_ANSWER_BYTES = 4096;

/** An endpoint says that it is there no more. */
const GONE = 410;

/** Standard Webhooks: what is not 2xx has failed. Redirects are not followed. */
const isDelivered = (status: number): boolean => status >= 200 && status < 300;

/** An answer, or why there was none. */
interface Try {
  /** of HTTP; null: there was no answer */
  status: number | null;
}

export interface AfterTry {
  state: DeliveryState;
  nextTryAt: UtcText | null;
  /** since when the endpoint fails; null: it works */
  failingSince: UtcText | null;
  /** null: it stays enabled */
  disable: DisabledReason | null;
}

/**
 * What a try leads to, for the delivery and for its endpoint.
 * @param attempts tries that have begun, this one included
 */
export function afterTry(
  { status }: Try,
  { attempts, failingSince }: { attempts: number; failingSince: UtcText | null },
  now: UtcText,
): AfterTry {
  if (status !== null && isDelivered(status))
    return { state: DeliveryState.Delivered, nextTryAt: null, failingSince: null, disable: null };
  const since = failingSince ?? now;
  const disable =
    status === GONE
      ? DisabledReason.Gone
      : epochSec(now) - epochSec(since) >= FAILING_SEC
        ? DisabledReason.Failing
        : null;
  const waitSec = disable === null ? WAITS_SEC[attempts - 1] : undefined;
  return {
    state: waitSec === undefined ? DeliveryState.Failed : DeliveryState.Waiting,
    nextTryAt: waitSec === undefined ? null : addSeconds(now, waitSec),
    failingSince: since,
    disable,
  };
}
