import { formatDayTime } from "~/domain/time/day-words";
import { requestContext } from "~/lib/request-context.server";
import { nowSec } from "~/services/now.server";

/**
 * 'This was done on Sat 21 Nov 2026 09:12 UTC, from the address 203.0.113.9.': who reads a mail the next day can tell
 * whether it was them. @param by who did it; an administrator's address is nobody else's business
 */
export function doneNote(by: "account" | "administrator" = "account"): string {
  const ip = by === "account" ? (requestContext()?.ip ?? "") : "";
  return `This was done on ${formatDayTime(nowSec(), "UTC")} UTC${ip === "" ? "" : `, from the address ${ip}`}.`;
}
