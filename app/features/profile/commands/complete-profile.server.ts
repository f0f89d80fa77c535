import { ZodError } from "zod";
import type { CompleteProfileInput } from "../schemas";
import { authorize } from "~/auth/actor.server";
import { givenTitle } from "~/auth/found-company.server";
import { ofPerson } from "~/auth/session.server";
import type { CompanySession } from "~/auth/session.server";
import type { Db } from "~/db/client.server";
import { db } from "~/db/database.server";
import { updateCompany } from "~/db/repositories/companies.server";
import { countryIdOf, findCountry, findIndustry } from "~/db/repositories/reference.server";
import { lockUser, updateUser } from "~/db/repositories/users.server";
import type { UserRow } from "~/db/tables";
import { withTransaction } from "~/db/transaction.server";
import { ownerFaults } from "~/domain/company/owner-faults";
import { wholePhone } from "~/domain/validation/national-phone";
import { PHONE_NOT_VALID } from "~/domain/validation/phone-countries";
import { AppError } from "~/lib/errors";
import { publishChange } from "~/realtime/publisher.server";
import { nowText } from "~/services/now.server";
import { publishPerson } from "../publish-person.server";

/** The company's first warehouse, for whoever adds it. */
interface FirstWarehouse {
  title: string;
  address: string;
  lat: number;
  lng: number;
}

/**
 * Fills in what an account begins without. A profile that is complete stays as it is.
 * @returns the warehouse that an owner has described, to be added in the same transaction
 * @throws ZodError naming the fields that an owner has left out; AppError 422
 */
export async function completeProfile(
  session: CompanySession,
  input: CompleteProfileInput,
  tab?: string,
): Promise<FirstWarehouse | null> {
  authorize(session, "profile.update");
  const { userId } = ofPerson(session);
  const { isOwner } = session.actor;
  if (!isOwner) refuseOwnersFields(input);
  const warehouse = isOwner ? firstWarehouse(input) : null;
  const found = wholePhone(input.phone, input.phone_country);
  if (found === null) throw new AppError("phone.invalid", PHONE_NOT_VALID, { status: 422, field: "phone" });
  const isDone = await withTransaction(db(), async (trx) => {
    const user = await lockUser(trx, userId);
    if (user.is_completed === 1) return false;
    const person = {
      name: input.name,
      surname: input.surname,
      phone: found.phone,
      country_id: user.country_id ?? (await countryIdOf(trx, found.country)),
      is_completed: 1 as const,
    };
    await updateUser(trx, userId, person, nowText());
    await publishPerson(trx, userId, tab);
    if (isOwner) await describeCompany(trx, session.company.id, { ...user, ...person }, input);
    return true;
  });
  if (!isDone) return null;
  if (isOwner)
    publishChange(session.company.id, { model: "Company", action: "update", ids: [session.company.id] }, tab);
  return warehouse;
}

/** @throws AppError 400 naming the first field that is an owner's */
function refuseOwnersFields(input: CompleteProfileInput): void {
  const given = OWNERS_FIELDS.find((field) => input[field] !== null && input[field] !== "");
  if (given !== undefined)
    throw new AppError("profile.owner_only", "Only the owner of the company can fill this in", {
      status: 400,
      field: given,
    });
}

const OWNERS_FIELDS = [
  "company_country_id",
  "company_title",
  "industry_id",
  "warehouse_address",
  "warehouse_lat",
  "warehouse_lng",
] as const satisfies readonly (keyof CompleteProfileInput)[];

/** @throws ZodError */
function firstWarehouse(input: CompleteProfileInput): FirstWarehouse {
  const faults = ownerFaults(input);
  const { warehouse_lat: lat, warehouse_lng: lng } = input;
  if (faults.length > 0 || lat === null || lng === null)
    throw new ZodError(faults.map(({ field, message }) => ({ code: "custom", path: [field], message, input })));
  return { title: "Main warehouse", address: input.warehouse_address, lat, lng };
}

async function describeCompany(trx: Db, companyId: number, owner: UserRow, input: CompleteProfileInput): Promise<void> {
  const { company_country_id: countryId, industry_id: industryId } = input;
  if (countryId === null || (await findCountry(trx, countryId)) === undefined)
    throw new AppError("country.unknown", "Company country is not correct", {
      status: 422,
      field: "company_country_id",
    });
  if (industryId === null || (await findIndustry(trx, industryId)) === undefined)
    throw new AppError("industry.unknown", "Business type is not correct", { status: 422, field: "industry_id" });
  const title = await givenTitle(trx, owner, input.company_title, companyId);
  const changes = { title, country_id: countryId, industry_id: industryId };
  await updateCompany(trx, companyId, changes, nowText());
}
