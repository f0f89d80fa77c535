/** What programs read of a company, and which of it they may write. */
import { z } from "zod";
import type { CompanySession } from "~/auth/session.server";
import { parseJson } from "~/db/codecs.server";
import { db } from "~/db/database.server";
import { findMainKey } from "~/db/repositories/api-keys.server";
import type { CompanyRow } from "~/db/tables";
import { can } from "~/domain/access/permissions";
import { field, flag, moment, number, oneOf, ownId, reference, text, whole } from "~/http/api/fields";
import type { ResourceField } from "~/http/api/fields";
import { writableSchema } from "~/http/api/resource";
import { AppError } from "~/lib/errors";
import { pick } from "~/lib/pick";
import { own, proof } from "./proof-fields.server";
import { shownMainKey } from "./queries/api-page.server";

export type ToldFields = Readonly<Record<string, unknown>>;

/** A list of ids, as the action takes it. @throws AppError 422 */
function reasonsOf(value: unknown): unknown {
  if (value === null || value === "") return [];
  const given = parseJson<unknown>(String(value), null);
  if (Array.isArray(given)) return given;
  throw new AppError("api.json", "fail_reasons_settings is not correct", { status: 422, field: "reasons" });
}

/** The company itself. It is no record among others: a session works for one. */
export const COMPANY_FIELDS: Readonly<Record<string, ResourceField<CompanyRow>>> = {
  id: ownId(),
  title: text("title", own),
  user_id: reference("user_id"),
  image: text("image"),
  phone: text("phone", own),
  email: text("email", own),
  status: flag("status"),
  country_id: reference("country_id", own),
  industry_id: reference("industry_id", own),
  default_visit_balance_coefficient: number("default_visit_balance_coefficient", own),
  default_squash_duration: number("default_squash_duration", own),
  default_visit_duration: number("default_visit_duration", own),
  default_vehicle_start_hour: text("default_vehicle_start_hour", own),
  default_vehicle_end_hour: text("default_vehicle_end_hour", own),
  default_has_breaks: flag("default_has_breaks", own),
  default_break_after: whole("default_break_after", own),
  default_start_location_type: oneOf("default_start_location_type", ["W", "P"], own),
  default_end_location_type: oneOf("default_end_location_type", ["N", "W", "P"], own),
  default_aim: oneOf("default_aim", ["time", "vehicles", "cost"], own),
  ...proof(),
  fail_reasons_settings: field(
    "fail_reasons_settings",
    z.string().nullable(),
    { write: "reasons" },
    { toAction: reasonsOf },
  ),
  positions_kept_days: whole("positions_kept_days", own),
  /** null: for good */
  proofs_kept_days: field("proofs_kept_days", z.number().int().nullable(), own),
  created_at: moment("created_at"),
};

export const CompanyAnswer = z.object({
  ...Object.fromEntries(Object.entries(COMPANY_FIELDS).map(([name, { schema }]) => [name, schema])),
  /** of its administrators; null for others, super admins who have opened it too, and where none was made */
  api_key: z.string().nullable(),
  /** of super admins; null for others */
  admin_comment: z.string().nullable(),
});

const read = (row: CompanyRow): Record<string, unknown> =>
  Object.fromEntries(Object.entries(COMPANY_FIELDS).map(([name, one]) => [name, one.read(row)]));

/** With its key and comment for those who may see them; the key is asked of the current company alone. */
export async function told(session: CompanySession, row: CompanyRow): Promise<Record<string, unknown>> {
  const isOwnKey = row.id === session.company.id && can(session.actor, "company.api", { companyId: row.id });
  const key = isOwnKey ? await findMainKey(db(), row.id) : undefined;
  return {
    ...read(row),
    api_key: shownMainKey(session, key),
    admin_comment: can(session.actor, "companies.manage") ? (row.admin_comment ?? "") : null,
  };
}

/** Answers of changes are kept for their Idempotency-Key; what not all may see is told by `item` and `list` alone. */
export const changedItem = (row: CompanyRow) => ({ ...read(row), api_key: null, admin_comment: null });

export const companyFields = z.strictObject(writableSchema(COMPANY_FIELDS));
export const answered: Readonly<Record<string, z.ZodType>> = CompanyAnswer.shape;
/** Fields that are told, and can't be written. */
export const TOLD = Object.keys(answered).filter((name) => name !== "id" && !(name in companyFields.shape));

/** What comes back of an answer. The key and the comment are null in the answers of changes, whoever asked. */
export const ofAnswer = (payload: ToldFields): ToldFields =>
  Object.fromEntries(
    Object.entries(pick(payload, TOLD)).filter(
      ([name, value]) => value !== null || (name !== "api_key" && name !== "admin_comment"),
    ),
  );
