/** Companies that programs add: for their own account, or as a super admin for another. */
import { z } from "zod";
import { authorize } from "~/auth/actor.server";
import { ofPerson } from "~/auth/session.server";
import type { CompanySession } from "~/auth/session.server";
import { allOrNothing, db } from "~/db/database.server";
import { getCompany } from "~/db/repositories/companies.server";
import { can } from "~/domain/access/permissions";
import { requiredMessage } from "~/domain/validation/text";
import type { Act } from "~/http/actions/act.server";
import { call } from "~/http/api/api-call.server";
import type { ApiCall, CallOptions } from "~/http/api/api-call.server";
import { bulkItems, bulkText, MAX_BULK, refuseBoth } from "~/http/api/bulk.server";
import { reference, text } from "~/http/api/fields";
import { named } from "~/http/api/wire-faults";
import { AppError } from "~/lib/errors";
import { changedItem, CompanyAnswer } from "./company-fields.server";

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

interface Storing {
  options: CallOptions;
  act: Act;
  /** where faults are: the company's place in a bulk */
  at?: readonly PropertyKey[];
}

/** @returns its id */
const store = async (session: CompanySession, { title, user_id }: NewCompany, { options, act, at = [] }: Storing) =>
  named({}, at, async () => {
    const made = isOfAnother(session, { title, user_id })
      ? act(session, "user.add_company", { user_id, title }, options)
      : act(session, "company.create", { title }, options);
    return (await made) as number;
  });

/** @param act of all areas: a company is added by the account that owns it */
export const storeCompanyCall = (act: Act): ApiCall =>
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
  });
