/** The company itself, as programs read and change it. */
import { z } from "zod";
import { authorOf, noteInLog } from "~/audit/note-in-log.server";
import { decryptApiKey } from "~/auth/api-key.server";
import type { CompanySession } from "~/auth/session.server";
import { parseJson } from "~/db/codecs.server";
import { allOrNothing, db } from "~/db/database.server";
import { findMainKey } from "~/db/repositories/api-keys.server";
import { getCompany, listCompaniesOfOwnerAcrossCompanies } from "~/db/repositories/companies.server";
import type { CompanyRow } from "~/db/tables";
import { can } from "~/domain/access/permissions";
import { readAs } from "~/domain/validation/field-reader";
import { listedId } from "~/domain/validation/wire-fields";
import type { Act } from "~/http/actions/act.server";
import { NewId } from "~/http/actions/tells";
import { ListAnswer, call } from "~/http/api/api-call";
import type { ApiCall, CallOptions } from "~/http/api/api-call";
import { chosenField, fieldNames } from "~/http/api/chosen-field.server";
import { inWireNames } from "~/http/api/family-writes.server";
import { field, flag, moment, number, oneOf, ownId, reference, text, whole } from "~/http/api/fields";
import type { ResourceField } from "~/http/api/fields";
import { actionValues, writableSchema } from "~/http/api/resource";
import type { ActionValues } from "~/http/api/resource";
import { uploadImageCall } from "~/http/api/upload-image.server";
import { AppError, notFound } from "~/lib/errors";
import { companyPictures } from "./company-pictures";
import { own, proof } from "./proof-fields.server";
import { madeJustNow } from "./queries/api-page.server";
import { CompanyFields, CompanyRemoval } from "./schemas";

type Payload = Readonly<Record<string, unknown>>;

/** The company itself. It is no record among others: a session works for one. */
const COMPANY_FIELDS: Readonly<Record<string, ResourceField>> = {
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
  ...proof<never>(),
  fail_reasons_settings: field(
    "fail_reasons_settings",
    z.string().nullable(),
    { write: "reasons" },
    {
      toAction: (value) => parseJson<unknown>(String(value ?? "[]"), null),
    },
  ),
  created_at: moment("created_at"),
};

const CompanyAnswer = z.object({
  ...Object.fromEntries(Object.entries(COMPANY_FIELDS).map(([name, { schema }]) => [name, schema])),
  /** of administrators; null for others, and where none was made */
  api_key: z.string().nullable(),
});

const read = (row: CompanyRow): Record<string, unknown> =>
  Object.fromEntries(Object.entries(COMPANY_FIELDS).map(([name, one]) => [name, one.read(row as never)]));

