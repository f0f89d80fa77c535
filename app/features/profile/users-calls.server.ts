/**
 * Accounts as programs read and change them. Everybody has their own; super admins have all. Accounts are made by
 * signing up and by invitations: there is no `users/store`.
 */
import { z } from "zod";
import { authorize } from "~/auth/actor.server";
import { ofPerson } from "~/auth/session.server";
import type { CompanySession, Session } from "~/auth/session.server";
import { allOrNothing, db } from "~/db/database.server";
import { listEveryAccessOfUserAcrossCompanies } from "~/db/repositories/members.server";
import {
  findUsersAcrossCompanies,
  getUserAcrossCompanies,
  isEmailFree,
  listUsersAcrossCompanies,
} from "~/db/repositories/users.server";
import type { UserRow } from "~/db/tables";
import { can } from "~/domain/access/permissions";
import { listedId } from "~/domain/validation/wire-fields";
import { call, ListAnswer, personCall } from "~/http/api/api-call.server";
import type { ApiCall, CallOptions } from "~/http/api/api-call.server";
import { fieldsInput, idOrIds, idsOf, sentFields } from "~/http/api/bulk.server";
import { flag, moment, oneOf, ownId, reference, text } from "~/http/api/fields";
import type { ResourceField } from "~/http/api/fields";
import { uploadImageCall } from "~/http/api/upload-image.server";
import { performForPerson } from "~/http/actions/perform-action.server";
import { VERIFICATION_SENT } from "~/lib/action-result";
import { AppError, notFound } from "~/lib/errors";
import { PROFILE_ACTIONS } from "./actions.server";
import { userPictures } from "./user-pictures.server";
import { changeUsers, UserFieldValue, UserFieldValues, usersById } from "./change-users.server";
import { USER_FIELDS } from "./user-fields";
import { UsersList } from "./schemas";

export const USER_ITEM: Readonly<Record<string, ResourceField<UserRow>>> = {
  id: ownId(),
  name: text("name"),
  surname: text("surname"),
  email: text("email"),
  username: text("username"),
  image: text("image"),
  phone: text("phone"),
  language_id: reference("language_id"),
  country_id: reference("country_id"),
  time_zone: text("time_zone"),
  active_at: moment("active_at"),
  status: oneOf("status", ["active", "ban"]),
  email_verified_at: moment("email_verified_at"),
  is_completed: flag("is_completed"),
  settings: text("settings"),
  created_at: moment("created_at"),
  deleted_at: moment("deleted_at"),
};

const User = z
  .object({
    ...Object.fromEntries(Object.entries(USER_ITEM).map(([name, { schema }]) => [name, schema])),
    /** of super admins; null for others */
    admin_comment: z.string().nullable(),
  })
  .meta({ id: "User" });

const Access = z.object({
  company_id: z.int(),
  company_title: z.string(),
  is_owner: z.literal([0, 1]),
  is_admin: z.literal([0, 1]),
  is_dispatcher: z.literal([0, 1]),
  is_courier: z.literal([0, 1]),
  /** 0: the company or the membership is inactive, so that the user can't work for it */
  is_active: z.literal([0, 1]),
});

const isManager = ({ actor }: Session): boolean => can(actor, "users.manage");

const shown = (session: Session, row: UserRow): Record<string, unknown> => ({
  ...Object.fromEntries(Object.entries(USER_ITEM).map(([name, { read }]) => [name, read(row)])),
  admin_comment: isManager(session) ? (row.admin_comment ?? "") : null,
});

/** Whom a call is about: oneself when nobody is named. @throws AppError 404 for others, unless a super admin asks */
function subjectOf(session: Session, id: number | null | undefined): number {
  const own = ofPerson(session).userId;
  const wanted = id ?? own;
  if (wanted !== own && !isManager(session)) throw notFound("User");
  return wanted;
}

const item = async (session: Session, userId: number) => shown(session, await getUserAcrossCompanies(db(), userId));

const act = (session: Session, name: string, input: object, options: CallOptions): Promise<unknown> =>
  performForPerson(PROFILE_ACTIONS, session, name, input, options);

async function accessesOf(userId: number) {
  await getUserAcrossCompanies(db(), userId);
  const accesses = await listEveryAccessOfUserAcrossCompanies(db(), userId);
  return accesses.map(({ company_status: _status, ...access }) => access);
}

async function listed(session: CompanySession, { id, search, cursor, limit }: z.output<typeof UsersList>) {
  if (!isManager(session) || id !== null) return new ListAnswer([await item(session, subjectOf(session, id))], null);
  const rows = await listUsersAcrossCompanies(db(), { search, afterId: cursor ?? 0, limit: limit + 1 });
  const page = rows.slice(0, limit);
  const next = rows.length > limit ? String(page.at(-1)?.id) : null;
  return new ListAnswer(
    page.map((row) => shown(session, row)),
    next,
  );
}

