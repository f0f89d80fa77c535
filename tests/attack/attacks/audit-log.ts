import { createMember, createUser } from "../../factories/company";
import { METHOD_OVERRIDES } from "../overrides";
import { openOffice, pageOf, withPassword } from "../office";
import type { Office } from "../office";
import type { Attack } from "../attack";
import type { Target } from "../target";

/** What spreadsheets would calculate when the log's file is opened. */
const FORMULA = '=HYPERLINK("https://evil.example","Open")';

async function memberOf(target: Target, { companyId }: Office, roles: object): Promise<Record<string, string>> {
  const user_id = await createUser(target.db, { current_company_id: companyId });
  await createMember(target.db, companyId, { user_id, ...roles });
  return pageOf(target, companyId, await withPassword(target, user_id));
}

const entries = ({ db }: Target, { companyId }: Office) =>
  db("audit_log").where({ company_id: companyId }).orderBy("id");

/** Reading the log of a company without the right to, and changing what it says. */
export const auditLog: Attack = {
  name: "audit-log",
  async run({ target, saw }) {
    const office = await openOffice(target);
    const stranger = await openOffice(target);
    const secret = `Secret van ${office.companyId}`;
    await target.post("company/resources/vehicles?index", { intent: "vehicle.create", title: secret }, office.owner);
    const before = await entries(target, office);
    saw("what the owner does", "is in the log", before.length, before.length > 1);

    const people = {
      "a dispatcher": await memberOf(target, office, { is_dispatcher: 1 }),
      "a driver": await memberOf(target, office, { is_courier: 1 }),
      "a member without a role": await memberOf(target, office, {}),
      "another company's owner": stranger.owner,
      "a program": office.program,
      nobody: {},
    };
    const data = encodeURIComponent("routes/_main.company.log");
    for (const [who, headers] of Object.entries(people)) {
      const read: string[] = [];
      for (const address of ["company/log", `company/log?_data=${data}`, "company/log/csv", "company/log/xlsx"]) {
        const { status, text } = await target.request(address, { headers });
        const isTheirOwn = who === "another company's owner";
        if ((status === 200 && !isTheirOwn) || text.includes(secret)) read.push(`${status} ${address}`);
      }
      saw(`${who} at the log`, "reads nothing of it", read.join(", ") || "nothing", read.length === 0);
    }
    const own = await target.request("company/log", { headers: office.owner });
    saw("the owner", "reads it", own.status, own.status === 200 && own.text.includes(secret));

    // Nothing changes an entry: no form, no call, whoever sends it.
    const id = String(before[0]?.id ?? 0);
    const intents = ["audit.delete", "log.delete", "audit_log.update", "company.clear_log", "destroy", ""];
    const answers: string[] = [];
    for (const [who, headers] of [...Object.entries(people), ["the owner", office.owner] as const]) {
      for (const intent of intents) {
        const { status } = await target.post("company/log", { intent, id }, headers);
        if (status < 300 || status >= 500) answers.push(`${who}: ${status} to ${intent}`);
      }
      for (const call of ["audit-log/destroy", "audit_log/update", "log/destroy", "company-log/update-field"]) {
        const { status } = await target.call(call, { id: Number(id) }, headers);
        if (status < 400 || status >= 500) answers.push(`${who}: ${status} to ${call}`);
      }
      for (const override of METHOD_OVERRIDES)
        await target.request(`company/log/csv?_method=DELETE&id=${id}`, { headers: { ...headers, ...override } });
    }
    saw("forms and calls that would change it", "are none", answers[0] ?? "none", answers.length === 0);
    const after = (await entries(target, office)).slice(0, before.length);
    const isSame = JSON.stringify(after) === JSON.stringify(before);
    saw("the entries of before", "are as they were", isSame ? "the same" : "changed", isSame);

    await target.post("company/resources/vehicles?index", { intent: "vehicle.create", title: FORMULA }, office.owner);
    const { text } = await target.request("company/log/csv", { headers: office.owner });
    const isFormula = new RegExp(`(?:^|[;,"\\n])=HYPERLINK`, "m").test(text);
    saw("a name that is a formula, in the log's file", "is a text", isFormula ? "a formula" : "a text", !isFormula);
  },
};
