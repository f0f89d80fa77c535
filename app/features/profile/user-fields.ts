/** Which action a single field of an account is changed by. */

/** Everybody's own. */
const PERSON = ["name", "surname", "country_id", "phone"] as const;
/** For super admins. */
const ACCOUNT = ["status", "email", "email_verified_at", "deleted_at", "admin_comment"] as const;
/** Changed by no action: that somebody is active is no change that the log names. */
export const ACTIVE_FIELD = "active_at";
export const USER_FIELDS = [...PERSON, ...ACCOUNT, ACTIVE_FIELD] as const;
type UserField = Exclude<(typeof USER_FIELDS)[number], typeof ACTIVE_FIELD>;

export interface FieldAction {
  action: string;
  input: Readonly<Record<string, unknown>>;
}

interface Subject {
  user: { id: number; email: string; email_verified_at: string | null };
  isOwn: boolean;
}

type Value = string | number | null;
const textOf = (value: Value): string => (value === null ? "" : String(value));

/** @returns null for a value that the field never has */
export function fieldAction(field: UserField, value: Value, { user, isOwn }: Subject): FieldAction | null {
  const of = { user_id: user.id };
  const one = (action: string, input: FieldAction["input"] = {}) => ({ action, input: { ...of, ...input } });
  switch (field) {
    case "name":
    case "surname":
    case "phone":
      return isOwn
        ? { action: "profile.update", input: { [field]: textOf(value) } }
        : one("user.update", { [field]: textOf(value) });
    case "country_id": {
      const id = Number(textOf(value));
      const input = { country_id: id === 0 ? null : id };
      return isOwn ? { action: "profile.update", input } : one("user.update", input);
    }
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
