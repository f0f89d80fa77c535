/** The account of whoever is signed in, and what they have chosen, as one text. */
import { z } from "zod";
import { authorize } from "~/auth/actor.server";
import { inCompany, ofPerson, switchCompany } from "~/auth/session.server";
import type { CompanySession, Session } from "~/auth/session.server";
import { parseJson } from "~/db/codecs.server";
import { allOrNothing, db } from "~/db/database.server";
import { getUserAcrossCompanies } from "~/db/repositories/users.server";
import { isSuperAdmin } from "~/domain/access/actor";
import { MAPS, ROUTERS, UNIT_SYSTEMS } from "~/domain/access/user-settings";
import { localParts } from "~/domain/time/time-zone";
import { parseUtcText } from "~/domain/time/utc-text";
import { readAs } from "~/domain/validation/field-reader";
import { openCall, personCall } from "~/http/api/api-call.server";
import type { ApiCall, CallOptions } from "~/http/api/api-call.server";
import { inWireNames } from "~/http/api/wire-faults";
import { jsonIn, refuseUnknown } from "~/http/api/payload.server";
import { parseInput } from "~/http/actions/parse-input";
import { performForPerson } from "~/http/actions/perform-action.server";
import { AppError, notAuthorized } from "~/lib/errors";
import { zoneOfUser } from "~/planner/zone-of-warehouse.server";
import { PROFILE_ACTIONS } from "./actions.server";
import { USER_ITEM } from "./users-calls.server";

const OwnUser = z.object(Object.fromEntries(Object.entries(USER_ITEM).map(([name, { schema }]) => [name, schema])));

const flag = () => z.union([z.boolean(), z.literal([0, 1])]).transform(Boolean);
const moment = () =>
  z.string().refine((text) => parseUtcText(text) !== null, "must be a time like 2027-03-01 08:00:00");

/** Those that can be chosen. Others are the product's own. */
const Settings = z.strictObject({
  company_id: z.int().min(0).optional(),
  experimental: flag().optional(),
  map: z.enum(MAPS).optional(),
  router: z.enum(ROUTERS).optional(),
  unit_system_id: z.enum(["", ...UNIT_SYSTEMS]).optional(),
  dev_custom_time: flag().optional(),
  dev_start_time: moment().optional(),
  /** the server's clock says it */
  dev_current_time: moment().optional(),
  dev_speed_factor: z.number().optional(),
});
type Settings = z.output<typeof Settings>;

const PREFERENCES = ["experimental", "map", "router", "unit_system_id"] as const;
const CLOCK = ["dev_custom_time", "dev_start_time", "dev_speed_factor"] as const;

/** What differs from what is stored: a program may send back all that it has read. @throws AppError 400, 422 */
function changedSettings(session: Session, stored: object, text: string): Settings {
  const given = jsonIn(text, "settings");
  if (typeof given !== "object" || given === null || Array.isArray(given))
    throw new AppError("api.json", "settings is no object", { status: 422, field: "settings" });
  const known = { company_id: session.company?.id ?? 0, ...stored } as Record<string, unknown>;
  const changed = Object.fromEntries(
    Object.entries(given).filter(([name, value]) => JSON.stringify(value) !== JSON.stringify(known[name])),
  );
  refuseUnknown(Object.keys(changed), Settings, "setting");
  // The right first: others don't learn what is wrong with the value.
  if (CLOCK.some((name) => name in changed)) authorize(session, "debug.time");
  try {
    return parseInput(Settings, changed);
  } catch (error) {
    throw inWireNames(error, {}, ["settings"]);
  }
}

/** The clock's form takes the time of one's own zone. */
async function clockOf(session: CompanySession, all: Settings): Promise<Record<string, unknown>> {
  const start = parseUtcText(all.dev_start_time);
  const { date, time } = localParts(start ?? 0, await zoneOfUser(session));
  return {
    dev_custom_time: all.dev_custom_time ?? false,
    dev_start_time: start === null ? "" : `${date}T${time}`,
    ...(all.dev_speed_factor === undefined ? {} : { dev_speed_factor: all.dev_speed_factor }),
  };
}

/** As one text, with the company that one works for. */
const settingsText = (stored: string | null, companyId: number | undefined): string =>
  JSON.stringify({ ...parseJson<object>(stored, {}), ...(companyId === undefined ? {} : { company_id: companyId }) });

/** @returns all of them */
async function saveSettings(session: Session, text: string, options: CallOptions): Promise<string> {
  const stored = parseJson<Settings>((await getUserAcrossCompanies(db(), ofPerson(session).userId)).settings, {});
  const changed = changedSettings(session, stored, text);
  const act = (name: string, input: object) => performForPerson(PROFILE_ACTIONS, session, name, input, options);
  await allOrNothing(async () => {
    if (CLOCK.some((name) => name in changed))
      await act("profile.clock", await clockOf(await inCompany(session), { ...stored, ...changed }));
    const chosen = Object.fromEntries(PREFERENCES.flatMap((name) => (name in changed ? [[name, changed[name]]] : [])));
    if (Object.keys(chosen).length > 0) await act("profile.preferences", chosen);
    if (changed.company_id) await switchCompany(session, changed.company_id);
  });
  const { settings } = await getUserAcrossCompanies(db(), ofPerson(session).userId);
  return settingsText(settings, changed.company_id || session.company?.id);
}

export const OWN_ACCOUNT_CALLS: readonly ApiCall[] = [
  openCall({
    path: "user/get-data",
    methods: ["GET"],
    access: "user",
    summary: "Answers the account of whoever is signed in, and whether they are a super admin.",
    input: z.strictObject({}),
    answer: z.object({ user: OwnUser, is_admin: z.boolean() }),
    changes: false,
    async run(session) {
      if (session === null) throw notAuthorized();
      const row = await getUserAcrossCompanies(db(), ofPerson(session).userId);
      const user = Object.fromEntries(Object.entries(USER_ITEM).map(([name, { read }]) => [name, read(row)]));
      return {
        user: { ...user, settings: settingsText(row.settings, session.company?.id) },
        is_admin: isSuperAdmin(session.actor),
      };
    },
  }),
  personCall({
    path: "user/save-settings",
    methods: ["POST"],
    permission: "profile.update",
    summary:
      "Changes some of one's own settings, as JSON in a text: map, router, units, company_id, experimental; the " +
      "development clock with its right. What is left out stays. Answers all of them.",
    input: z.strictObject({ settings: readAs(z.string().max(10_000), (text) => text) }),
    answer: z.object({ settings: z.string() }),
    changes: true,
    example: { settings: '{"map":"openstreetmap"}' },
    run: async (session, { settings }, options) => ({ settings: await saveSettings(session, settings, options) }),
  }),
];
