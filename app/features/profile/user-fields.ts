/** Which actions the fields of an account are changed by. */
import { parseUtcText } from "~/domain/time/utc-text";
import { numberOf } from "~/domain/validation/field-reader";

/** Everybody's own. */
const PERSON = ["name", "surname", "country_id", "phone"] as const;
/** For super admins. */
export const ACCOUNT_FIELDS = ["email", "email_verified_at", "admin_comment", "status", "deleted_at"] as const;
/** Changed by no action: that somebody is active is no change that the log names. */
export const ACTIVE_FIELD = "active_at";
export const USER_FIELDS = [...PERSON, ...ACCOUNT_FIELDS, ACTIVE_FIELD] as const;
type AccountField = (typeof ACCOUNT_FIELDS)[number];

interface FieldAction {
  action: string;
  input: Readonly<Record<string, unknown>>;
}

type FieldValue = string | number | null;
export type UserValues = Readonly<Partial<Record<(typeof USER_FIELDS)[number], FieldValue>>>;

const textOf = (value: FieldValue): string => (value === null ? "" : String(value));

/** 0 and nothing stand for none. */
const countryOf = (text: string): number | null => {
  const id = numberOf(text);
  return id === 0 ? null : id;
};

/** @returns null where the values have none of a person */
export function personAction(values: UserValues, { userId, isOwn }: { userId: number; isOwn: boolean }) {
  const given = PERSON.flatMap((name) => {
    const value = values[name];
    if (value === undefined) return [];
    const text = textOf(value);
    return [[name, name === "country_id" ? countryOf(text) : text] as const];
  });
  if (given.length === 0) return null;
  const input = Object.fromEntries(given);
  return isOwn ? { action: "profile.update", input } : { action: "user.update", input: { user_id: userId, ...input } };
}

/** What a field with a time says: 0 and nothing stand for none; null: it is no time. */
function isSet(value: FieldValue): boolean | null {
  const text = textOf(value).trim();
  if (text === "" || text === "0") return false;
  return parseUtcText(text) === null ? null : true;
}

/** Whether somebody is active is told with a time. */
export const isMoment = (value: FieldValue): boolean => isSet(value) === true;

interface FieldUser {
  id: number;
  email: string;
}

const one = ({ id }: FieldUser, action: string, input: FieldAction["input"] = {}): FieldAction => ({
  action,
  input: { user_id: id, ...input },
});

/** E-mail and stamp are one change: of both at once, the stamp says whether its holder has to verify the e-mail. */
function emailActions({ email, email_verified_at: stamp }: UserValues, user: FieldUser): FieldAction[] | null {
  const isVerified = stamp === undefined ? undefined : isSet(stamp);
  if (isVerified === null) return null;
  const next = email === undefined ? user.email : textOf(email);
  if (next.trim().toLowerCase() !== user.email)
    // Whoever holds the new e-mail verifies it, unless a super admin says that it is verified.
    return [one(user, "user.change_email", { email: next, verified: isVerified ?? false })];
  if (isVerified === undefined) return [];
  if (isVerified) return [one(user, "user.verify")];
  return [one(user, "user.change_email", { email: user.email, verified: false })];
}

function statusAction(value: FieldValue, user: FieldUser): FieldAction | null {
  return value === "ban" ? one(user, "user.ban") : value === "active" ? one(user, "user.unban") : null;
}

/**
 * What changes the fields for super admins, in the order in which it is done: what ends an account comes last.
 * @param user as stored
 * @returns the name of the field whose value it never has, instead
 */
export function accountActions(values: UserValues, user: FieldUser): readonly FieldAction[] | AccountField {
  const actions = emailActions(values, user);
  if (actions === null) return "email_verified_at";
  const { admin_comment: comment, status, deleted_at: deletedAt } = values;
  if (comment !== undefined) actions.push(one(user, "user.comment", { admin_comment: textOf(comment) }));
  if (status !== undefined) {
    const action = statusAction(status, user);
    if (action === null) return "status";
    actions.push(action);
  }
  if (deletedAt !== undefined) {
    // A removed account does not come back.
    if (isSet(deletedAt) !== true) return "deleted_at";
    actions.push(one(user, "user.remove"));
  }
  return actions;
}
