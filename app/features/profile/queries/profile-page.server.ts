import { phoneOptions } from "./phone-options.server";
import { deviceName } from "./device-name.server";
import { loadHelpChat } from "./help-chat.server";
import { linkedAccounts } from "./linked-accounts.server";
import { authorize } from "~/auth/actor.server";
import { factorsOf } from "~/auth/factors.server";
import { askedProof } from "~/auth/proof.server";
import { ofPerson } from "~/auth/session.server";
import type { CompanySession } from "~/auth/session.server";
import { db } from "~/db/database.server";
import {
  listAccessesOfUserAcrossCompanies,
  listEveryAccessOfUserAcrossCompanies,
} from "~/db/repositories/members.server";
import type { ListedAccess, UserAccess } from "~/db/repositories/members.server";
import { listCountries } from "~/db/repositories/reference.server";
import { listSessions } from "~/db/repositories/sessions.server";
import { getUserAcrossCompanies } from "~/db/repositories/users.server";
import type { UserRow, UtcText } from "~/db/tables";
import { mayClose, mayManage } from "~/domain/access/manage-user";
import { hasSecondFactor } from "~/domain/access/second-factor";
import { fullName } from "~/domain/access/person-name";
import { can } from "~/domain/access/permissions";
import { roleWords } from "~/domain/team/role-words";
import { MIN_SPEED } from "~/domain/time/person-clock";
import { localParts, zonesWith } from "~/domain/time/time-zone";
import { unitsOfCountry } from "~/domain/units";
import type { Units } from "~/domain/units";
import { imageTag } from "~/lib/image-tag";
import { nationalPhone } from "~/domain/validation/national-phone";
import { zoneOfUser } from "~/planner/zone-of-warehouse.server";
import { nowSecOf, nowText } from "~/services/now.server";
import { isActive } from "~/domain/access/activity";
import { onlyAdminOfAcrossCompanies } from "~/db/rights/only-admin.server";
import { erasureBlocker } from "~/domain/rights/may-erase";

/** As the team's page names them. */
const rolesOf = (access: UserAccess | ListedAccess): string =>
  [...(access.is_owner === 1 ? ["Owner"] : []), ...roleWords(access)].join(", ") || "Guest";

const later = (one: UtcText | null, other: UtcText | null): UtcText | null =>
  one === null || (other !== null && other > one) ? other : one;

/** Whether the user can't work for it: it is inactive, or they are there. */
export const isInactive = (access: UserAccess | ListedAccess): boolean =>
  "is_active" in access && access.is_active === 0;

/** As lists show a company of a user. */
export const shownAccess = (access: UserAccess | ListedAccess) => ({
  companyId: access.company_id,
  title: access.company_title,
  roles: rolesOf(access),
  isInactive: isInactive(access),
});

/** What the page shows of an account, whoever looks at it. */
async function shownUser(
  user: UserRow,
  viewer: Pick<UserRow, "id" | "time_zone">,
  accesses: readonly (UserAccess | ListedAccess)[],
) {
  const countries = await listCountries(db());
  const country = countries.find(({ id }) => id === user.country_id);
  const phone = user.phone === null ? null : nationalPhone(user.phone);
  const [lastSession] = await listSessions(db(), user.id, nowText());
  return {
    id: user.id,
    name: user.name,
    surname: user.surname,
    title: fullName(user) || user.email,
    email: user.email,
    isVerified: user.email_verified_at !== null,
    isBanned: user.status !== "active",
    /** they used the product a moment ago; the reader does so now */
    isOnline: user.status === "active" && (user.id === viewer.id || isActive(user.active_at, nowText())),
    hasImage: user.image !== null,
    imageTag: imageTag(user.image),
    country: country?.title ?? null,
    countryId: user.country_id,
    phone: user.phone,
    phoneFields: { national: phone?.national ?? "", country: phone?.country || (country?.code ?? "") },
    registeredAt: user.created_at,
    /** sessions that have ended are gone; what the person did in them is not */
    lastSessionAt: later(lastSession?.last_used_at ?? null, user.active_at),
    /** of the reader; null: the browser's */
    timeZone: viewer.time_zone,
    countries: countries.map(({ id, title }) => ({ value: String(id), label: title })),
    phoneCountries: phoneOptions(countries),
    accesses: accesses.map(shownAccess),
  };
}
export type ShownUser = Awaited<ReturnType<typeof shownUser>>;

/** One's own profile. */
export async function loadOwnProfile(session: CompanySession) {
  authorize(session, "profile.update");
  const { sessionId, userId } = ofPerson(session);
  const user = await getUserAcrossCompanies(db(), userId);
  const { settings } = session.user;
  const sessions = await listSessions(db(), userId, nowText());
  return {
    user: await shownUser(user, user, await listAccessesOfUserAcrossCompanies(db(), userId)),
    /** they change e-mails and comments, on the page for all accounts */
    mayManage: can(session.actor, "users.manage"),
    linked: await linkedAccounts(session, user),
    security: await factorsOf(db(), userId),
    preferences: {
      map: settings.map ?? "google",
      router: settings.router ?? "osrm",
      unitSystem: settings.unit_system_id ?? "",
      countryUnits: unitWords(unitsOfCountry(session.countryCode)),
      timeZone: user.time_zone,
      timeZones: zonesWith(user.time_zone),
      experimental: settings.experimental === true,
    },
    helpChat: await loadHelpChat(session),
    clock: can(session.actor, "debug.time") ? await shownClock(session) : null,
    sessions: sessions.map((row) => ({
      id: row.id,
      device: deviceName(row.user_agent),
      lastUsedAt: row.last_used_at,
      isThis: row.id === sessionId,
    })),
  };
}
/** The development settings as their form shows them. */
async function shownClock(session: CompanySession) {
  const timeZone = await zoneOfUser(session);
  const { date, time } = localParts(nowSecOf(session), timeZone);
  const speed = session.clock?.speed ?? session.user.settings.dev_speed_factor ?? MIN_SPEED;
  return { isOn: session.clock !== null, start: `${date}T${time}`, speed, timeZone };
}

const unitWords = ({ distance, weight }: Units): string => `${distance}, ${weight}`;

export type OwnProfile = Awaited<ReturnType<typeof loadOwnProfile>>;

/** Another account, for super admins. @throws AppError 403, 404 */
export async function loadUserProfile(session: CompanySession, userId: number) {
  authorize(session, "users.manage");
  const user = await getUserAcrossCompanies(db(), userId);
  const viewer = await getUserAcrossCompanies(db(), ofPerson(session).userId);
  return {
    user: await shownUser(user, viewer, await listEveryAccessOfUserAcrossCompanies(db(), userId)),
    comment: user.admin_comment ?? "",
    hasSecondFactor: hasSecondFactor(await factorsOf(db(), userId)),
    /** one's own password is changed with the old one, on one's own profile */
    isOwn: userId === ofPerson(session).userId,
    proof: await askedProof(session),
    mayChange: mayManage(session.actor, user).ok,
    mayClose: mayClose(session.actor, user).ok,
    /** why the user can't be erased yet */
    erasureBlocker: erasureBlocker(await onlyAdminOfAcrossCompanies(db(), userId)),
  };
}
export type UserProfile = Awaited<ReturnType<typeof loadUserProfile>>;
