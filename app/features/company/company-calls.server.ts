/** The company itself, as programs read and change it. */
import { z } from "zod";
import { logAuthorOf, noteInLog } from "~/audit/note-in-log.server";
import { actorIn, authorize } from "~/auth/actor.server";
import { ofPerson } from "~/auth/session.server";
import type { CompanySession } from "~/auth/session.server";
import { parseJson } from "~/db/codecs.server";
import { allOrNothing, db } from "~/db/database.server";
import { findMainKey } from "~/db/repositories/api-keys.server";
import { getCompany, listCompaniesOfOwnerAcrossCompanies } from "~/db/repositories/companies.server";
import { listAccessesOfUserAcrossCompanies } from "~/db/repositories/members.server";
import type { CompanyRow } from "~/db/tables";
import { can } from "~/domain/access/permissions";
import { billingLabel, usageColour } from "~/domain/billing/billing-record";
import { requiredMessage } from "~/domain/validation/text";
import { listedId } from "~/domain/validation/wire-fields";
import type { Act } from "~/http/actions/act.server";
import { ListAnswer, call } from "~/http/api/api-call.server";
import type { ApiCall, CallOptions } from "~/http/api/api-call.server";
import { bulkItems, bulkText, fieldsInput, idOrIds, MAX_BULK } from "~/http/api/bulk.server";
import { refuseChanged, toldField } from "~/http/api/chosen-field.server";
import { idList } from "~/http/api/family-list.server";
import { readFields, refuseBoth, sentFields } from "~/http/api/bulk.server";
import { field, flag, moment, number, oneOf, ownId, reference, text, whole } from "~/http/api/fields";
import type { ResourceField } from "~/http/api/fields";
import { actionValues, writableSchema } from "~/http/api/resource";
import type { ActionValues } from "~/http/api/resource";
import { uploadImageCall } from "~/http/api/upload-image.server";
import { named } from "~/http/api/wire-faults";
import { AppError, notFound } from "~/lib/errors";
import { pick } from "~/lib/pick";
import { billingIsOn, packageOf } from "~/planner/company-package.server";
import { nowText } from "~/services/now.server";
import { companyPictures } from "./company-pictures";
import { own, proof } from "./proof-fields.server";
import { madeJustNow, shownMainKey } from "./queries/api-page.server";
import {
  CompanyDefaults,
  CompanyFields,
  CompanyRemoval,
  FailReasons,
  PositionsKept,
  ProofInput,
  ProofsKept,
} from "./schemas";

type ToldFields = Readonly<Record<string, unknown>>;

/** A list of ids, as the action takes it. @throws AppError 422 */
function reasonsOf(value: unknown): unknown {
  if (value === null || value === "") return [];
  const given = parseJson<unknown>(String(value), null);
  if (Array.isArray(given)) return given;
  throw new AppError("api.json", "fail_reasons_settings is not correct", { status: 422, field: "reasons" });
}

