/** Confirmation templates, the company itself, countries: as the API tells them. */
import { z } from "zod";
import { decryptApiKey } from "~/auth/api-key.server";
import type { CompanySession } from "~/auth/session.server";
import { allOrNothing, db } from "~/db/database.server";
import { parseJson } from "~/db/codecs.server";
import { findMainKey } from "~/db/repositories/api-keys.server";
import { getCompany } from "~/db/repositories/companies.server";
import { listCountries, listCountryAreas } from "~/db/repositories/reference.server";
import type { CompanyRow, ConfirmationTemplateRow } from "~/db/tables";
import { can } from "~/domain/access/permissions";
import { listedId } from "~/domain/validation/wire-fields";
import { readAs } from "~/domain/validation/field-reader";
import { ListAnswer, call, openCall } from "~/http/api/api-call";
import type { ApiCall, CallOptions } from "~/http/api/api-call";
import { field, flag, moment, number, oneOf, ownId, reference, text, whole } from "~/http/api/fields";
import type { ResourceField } from "~/http/api/fields";
import { actionValues, resource, writableSchema } from "~/http/api/resource";
import type { ActionValues } from "~/http/api/resource";
import { performAction } from "~/http/actions/perform-action.server";
import { AppError, notFound } from "~/lib/errors";
import { COMPANY_ACTIONS } from "./actions.server";

const act = performAction.bind(null, COMPANY_ACTIONS);
const own = { write: true } as const;

interface StoredProof {
  enabled?: unknown;
  photo?: unknown;
  signature?: unknown;
}
const isOn = (value: unknown): boolean => value === 1 || value === true || value === "1";

/** The tags that are enabled, as the actions take them. @throws AppError 422 */
function settingsOf(value: unknown): Record<string, { photo: number; signature: number }> {
  const given = typeof value === "string" ? parseJson<unknown>(value, null) : value;
  if (value === null || value === "") return {};
  if (typeof given !== "object" || given === null || Array.isArray(given))
    throw new AppError("api.json", "confirmation_settings is not correct", { status: 422, field: "settings" });
  return Object.fromEntries(
    Object.entries(given as Record<string, StoredProof>)
      .filter(([, one]) => one.enabled === undefined || isOn(one.enabled))
      .map(([tag, { photo, signature }]) => [tag, { photo: Number(photo ?? 0), signature: Number(signature ?? 0) }]),
  );
}

const proof = <Row>(): Record<string, ResourceField<Row>> => ({
  delivery_confirmation: flag<Row>("delivery_confirmation", own),
  pickup_confirmation: flag<Row>("pickup_confirmation", own),
  confirmation_settings: field<Row>(
    "confirmation_settings",
    z.string().nullable(),
    { write: "settings" },
    {
      toAction: settingsOf,
    },
  ),
});

const TEMPLATE = resource<ConfirmationTemplateRow>({
  name: "company-confirmation-template",
  label: "Confirmation template",
  table: "confirmation_templates",
  permission: "template.list",
  search: ["title"],
  example: {
    title: "At the door",
    delivery_confirmation: 1,
    confirmation_settings: '{"to_door":{"enabled":1,"photo":2,"signature":0}}',
  },
  fields: {
    id: ownId(),
    company_id: reference("company_id"),
    title: text("title", { write: true, filter: true, sort: true }),
    ...proof<ConfirmationTemplateRow>(),
    deleted_at: moment("deleted_at"),
    created_at: moment("created_at", { sort: true }),
    updated_at: moment("updated_at", { sort: true }),
  },
  store: {
    permission: "template.update",
    run: async (session, values, options) => (await act(session, "template.create", values, options)) as number,
  },
  update: {
    permission: "template.update",
    run: (session, id, values, options) => act(session, "template.update", { id, ...values }, options),
  },
  destroy: {
    permission: "template.update",
    run: (session, id, options) => act(session, "template.remove", { id }, options),
  },
});

export const COMPANY_RESOURCES = [TEMPLATE];

