import { formatDayTime } from "~/domain/time/day-words";
import { isTimeZone } from "~/domain/time/time-zone";
import { epochSec } from "~/domain/time/utc-text";
import type { UtcText } from "~/domain/time/utc-text";
import { useMounted } from "./use-mounted";

interface Props {
  at: UtcText;
  /** that the reader has chosen; null: the browser's, which the server doesn't know */
  timeZone: string | null;
}

/**
 * When something happened, on the reader's clock. What the server writes without a zone says that it is UTC; on
 * pages that React doesn't run on, the account script writes it anew.
 */
export function LocalTime({ at, timeZone }: Props) {
  const mounted = useMounted();
  const chosen = timeZone !== null && isTimeZone(timeZone) ? timeZone : null;
  const zone = chosen ?? (mounted ? Intl.DateTimeFormat().resolvedOptions().timeZone : null);
  return (
    <time dateTime={`${at.replace(" ", "T")}Z`} data-in-utc={zone === null || undefined}>
      {zone === null ? `${formatDayTime(epochSec(at), "UTC")} UTC` : formatDayTime(epochSec(at), zone)}
    </time>
  );
}
