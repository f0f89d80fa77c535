import { AppError } from "~/lib/errors";

/** What the company doesn't offer isn't on the page, and isn't taken either. @throws AppError 403 */
export function refuseUnless(isOffered: boolean): void {
  if (!isOffered) throw new AppError("recipient.off", "This is not offered here. Please contact us.", { status: 403 });
}
