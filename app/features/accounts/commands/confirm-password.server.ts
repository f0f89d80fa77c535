import type { Session } from "~/auth/session.server";
import { db } from "~/db/database.server";
import { getUserAcrossCompanies } from "~/db/repositories/users.server";
import { AppError } from "~/lib/errors";
import { verifyPassword } from "~/services/password.server";

/** @throws AppError 401 for nobody, 422 for a wrong password */
export async function confirmPassword(session: Session | null, password: string): Promise<void> {
  const userId = session?.user.id ?? null;
  if (userId === null) throw new AppError("not_authorized", "You are not authorized", { status: 401 });
  const { password_hash } = await getUserAcrossCompanies(db(), userId);
  if (!(await verifyPassword(password_hash, password)))
    throw new AppError("password.wrong", "The password is not correct.", { status: 422, field: "password" });
}
