import type { CompanySession } from "~/auth/session.server";
import { db } from "~/db/database.server";
import { hasSubscription } from "~/db/repositories/push.server";
import { can } from "~/domain/access/permissions";
import { offsetSec } from "~/domain/time/time-zone";
import type { Units } from "~/domain/units";
import { zoneOfUser } from "~/planner/zone-of-warehouse.server";
import { nowSecOf } from "~/services/now.server";
import { clientUrl } from "~/services/clients.server";
import { services } from "~/services/container.server";

export interface DriverFrame {
  /** whose reports wait on this phone: a queue belongs to one member of one company */
  owner: string;
  companyId: number;
  /** the unit in which the driver reads distances */
  distance: Units["distance"];
  /** changes with the script's text, so that a phone never keeps an old script */
  scriptUrl: string;
  /** what a driver's browser subscribes with to be told of news; null for others */
  push: { key: string; isOn: boolean } | null;
  /** of a person whose product's time is another than the time */
  clock: FrameClock | null;
}

/** What their clock shows when the page is made: on its wall, as if that were UTC, so that a small script can go on. */
export interface FrameClock {
  wallSec: number;
  speed: number;
}

async function frameClock(session: CompanySession): Promise<FrameClock | null> {
  if (session.clock === null) return null;
  const nowSec = nowSecOf(session);
  return { wallSec: nowSec + offsetSec(nowSec, await zoneOfUser(session)), speed: session.clock.speed };
}

async function framePush({ company, actor, memberId, id }: CompanySession): Promise<DriverFrame["push"]> {
  if (memberId === null || id === null || !can(actor, "route.listOwn", { companyId: company.id })) return null;
  return { key: services().push.publicKey(), isOn: await hasSubscription(db(), company.id, id) };
}

/** Whose reports wait on a phone: a queue belongs to one user in one company. */
const ownerOf = ({ company, user }: CompanySession): string => `${company.id}.${user.id}`;

export const loadDriverFrame = async (session: CompanySession): Promise<DriverFrame> => ({
  owner: ownerOf(session),
  companyId: session.company.id,
  distance: session.units.distance,
  scriptUrl: clientUrl("driver"),
  push: await framePush(session),
  clock: await frameClock(session),
});
