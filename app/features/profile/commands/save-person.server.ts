import type { PersonInput, PreferencesInput } from "../schemas";
import { authorize } from "~/auth/actor.server";
import { ofPerson } from "~/auth/session.server";
import type { CompanySession, Session } from "~/auth/session.server";
import { changeSettings } from "~/auth/user-settings.server";
import { db } from "~/db/database.server";
import { countryIdOf, findCountry } from "~/db/repositories/reference.server";
import { getUserAcrossCompanies, updateUser } from "~/db/repositories/users.server";
import { withTransaction } from "~/db/transaction.server";
import type { UserRow } from "~/db/tables";
import { wholePhone } from "~/domain/validation/national-phone";
import { PHONE_NOT_VALID } from "~/domain/validation/phone-countries";
import { pickDefined } from "~/lib/pick";
import { AppError } from "~/lib/errors";
import { nowText } from "~/services/now.server";
import { publishPerson } from "../publish-person.server";
import { managedUser } from "./managed-user.server";

type Check = (user: UserRow) => void;

/**
 * Single fields of a person. A phone gives the country where none is set.
 * @throws AppError 404, 422
 */
async function savePerson(userId: number, input: PersonInput, check: Check, tab?: string): Promise<void> {
  const { phone, phone_country: phoneCountry = "", country_id: countryId, ...names } = input;
  await withTransaction(db(), async (trx) => {
    const user = await getUserAcrossCompanies(trx, userId);
    check(user);
    if (typeof countryId === "number" && (await findCountry(trx, countryId)) === undefined)
      throw new AppError("country.unknown", "Country is not correct", { status: 422, field: "country_id" });
    const whole = phone === undefined ? undefined : wholePhone(phone, phoneCountry);
    if (whole === null) throw new AppError("phone.invalid", PHONE_NOT_VALID, { status: 422, field: "phone" });
    const chosen = countryId === undefined ? user.country_id : countryId;
    const changes = {
      ...pickDefined(names),
      ...(countryId === undefined ? {} : { country_id: countryId }),
      ...(whole === undefined ? {} : { phone: whole.phone }),
      ...(whole !== undefined && chosen === null ? { country_id: await countryIdOf(trx, whole.country) } : {}),
    };
    if (Object.keys(changes).length === 0) return;
    await updateUser(trx, userId, changes, nowText());
    await publishPerson(trx, userId, tab);
  });
}

/** Of oneself. @throws AppError 403, 422 */
export async function saveOwnPerson(session: Session, input: PersonInput, tab?: string): Promise<void> {
  authorize(session, "profile.update");
  await savePerson(ofPerson(session).userId, input, () => undefined, tab);
}

/** Of another account. @throws AppError 403, 404, 422 */
export async function saveUser(
  session: CompanySession,
  userId: number,
  input: PersonInput,
  tab?: string,
): Promise<void> {
  authorize(session, "users.manage");
  await savePerson(userId, input, (user) => managedUser(session, user), tab);
}

/** @throws AppError 403 */
export async function savePreferences(session: Session, input: PreferencesInput, tab?: string): Promise<void> {
  authorize(session, "profile.update");
  const { userId } = ofPerson(session);
  const { time_zone: timeZone, unit_system_id: units, ...others } = input;
  const chosen = units === "" ? undefined : units;
  const settings = { ...pickDefined(others), ...(units === undefined ? {} : { unit_system_id: chosen }) };
  await withTransaction(db(), async (trx) => {
    await changeSettings(userId, settings, trx);
    if (timeZone !== undefined) await updateUser(trx, userId, { time_zone: timeZone || null }, nowText());
    await publishPerson(trx, userId, tab);
  });
}
