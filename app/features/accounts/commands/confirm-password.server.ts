import { isOwnPassword } from "~/auth/own-password.server";
import { notedAsWrong } from "~/auth/proof.server";
import type { Session } from "~/auth/session.server";
import { AppError, notAuthorized } from "~/lib/errors";

/** @throws AppError 401 for nobody, 422 for a wrong password, 429 */
export async function confirmPassword(session: Session | null, password: string): Promise<void> {
  const userId = session?.user.id ?? null;
  if (session === null || userId === null) throw notAuthorized();
  if (!(await isOwnPassword(userId, password)))
    throw await notedAsWrong(
      session,
      new AppError("password.wrong", "The password is not correct.", { status: 422, field: "password" }),
    );
}