/** The company itself. It is no record among others: a session works for one. */
const COMPANY_FIELDS: Readonly<Record<string, ResourceField<CompanyRow>>> = {
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

const CompanyAnswer = z.object({
  ...Object.fromEntries(Object.entries(COMPANY_FIELDS).map(([name, { schema }]) => [name, schema])),
  /** of its administrators; null for others, super admins who have opened it too, and where none was made */
  api_key: z.string().nullable(),
  /** of super admins; null for others */
  admin_comment: z.string().nullable(),
});

const read = (row: CompanyRow): Record<string, unknown> =>
  Object.fromEntries(Object.entries(COMPANY_FIELDS).map(([name, one]) => [name, one.read(row)]));

/** With its key and comment for those who may see them; the key is asked of the current company alone. */
async function told(session: CompanySession, row: CompanyRow): Promise<Record<string, unknown>> {
  const isOwnKey = row.id === session.company.id && can(session.actor, "company.api", { companyId: row.id });
  const key = isOwnKey ? await findMainKey(db(), row.id) : undefined;
  return {
    ...read(row),
    api_key: shownMainKey(session, key),
    admin_comment: can(session.actor, "companies.manage") ? (row.admin_comment ?? "") : null,
  };
}

const companyItem = async (session: CompanySession): Promise<Record<string, unknown>> =>
  told(session, await getCompany(db(), session.company.id));

/** Those that the caller may work for; of one owner, super admins see all. */
async function listed(session: CompanySession, ownerId: number | undefined): Promise<CompanyRow[]> {
  if (ownerId !== undefined && can(session.actor, "companies.listAll"))
    return listCompaniesOfOwnerAcrossCompanies(db(), ownerId);
  const rows = await Promise.all(session.companies.map(({ id }) => getCompany(db(), id)));
  return rows.filter(({ user_id }) => ownerId === undefined || user_id === ownerId);
}

/** The actions on the company, each with the fields that it takes; what is left out stays. */
const BY_ACTION = {
  "company.update": CompanyFields,
  "defaults.save": CompanyDefaults,
  "confirmation.save": ProofInput,
  "positions.keep": PositionsKept,
  "proofs.keep": ProofsKept,
  "fail_reasons.save": FailReasons,
};

/** Which of the actions the values are for. */
async function change(session: CompanySession, given: ActionValues, options: CallOptions, act: Act): Promise<void> {
  for (const [name, { shape }] of Object.entries(BY_ACTION)) {
    const fields = Object.entries(given).filter(([field]) => field in shape);
    // A program has asked before it sends.
    const confirmed = "confirmed" in shape ? { confirmed: true } : {};
    if (fields.length > 0) await act(session, name, { ...Object.fromEntries(fields), ...confirmed }, options);
  }
}

function refuseOther(session: CompanySession, id: number | undefined): void {
  if (id !== undefined && id !== session.company.id) throw notFound("Company");
}

const companyFields = z.strictObject(writableSchema(COMPANY_FIELDS));
const answered: Readonly<Record<string, z.ZodType>> = CompanyAnswer.shape;
/** Fields that are told, and can't be written. */
const TOLD = Object.keys(answered).filter((name) => name !== "id" && !(name in companyFields.shape));

/** What comes back of an answer. The key and the comment are null in the answers of changes, whoever asked. */
const ofAnswer = (payload: ToldFields): ToldFields =>
  Object.fromEntries(
    Object.entries(pick(payload, TOLD)).filter(
      ([name, value]) => value !== null || (name !== "api_key" && name !== "admin_comment"),
    ),
  );

interface Doing {
  options: CallOptions;
  act: Act;
  /** where faults are: the company's place in a bulk */
  at?: readonly PropertyKey[];
}

/** Changes several fields in one go; what is left out stays. */
async function changeAll(session: CompanySession, payload: ToldFields, { options, act, at = [] }: Doing) {
  await named(COMPANY_FIELDS, at, () =>
    allOrNothing(() => change(session, actionValues(COMPANY_FIELDS, payload), options, act)),
  );
  return changedItem(await getCompany(db(), session.company.id));
}

/** Answers of changes are kept for their Idempotency-Key; what not all may see is told by `item` and `list` alone. */
const changedItem = (row: CompanyRow) => ({ ...read(row), api_key: null, admin_comment: null });

const NewCompany = z.strictObject({
  title: text("title").schema.optional(),
  /** the owner, whom super admins have to name; 0 for oneself, which is what all others add companies for */
  user_id: reference("user_id").schema.optional(),
});
interface NewCompany {
  title?: string | undefined;
  user_id?: number | undefined;
}

/** @throws AppError 403 where somebody names another owner who may not, 422 where a super admin names none */
function checkOwner(session: CompanySession, company: NewCompany, at: readonly PropertyKey[] = []): void {
  if (isOfAnother(session, company)) authorize(session, "users.manage");
  if (!company.user_id && can(session.actor, "companies.manage"))
    throw new AppError("company.no_user", requiredMessage("User"), {
      status: 422,
      field: [...at, "user_id"].join("."),
    });
}

const isOfAnother = (session: CompanySession, { user_id: ownerId = 0 }: NewCompany): boolean =>
  ownerId !== 0 && ownerId !== ofPerson(session).userId;

/** @returns its id */
const store = async (session: CompanySession, { title, user_id }: NewCompany, { options, act, at = [] }: Doing) =>
  named({}, at, async () => {
    const made = isOfAnother(session, { title, user_id })
      ? act(session, "user.add_company", { user_id, title }, options)
      : act(session, "company.create", { title }, options);
    return (await made) as number;
  });

/** What a company pays for, in short. */
const CompanyUsage = z.strictObject({
  company_id: z.int(),
  package: z.string(),
  /** Trial or Active */
  label: z.string(),
  visits_used: z.int(),
  visits_limit: z.int(),
  colour: z.enum(["red", "orange", "green"]),
  start_date: z.string(),
  /** null: forever */
  end_date: z.string().nullable(),
  next_reset: z.string().nullable(),
});

/** @throws AppError 403, 404 for a company that the caller has no access to: a program has none but its own */
async function authorizeUsage(session: CompanySession, companyIds: readonly number[]): Promise<void> {
  const others = companyIds.filter((id) => id !== session.company.id);
  if (others.length < companyIds.length) authorize(session, "company.billing", { companyId: session.company.id });
  if (others.length === 0 || can(session.actor, "billing.manage")) return;
  const { id: userId } = session.user;
  const accesses = userId === null ? [] : await listAccessesOfUserAcrossCompanies(db(), userId);
  for (const companyId of others) {
    const access = accesses.find(({ company_id }) => company_id === companyId);
    if (access === undefined) throw notFound("Company");
    authorize({ actor: actorIn(session.actor, access) }, "company.billing", { companyId });
  }
}

/** @throws AppError 403, 404, also where nothing is billed */
async function usageOfCompanies(session: CompanySession, companyIds: readonly number[]) {
  if (!billingIsOn()) throw notFound("Company billing");
  const usages: z.output<typeof CompanyUsage>[] = [];
  await authorizeUsage(session, companyIds);
  for (const companyId of companyIds) {
    await getCompany(db(), companyId);
    const { record, usage } = await packageOf(db(), companyId, nowText());
    usages.push({
      company_id: companyId,
      package: record.packageKey,
      label: billingLabel(record),
      visits_used: usage.used,
      visits_limit: usage.limit,
      colour: usageColour(usage.used, usage.limit),
      start_date: record.startDate,
      end_date: record.endDate,
      next_reset: usage.nextReset,
    });
  }
  return usages;
}

/** @param act of all areas: a company is added by the account that owns it */
export const companyCalls = (act: Act): ApiCall[] => [
  call({
    path: "company/list",
    methods: ["GET", "POST"],
    summary:
      "Lists the companies that the caller may work for, or those of one owner; with company_ids, what of their " +
      "packages these companies have used.",
    permission: "company.view",
    input: z.strictObject({ user_id: listedId().optional(), company_ids: idList(MAX_BULK, "Company ids").optional() }),
    answer: z.array(z.union([CompanyAnswer, CompanyUsage])),
    isList: true,
    changes: false,
    filters: true,
    example: {},
    async run(session, { user_id: ownerId, company_ids: companyIds }) {
      if (companyIds !== undefined) return new ListAnswer(await usageOfCompanies(session, companyIds), null);
      const rows = await listed(session, ownerId);
      return new ListAnswer(await Promise.all(rows.map((row) => told(session, row))), null);
    },
  }),
  call({
    path: "company/item",
    methods: ["GET", "POST"],
    summary: "Answers the company that the session or the key works for.",
    permission: "company.view",
    input: z.strictObject({ id: listedId().optional() }),
    answer: CompanyAnswer,
    changes: false,
    example: {},
    async run(session, { id }) {
      refuseOther(session, id);
      return companyItem(session);
    },
  }),
  call({
    path: "company/update-field",
    methods: ["POST"],
    summary: "Changes one setting of the company; or with `bulk`, by its id, some of them.",
    permission: "company.settings",
    input: fieldsInput(Object.keys(companyFields.shape)),
    inJson: {
      value: z.union(Object.keys(companyFields.shape).map((name) => COMPANY_FIELDS[name]!.schema)),
      bulk: z.record(z.string(), companyFields),
    },
    answer: z.union([CompanyAnswer, z.array(CompanyAnswer)]),
    changes: true,
    example: { name: "default_visit_duration", value: 7 },
    async run(session, payload, options) {
      // A bulk names each company once, and there is but one.
      const [sent] = sentFields(payload, companyFields, "company/update-field").map((one) => {
        refuseOther(session, one.id);
        return one;
      });
      const changed = await changeAll(session, readFields(companyFields, sent!), { options, act, at: sent!.at });
      return payload.bulk === undefined ? changed : [changed];
    },
  }),
  call({
    path: "company/update",
    methods: ["POST"],
    summary:
      "Changes the company's facts and settings. What is left out stays as it is. Read-only fields may come back as " +
      "they were told.",
    permission: "company.settings",
    input: z.strictObject({
      id: listedId().optional(),
      ...companyFields.shape,
      ...Object.fromEntries(TOLD.map((name) => [name, toldField()])),
    }),
    inJson: Object.fromEntries(TOLD.map((name) => [name, answered[name]!.meta({ readOnly: true })])),
    answer: CompanyAnswer,
    changes: true,
    example: { title: "Deliveries", default_visit_duration: 7 },
    async run(session, { id, ...payload }, options) {
      refuseOther(session, id);
      refuseChanged(ofAnswer(payload), await companyItem(session));
      return changeAll(session, payload, { options, act });
    },
  }),
  call({
    path: "company/store",
    methods: ["POST"],
    summary:
      `Adds a company, or up to ${MAX_BULK} with \`bulk\`, all of them or none. Its owner is whoever adds it; a ` +
      "super admin names the owner with user_id.",
    permission: "company.create",
    input: z.strictObject({ ...NewCompany.shape, bulk: bulkText.optional() }),
    inJson: { bulk: z.array(NewCompany).min(1).max(MAX_BULK) },
    answer: z.union([CompanyAnswer, z.array(CompanyAnswer)]),
    changes: true,
    example: { title: "Second company" },
    async run(session, payload, options) {
      refuseBoth(payload);
      const { bulk, ...single } = payload as NewCompany & { bulk?: unknown };
      if (bulk === undefined) {
        checkOwner(session, single);
        return changedItem(await getCompany(db(), await store(session, single, { options, act })));
      }
      const items = bulkItems(NewCompany, bulk, "company/store") as NewCompany[];
      for (const [index, one] of items.entries()) checkOwner(session, one, ["bulk", index]);
      return allOrNothing(async () => {
        const made: Record<string, unknown>[] = [];
        for (const [index, one] of items.entries()) {
          const id = await store(session, one, { options, act, at: ["bulk", index] });
          made.push(changedItem(await getCompany(db(), id)));
        }
        return made;
      });
    },
  }),
  call({
    path: "api_key/value",
    methods: ["POST"],
    summary: "Answers the value of a key to whoever has made it by `action/api_key.create`, for ten minutes.",
    permission: "company.api",
    input: z.strictObject({ id: listedId() }),
    answer: z.strictObject({ value: z.string() }),
    changes: false,
    example: { id: 1 },
    async run(session, { id }) {
      const made = await madeJustNow(session, id);
      if (made === null) throw notFound("Api key");
      const subject = { model: "API key", ids: [id] };
      await noteInLog(db(), {
        by: logAuthorOf(session),
        companyId: session.company.id,
        action: "api_key.value",
        subject,
      });
      return { value: made.value };
    },
  }),
  call({
    path: "company/destroy",
    methods: ["POST"],
    summary:
      "Closes the company for all its members and programs. Takes its title, and the password or a code of whoever " +
      "closes it unless they have signed in within the last ten minutes.",
    permission: "company.remove",
    input: z.strictObject({ ...idOrIds(), ...CompanyRemoval.shape }),
    answer: z.object({ ids: z.array(z.int()) }),
    changes: true,
    example: { title: "Deliveries", password: "" },
    async run(session, { id, ids = [], ...removal }, options) {
      for (const one of [id, ...ids]) refuseOther(session, one);
      const closed = session.company.id;
      await act(session, "company.remove", removal, options);
      return { ids: [closed] };
    },
  }),
  uploadImageCall({
    resource: "company",
    summary: "Takes the picture that comes along as the company's.",
    permission: "company.update",
    folderOf: ({ company }) => companyPictures(company.id),
    async run(session, id, options) {
      refuseOther(session, id);
      await act(session, "company.image", {}, options);
      return (await getCompany(db(), session.company.id)).image;
    },
  }),
];