/** The company itself. It is no record among others: a session works for one. */
const COMPANY_FIELDS: Readonly<Record<string, ResourceField>> = {
  id: ownId(),
  title: text("title"),
  user_id: reference("user_id"),
  image: text("image"),
  phone: text("phone"),
  email: text("email"),
  status: flag("status"),
  country_id: reference("country_id"),
  industry_id: reference("industry_id"),
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

async function companyItem(session: CompanySession): Promise<Record<string, unknown>> {
  const { id } = session.company;
  const row = await getCompany(db(), id);
  const key = can(session.actor, "company.api", { companyId: id }) ? await findMainKey(db(), id) : undefined;
  return { ...read(row), api_key: key?.value ? decryptApiKey(key.value) : null };
}

const PROOF = ["delivery_confirmation", "pickup_confirmation", "settings"];

/** Which of the three settings actions the values are for. */
async function change(session: CompanySession, given: ActionValues, options: CallOptions): Promise<void> {
  const row = await getCompany(db(), session.company.id);
  const stored = actionValues(COMPANY_FIELDS, read(row));
  const has = (names: readonly string[]) => names.some((name) => name in given);
  const of = (names: readonly string[]) =>
    Object.fromEntries(names.map((name) => [name, name in given ? given[name] : stored[name]]));
  const { reasons, ...others } = stored;
  const defaults = Object.keys(others).filter((name) => !PROOF.includes(name));
  if (has(defaults)) await act(session, "defaults.save", of(defaults), options);
  if (has(PROOF)) await act(session, "confirmation.save", of(PROOF), options);
  if (has(["reasons"])) await act(session, "fail_reasons.save", { reasons: given.reasons ?? reasons }, options);
}

function refuseOther(session: CompanySession, id: number | undefined): void {
  if (id !== undefined && id !== session.company.id) throw notFound("Company");
}

const companyFields = z.strictObject(writableSchema(COMPANY_FIELDS));
const fieldName = z.enum(Object.keys(companyFields.shape) as [string, ...string[]]).optional();

const wrong = (name: string): AppError =>
  new AppError("api.value", `${name} is not correct`, { status: 422, field: name });

const COMPANY_CALLS: ApiCall[] = [
  call({
    path: "company/list",
    methods: ["GET", "POST"],
    summary: "Lists the company that the session or the key works for.",
    permission: "company.view",
    input: z.strictObject({ user_id: listedId().optional() }),
    answer: z.array(CompanyAnswer),
    isList: true,
    changes: false,
    filters: true,
    example: {},
    run: async (session) => new ListAnswer([await companyItem(session)], null),
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
      name: fieldName,
      field: fieldName,
      value: readAs(z.unknown(), (value) => value).optional(),
    }),
    answer: CompanyAnswer,
    changes: true,
    example: { name: "default_visit_duration", value: 7 },
    async run(session, { id, name, field: other, value }, options) {
      refuseOther(session, id);
      const wire = name ?? other;
      if (wire === undefined) throw new AppError("api.field", "Name is required", { status: 422, field: "name" });
      const schema = (companyFields.shape as Record<string, z.ZodType>)[wire]!;
      const parsed = [value, Number(value)].find((one) => schema.safeParse(one).success);
      if (parsed === undefined) throw wrong(wire);
      await allOrNothing(() => change(session, actionValues(COMPANY_FIELDS, { [wire]: parsed }), options));
      return companyItem(session);
    },
  }),
];

const Country = z.object({
  id: z.int(),
  title: z.string(),
  name: z.string(),
  code: z.string(),
  lng: z.number(),
  lat: z.number(),
});

const REFERENCE_CALLS: ApiCall[] = [
  openCall({
    path: "country/list",
    methods: ["GET"],
    summary: "Lists all countries.",
    access: "anyone",
    input: z.strictObject({}),
    answer: z.array(Country),
    isList: true,
    changes: false,
    filters: true,
    example: {},
    run: async () =>
      new ListAnswer(
        (await listCountries(db())).map(({ id, title, name, code, lng, lat }) => ({ id, title, name, code, lng, lat })),
        null,
      ),
  }),
  openCall({
    path: "country-areas/list",
    methods: ["GET"],
    summary: "Lists areas of countries whose addresses belong together.",
    access: "anyone",
    input: z.strictObject({}),
    answer: z.array(z.object({ id: z.int(), codes: z.array(z.string()) })),
    isList: true,
    changes: false,
    filters: true,
    example: {},
    run: async () => new ListAnswer(await listCountryAreas(db()), null),
  }),
];

export const COMPANY_API_CALLS: ApiCall[] = [...COMPANY_CALLS, ...REFERENCE_CALLS];
