/** Which actions the fields of an account are changed by. */
import { numberOf } from "~/domain/validation/field-reader";

/** Everybody's own. */
const PERSON = ["name", "surname", "country_id", "phone"] as const;
/** For super admins, in the order in which they are changed: what ends an account comes last. */
export const ACCOUNT_FIELDS = ["email", "email_verified_at", "admin_comment", "status", "deleted_at"] as const;
/** Changed by no action: that somebody is active is no change that the log names. */
export const ACTIVE_FIELD = "active_at";
export const USER_FIELDS = [...PERSON, ...ACCOUNT_FIELDS, ACTIVE_FIELD] as const;
type AccountField = (typeof ACCOUNT_FIELDS)[number];

export interface FieldAction {
  action: string;
  input: Readonly<Record<string, unknown>>;
}

export type FieldValue = string | number | null;
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

/** @returns null for a value that the field never has */
export function accountAction(
  field: AccountField,
  value: FieldValue,
  user: { id: number; email: string },
): FieldAction | null {
  const one = (action: string, input: FieldAction["input"] = {}) => ({ action, input: { user_id: user.id, ...input } });
  switch (field) {
    case "status":
      return value === "ban" ? one("user.ban") : value === "active" ? one("user.unban") : null;
    case "email":
      // Whoever holds the new e-mail verifies it; a super admin can do that after it.
      return one("user.change_email", { email: textOf(value), verified: false });
    case "email_verified_at":
      return textOf(value) === ""
        ? one("user.change_email", { email: user.email, verified: false })
        : one("user.verify");
    case "deleted_at":
      // A removed account does not come back.
      return textOf(value) === "" ? null : one("user.remove");
    case "admin_comment":
      return one("user.comment", { admin_comment: textOf(value) });
  }
}
