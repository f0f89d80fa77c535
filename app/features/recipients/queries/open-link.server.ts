import { planFromRow, routeFromRow, visitFromRow } from "~/db/codecs.server";
import { db } from "~/db/database.server";
import { getCompany } from "~/db/repositories/companies.server";
import { findRoute } from "~/db/repositories/routes.server";
import {
  findLinkedRouteAcrossCompanies,
  findLinkedVisitAcrossCompanies,
} from "~/db/repositories/tracking-links.server";
import type { CompanyRow } from "~/db/tables";
import type { Plan } from "~/domain/plan/plan";
import type { Route } from "~/domain/route/route";
import type { Contact } from "~/domain/tracking/company-contact";
import { isLinkExpired } from "~/domain/tracking/link-life";
import type { RecipientSettings } from "~/domain/tracking/recipient-settings";
import type { TrackingSubject } from "~/domain/tracking/tracking-subject";
import { unitsOfCountry } from "~/domain/units";
import type { Units } from "~/domain/units";
import type { Visit } from "~/domain/visit/visit";
import { isLocationVisit } from "~/domain/visit/visit-order";
import { contactOfCompany, recipientSettingsFromRow } from "~/planner/company-contact.server";
import { isLongOver } from "~/domain/route/route-day";
import { isDayOver } from "~/planner/route-day.server";
import { dayOfLink, isLinkHash } from "~/planner/tracking-links.server";
import type { Linked } from "~/planner/tracking-links.server";
import { nowSec } from "~/services/now.server";
import { countUnknownLink } from "../link-limits.server";
import { LinkId } from "../schemas";

/** Why a link opens nothing. */
export interface ClosedLink {
  kind: "unknown" | "expired" | "wait";
  status: 404 | 410 | 429;
  /** seconds, of `wait` */
  waitSec?: number;
}

/** What every open link knows. */
interface Opened {
  kind: "open";
  company: CompanyRow;
  settings: RecipientSettings;
  /** how recipients reach the company */
  contact: Contact;
  /** null: none has it, or any more */
  plan: Plan | null;
  /** IANA name of the warehouse's zone */
  timeZone: string;
  /** as people measure distances there */
  units: Units;
  isRemoved: boolean;
  /** the day has passed on which it would be driven */
  isDayOver: boolean;
  /** so long ago that no vehicle can be on its way */
  isLongOver: boolean;
}

export interface OpenedVisit extends Opened {
  visit: Visit;
  route: Route | null;
}

export interface OpenedRoute extends Opened {
  route: Route;
}

export interface GivenLink {
  id: string | undefined;
  hash: string | undefined;
  /** of the visitor */
  ip: string;
}

const EXPIRED: ClosedLink = { kind: "expired", status: 410 };

/** Starts, ends and breaks have no links. */
export async function openVisitLink(link: GivenLink): Promise<OpenedVisit | ClosedLink> {
  const id = LinkId.safeParse(link.id);
  const row = id.success ? await findLinkedVisitAcrossCompanies(db(), id.data) : undefined;
  if (row === undefined || !isLocationVisit(row) || !opens(row, "visit", link)) return unknown(link);
  const routeRow = row.route_id === null ? undefined : await findRoute(db(), row.company_id, row.route_id);
  const route = routeRow === undefined ? null : routeFromRow(routeRow);
  const opened = await whatLinksKnow(row, route);
  return opened === null ? EXPIRED : { ...opened, visit: visitFromRow(withoutRevision(row)), route };
}

export async function openRouteLink(link: GivenLink): Promise<OpenedRoute | ClosedLink> {
  const id = LinkId.safeParse(link.id);
  const row = id.success ? await findLinkedRouteAcrossCompanies(db(), id.data) : undefined;
  if (row === undefined || !opens(row, "route", link)) return unknown(link);
  const route = routeFromRow(withoutRevision(row));
  const opened = await whatLinksKnow(row, route);
  return opened === null ? EXPIRED : { ...opened, route };
}

const opens = (row: LinkedRow, kind: TrackingSubject["kind"], { hash = "" }: GivenLink): boolean =>
  isLinkHash({ kind, id: row.id }, row.link_revision, hash);

async function unknown({ ip }: GivenLink): Promise<ClosedLink> {
  const waitSec = await countUnknownLink(ip);
  return waitSec > 0 ? { kind: "wait", status: 429, waitSec } : { kind: "unknown", status: 404 };
}

/** As it is stored. */
const withoutRevision = <Row extends LinkedRow>({ link_revision: _revision, ...row }: Row) => row;

interface LinkedRow extends Linked {
  id: number;
  deleted_at: string | null;
  link_revision: number | null;
}

/** Null: the link has expired. */
async function whatLinksKnow(row: LinkedRow, route: Route | null): Promise<Opened | null> {
  const { company_id: companyId } = row;
  const { plan: planRow, warehouse, day } = await dayOfLink(db(), row);
  const { timeZone } = day;
  const now = nowSec();
  if (isLinkExpired(day, now)) return null;
  const company = await getCompany(db(), companyId);
  const plan = planRow === undefined || planRow.deleted_at !== null ? null : planFromRow(planRow);
  return {
    kind: "open",
    company,
    settings: recipientSettingsFromRow(company),
    contact: await contactOfCompany(db(), company),
    plan,
    timeZone,
    units: unitsOfCountry(warehouse?.country_code ?? null),
    isRemoved: row.deleted_at !== null || (row.plan_id !== null && plan === null),
    isLongOver: plan !== null && isLongOver(plan.serviceDate, timeZone, now),
    isDayOver: plan !== null && (await isDayOver(db(), companyId, plan, route, { timeZone, now })),
  };
}