/** With its key for those who may see it, which is asked of the current company alone. */
async function told(session: CompanySession, row: CompanyRow): Promise<Record<string, unknown>> {
  const isOwnKey = row.id === session.company.id && can(session.actor, "company.api", { companyId: row.id });
  const key = isOwnKey ? await findMainKey(db(), row.id) : undefined;
  return { ...read(row), api_key: key?.value ? decryptApiKey(key.value) : null };
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

const GENERAL = Object.keys(CompanyFields.shape);
const PROOF = ["delivery_confirmation", "pickup_confirmation", "settings"];

/** Which of the four actions the values are for. */
async function change(session: CompanySession, given: ActionValues, options: CallOptions, act: Act): Promise<void> {
  const row = await getCompany(db(), session.company.id);
  const stored = actionValues(COMPANY_FIELDS, read(row));
  const has = (names: readonly string[]) => names.some((name) => name in given);
  const of = (names: readonly string[]) =>
    Object.fromEntries(names.map((name) => [name, name in given ? given[name] : stored[name]]));
  const { reasons, ...others } = stored;
  const defaults = Object.keys(others).filter((name) => ![...GENERAL, ...PROOF].includes(name));
  const general = Object.entries(given).filter(([name]) => GENERAL.includes(name));
  if (general.length > 0) await act(session, "company.update", Object.fromEntries(general), options);
  if (has(defaults)) await act(session, "defaults.save", of(defaults), options);
  if (has(PROOF)) await act(session, "confirmation.save", of(PROOF), options);
  if (has(["reasons"])) await act(session, "fail_reasons.save", { reasons: given.reasons ?? reasons }, options);
}

function refuseOther(session: CompanySession, id: number | undefined): void {
  if (id !== undefined && id !== session.company.id) throw notFound("Company");
}

const companyFields = z.strictObject(writableSchema(COMPANY_FIELDS));

const wrong = (name: string): AppError =>
  new AppError("api.value", `${name} is not correct`, { status: 422, field: name });

/** Changes several fields in one go; what is left out stays. */
async function changeAll(session: CompanySession, payload: Payload, options: CallOptions, act: Act) {
  try {
    await allOrNothing(() => change(session, actionValues(COMPANY_FIELDS, payload), options, act));
  } catch (error) {
    throw inWireNames(error, COMPANY_FIELDS);
  }
  // Answers of changes are kept for their Idempotency-Key; the company's key is told by `item` and `list` alone.
  return { ...(await companyItem(session)), api_key: null };
}

/** @param act of all areas: a company is added by the account that owns it */
export const companyCalls = (act: Act): ApiCall[] => [
  call({
    path: "company/list",
    methods: ["GET", "POST"],
    summary: "Lists the companies that the caller may work for, or those of one owner.",
    permission: "company.view",
    input: z.strictObject({ user_id: listedId().optional() }),
    answer: z.array(CompanyAnswer),
    isList: true,
    changes: false,
    filters: true,
    example: {},
    async run(session, { user_id: ownerId }) {
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
    summary: "Changes one setting of the company.",
    permission: "company.settings",
    input: z.strictObject({
      id: listedId().optional(),
      ...fieldNames(Object.keys(companyFields.shape)),
      value: readAs(z.unknown(), (value) => value).optional(),
    }),
    answer: CompanyAnswer,
    changes: true,
    example: { name: "default_visit_duration", value: 7 },
    async run(session, { id, value, ...given }, options) {
      refuseOther(session, id);
      const wire = chosenField(given, companyFields, "company/update-field");
      const schema = (companyFields.shape as Record<string, z.ZodType>)[wire]!;
      const parsed = [value, Number(value)].find((one) => schema.safeParse(one).success);
      if (parsed === undefined) throw wrong(wire);
      return changeAll(session, { [wire]: parsed }, options, act);
    },
  }),
  call({
    path: "company/update",
    methods: ["POST"],
    summary: "Changes the company's facts and settings. What is left out stays as it is.",
    permission: "company.settings",
    input: z.strictObject({ id: listedId().optional(), ...companyFields.shape }),
    answer: CompanyAnswer,
    changes: true,
    example: { title: "Deliveries", default_visit_duration: 7 },
    async run(session, { id, ...payload }, options) {
      refuseOther(session, id);
      return changeAll(session, payload, options, act);
    },
  }),
  call({
    path: "company/store",
    methods: ["POST"],
    summary: "Adds a company whose owner is whoever adds it.",
    permission: "company.create",
    input: z.strictObject({ title: text("title").schema }),
    answer: NewId,
    changes: true,
    example: { title: "Second company" },
    run: async (session, payload, options) => ({
      id: (await act(session, "company.create", payload, options)) as number,
    }),
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
      await noteInLog(db(), { by: authorOf(session), companyId: session.company.id, action: "api_key.value", subject });
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
    input: z.strictObject({ id: listedId().optional(), ...CompanyRemoval.shape }),
    answer: z.object({ id: ownId().schema }),
    changes: true,
    example: { title: "Deliveries", password: "" },
    async run(session, { id, ...removal }, options) {
      refuseOther(session, id);
      const closed = session.company.id;
      await act(session, "company.remove", removal, options);
      return { id: closed };
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
