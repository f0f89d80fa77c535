/** The company itself, as programs read, change and close it. */
import { z } from "zod";
import type { CompanySession } from "~/auth/session.server";
import { allOrNothing, db } from "~/db/database.server";
import { getCompany, listCompaniesOfOwnerAcrossCompanies } from "~/db/repositories/companies.server";
import type { CompanyRow } from "~/db/tables";
import { can } from "~/domain/access/permissions";
import { listedId } from "~/domain/validation/wire-fields";
import type { Act } from "~/http/actions/act.server";
import { ListAnswer, call } from "~/http/api/api-call.server";
import type { ApiCall, CallOptions } from "~/http/api/api-call.server";
import { fieldsInput, idOrIds, MAX_BULK, readFields, sentFields } from "~/http/api/bulk.server";
import { refuseChanged, toldField } from "~/http/api/chosen-field.server";
import { idList } from "~/http/api/family-list.server";
import { actionValues } from "~/http/api/resource";
import type { ActionValues } from "~/http/api/resource";
import { uploadImageCall } from "~/http/api/upload-image.server";
import { named } from "~/http/api/wire-faults";
import { notFound } from "~/lib/errors";
import { API_KEY_VALUE_CALL } from "./api-key-call.server";
import {
  answered,
  changedItem,
  COMPANY_FIELDS,
  CompanyAnswer,
  companyFields,
  ofAnswer,
  TOLD,
  told,
} from "./company-fields.server";
import type { ToldFields } from "./company-fields.server";
import { companyPictures } from "./company-pictures";
import { CompanyUsage, usageOfCompanies } from "./company-usage.server";
import {
  CompanyDefaults,
  CompanyFields,
  CompanyRemoval,
  FailReasons,
  PositionsKept,
  ProofInput,
  ProofsKept,
} from "./schemas";
import { storeCompanyCall } from "./store-company-call.server";

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
  storeCompanyCall(act),
  API_KEY_VALUE_CALL,
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
