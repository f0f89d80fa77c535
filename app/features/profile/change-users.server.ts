/** Fields of one account or of several, as programs change them: by the actions of the profile's page. */
import { z } from "zod";
import { noteActivity } from "~/auth/activity.server";
import { authorize } from "~/auth/actor.server";
import type { Session } from "~/auth/session.server";
import { allOrNothing, db } from "~/db/database.server";
import { findUsersAcrossCompanies, getUserAcrossCompanies } from "~/db/repositories/users.server";
import type { UserRow } from "~/db/tables";
import { performForPerson } from "~/http/actions/perform-action.server";
import type { CallOptions } from "~/http/api/api-call.server";
import { readFields } from "~/http/api/bulk.server";
import type { SentFields } from "~/http/api/bulk.server";
import { named } from "~/http/api/wire-faults";
import { AppError, notFound } from "~/lib/errors";
import { PROFILE_ACTIONS } from "./actions.server";
import { managedUser } from "./commands/managed-user.server";
import { accountActions, ACCOUNT_FIELDS, ACTIVE_FIELD, isMoment, personAction, USER_FIELDS } from "./user-fields";
import type { UserValues } from "./user-fields";

export const UserFieldValue = z.union([z.string().max(2000), z.number(), z.null()]);
export const UserFieldValues = z.strictObject(
  Object.fromEntries(USER_FIELDS.map((name) => [name, UserFieldValue.optional()])),
);

/** Accounts in the order of their ids. @throws AppError 404 when one is missing */
export async function usersById(ids: readonly number[]): Promise<UserRow[]> {
  const byId = new Map((await findUsersAcrossCompanies(db(), ids)).map((user) => [user.id, user]));
  return ids.map((id) => {
    const user = byId.get(id);
    if (user === undefined) throw notFound("User");
    return user;
  });
}

/** @throws AppError 403 */
function authorizeFields(session: Session, user: UserRow, names: readonly string[]): void {
  const isOwn = user.id === session.user.id;
  if (!isOwn && names.includes(ACTIVE_FIELD)) throw new AppError("forbidden", "You have no access", { status: 403 });
  if (!isOwn) managedUser(session, user);
  else if (names.some((name) => ACCOUNT_FIELDS.some((one) => one === name))) authorize(session, "users.manage");
}

const incorrect = (name: string): AppError =>
  new AppError("api.value", `${name} is not correct`, { status: 422, field: name });

async function changeUser(session: Session, userId: number, values: UserValues, options: CallOptions): Promise<void> {
  const act = (name: string, input: object) => performForPerson(PROFILE_ACTIONS, session, name, input, options);
  const active = values[ACTIVE_FIELD];
  if (active !== undefined) {
    if (!isMoment(active)) throw incorrect(ACTIVE_FIELD);
    // When it was, the server's clock says, and the minute since it was noted last.
    await noteActivity(session);
  }
  const person = personAction(values, { userId, isOwn: userId === session.user.id });
  if (person !== null) await act(person.action, person.input);
  const changes = accountActions(values, await getUserAcrossCompanies(db(), userId));
  if (typeof changes === "string") throw incorrect(changes);
  for (const change of changes) await act(change.action, change.input);
}

/** All of them or none. @param sent with the accounts' ids. @throws AppError 403, 404, 409, 422; ZodError */
export async function changeUsers(
  session: Session,
  sent: readonly (SentFields & { id: number })[],
  options: CallOptions,
): Promise<void> {
  await allOrNothing(async () => {
    const users = await usersById(sent.map(({ id }) => id));
    // The right first: others don't learn what is wrong with the values.
    for (const [nth, { fields }] of sent.entries()) authorizeFields(session, users[nth]!, Object.keys(fields));
    const values = sent.map((one) => readFields(UserFieldValues, one) as UserValues);
    for (const [nth, { id, at }] of sent.entries())
      await named({}, at, () => changeUser(session, id, values[nth]!, options));
  });
}