export const USER_CALLS: readonly ApiCall[] = [
  call({
    path: "users/list",
    methods: ["GET"],
    permission: "profile.update",
    summary:
      "Lists accounts: all of them for super admins, else one's own. With id and type members: the companies that " +
      "the user works for, with is_active 0 also those that are inactive, and those in which the user is. With " +
      "action check-email: whether no account has the e-mail. With send-verification: mails its link to a user.",
    input: UsersList,
    answer: z.array(User),
    insteadOfList: z.union([z.boolean(), z.string(), z.array(Access)]),
    isList: true,
    changes: false,
    filters: true,
    example: { limit: 2 },
    async run(session, input, options) {
      const { action, id, type, email } = input;
      if (action === "check-email") {
        authorize(session, "users.manage");
        return isEmailFree(db(), email, id ?? undefined);
      }
      if (action === "send-verification") {
        // It is asked for with GET, which carries the cookie from a link of another site too.
        if (/^(?:cross|same)-site$/.test(options.request.headers.get("Sec-Fetch-Site") ?? ""))
          throw new AppError("request.elsewhere", "This request came from another site.", { status: 403 });
        await act(session, "user.send_verification", { user_id: id ?? ofPerson(session).userId }, options);
        return VERIFICATION_SENT;
      }
      return type === "members" ? accessesOf(subjectOf(session, id)) : listed(session, input);
    },
  }),
  call({
    path: "users/item",
    methods: ["GET", "POST"],
    permission: "profile.update",
    summary: "Answers an account: one's own, or for super admins any.",
    input: z.strictObject({ id: listedId().optional() }),
    answer: User,
    changes: false,
    example: {},
    run: (session, { id }) => item(session, subjectOf(session, id)),
  }),
  personCall({
    path: "users/update",
    methods: ["POST"],
    permission: "profile.update",
    summary:
      "Changes one's own password with the old one; a super admin sets that of another user by id, with the own " +
      "password or a code as `password` unless they have signed in within the last ten minutes.",
    input: z.strictObject({
      id: listedId().optional(),
      old_password: z.string().max(255).optional(),
      new_password: z.string().max(255).default(""),
      password: z.string().max(255).default(""),
    }),
    answer: User,
    changes: true,
    example: { old_password: "several words", new_password: "several other words" },
    async run(session, { id, old_password: before, new_password: next, password }, options) {
      const userId = subjectOf(session, id);
      const isOwn = userId === ofPerson(session).userId;
      if (isOwn) await act(session, "profile.password", { old_password: before ?? "", new_password: next }, options);
      else await act(session, "user.set_password", { user_id: userId, new_password: next, password }, options);
      return item(session, userId);
    },
  }),
  personCall({
    path: "users/update-field",
    methods: ["POST"],
    permission: "profile.update",
    summary:
      "Changes one field of an account, or with `bulk`, by id, some fields of several, all of them or none: name, " +
      "surname, country and phone of one's own, or active_at, which becomes the time of the server, once a minute; " +
      "a super admin those of others, and status (ban), email within ten minutes after signing in, " +
      "email_verified_at, deleted_at and admin_comment. " +
      "Answers null for a removed one.",
    input: fieldsInput(USER_FIELDS),
    inJson: { value: UserFieldValue, bulk: z.record(z.string(), UserFieldValues) },
    answer: z.union([User.nullable(), z.array(User.nullable())]),
    changes: true,
    example: { field: "surname", value: "Beck" },
    async run(session, payload, options) {
      const sent = sentFields(payload, UserFieldValues, "users/update-field").map((one) => ({
        ...one,
        id: subjectOf(session, one.id),
      }));
      await changeUsers(session, sent, options);
      const ids = sent.map(({ id }) => id);
      const rows = new Map((await findUsersAcrossCompanies(db(), ids)).map((row) => [row.id, row]));
      const users = ids.map((id) => rows.get(id)).map((row) => (row === undefined ? null : shown(session, row)));
      return payload.bulk === undefined ? users[0] : users;
    },
  }),
  uploadImageCall({
    resource: "users",
    summary: "Takes the picture that comes along as one's own.",
    permission: "profile.update",
    folderOf: userPictures,
    async run(session, id, options) {
      const { userId } = ofPerson(session);
      if (id !== undefined && id !== userId) throw notFound("User");
      await act(session, "profile.image", {}, options);
      return (await getUserAcrossCompanies(db(), userId)).image;
    },
  }),
  call({
    path: "users/destroy",
    methods: ["POST"],
    permission: "profile.update",
    summary: "Removes accounts, for super admins: nobody signs in with them any more; all that are named, or none.",
    input: z.strictObject(idOrIds()),
    answer: z.object({ ids: z.array(z.int()) }),
    changes: true,
    example: { id: 1 },
    async run(session, payload, options) {
      const ids = idsOf(payload).map((id) => subjectOf(session, id));
      await allOrNothing(async () => {
        await usersById(ids);
        for (const id of ids) await act(session, "user.remove", { user_id: id }, options);
      });
      return { ids };
    },
  }),
];
