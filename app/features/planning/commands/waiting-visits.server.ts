/** Visits that belong to no plan: uploaded before there was one, or taken out of it. */
import { authorize } from "~/auth/actor.server";
import type { CompanySession } from "~/auth/session.server";
import { visitToRow } from "~/db/codecs.server";
import type { Db } from "~/db/client.server";
import { db } from "~/db/database.server";
import { removeVisits, updateVisit, updateVisits } from "~/db/repositories/visits.server";
import { afterCommit, withTransaction } from "~/db/transaction.server";
import { refusalError } from "~/domain/decision";
import type { BulkOutcome } from "~/domain/left-out";
import type { FieldTexts } from "~/domain/validation/stale-fields";
import { fieldFault } from "~/domain/visit/change-fields";
import type { Visit } from "~/domain/visit/visit";
import { AppError } from "~/lib/errors";
import { pick, pickDefined } from "~/lib/pick";
import { lockWaiting } from "~/planner/waiting-visits.server";
import { publishChange } from "~/realtime/publisher.server";
import { nowText } from "~/services/now.server";
import { asPlace } from "../visit-schemas";
import type { VisitInput } from "../visit-schemas";
import { visitFieldsOf } from "../visit-fields";
import type { SharedFields } from "./selection-commands.server";
import { staleVisit } from "./stale-visit.server";
import { withCompanyDefaults } from "./visit-defaults.server";

const inPlan = (visit: Visit): AppError =>
  new AppError("visit.planned", `${visit.name} is in a plan. Change it there.`, { status: 409 });

/** @throws AppError 404, 409 when a plan has it meanwhile */
async function waitingVisit(trx: Db, companyId: number, visitId: number): Promise<Visit> {
  const { waiting, planned } = await lockWaiting(trx, companyId, [visitId]);
  if (planned[0] !== undefined) throw inPlan(planned[0]);
  return waiting[0]!;
}

type WaitingVisitChanges = { [Name in keyof VisitInput]?: VisitInput[Name] | undefined } & { visitId: number };

interface Options {
  tab?: string | undefined;
}

/**
 * What isn't named stays as it is now, whoever changed it meanwhile.
 * @param options `seen` is what the form's fields showed before, as `visitFormValues` writes them
 * @throws AppError 403, 404, 409 also for fields that somebody else has changed since; 422 for a telephone number that
 * is none, or a window that runs backwards
 */
export async function updateWaitingVisit(
  session: CompanySession,
  given: WaitingVisitChanges,
  { tab, seen = {} }: Options & { seen?: FieldTexts } = {},
): Promise<void> {
  const companyId = session.company.id;
  authorize(session, "visit.update", { companyId });
  const input = await withCompanyDefaults(session, given);
  await withTransaction(db(), async (trx) => {
    const visit = await waitingVisit(trx, companyId, input.visitId);
    const place = asPlace({ lat: visit.lat, lng: visit.lng, ...pickDefined(pick(input, ["lat", "lng"])) });
    const { set } = visitFieldsOf({ ...input, ...place }, visit);
    if (Object.keys(set).length === 0) return;
    const fault = staleVisit("visit.changed", visit, set, { seen, units: session.units }) ?? fieldFault(visit, set);
    if (fault !== null) throw refusalError(fault);
    await updateVisit(trx, companyId, visit.id, visitToRow(set), nowText());
    afterCommit(trx, () => publishChange(companyId, { model: "RoutingVisit", action: "update", ids: [visit.id] }, tab));
  });
}

/** @returns its name. @throws AppError 403, 404, 409 */
export async function removeWaitingVisit(
  session: CompanySession,
  visitId: number,
  options: Options = {},
): Promise<string> {
  const companyId = session.company.id;
  authorize(session, "visit.remove", { companyId });
  return withTransaction(db(), async (trx) => {
    const { id, name } = await waitingVisit(trx, companyId, visitId);
    await removeVisits(trx, companyId, [id], nowText());
    afterCommit(trx, () =>
      publishChange(companyId, { model: "RoutingVisit", action: "destroy", ids: [id] }, options.tab),
    );
    return name;
  });
}

/** The same values for several; those that a plan has meanwhile are left out. @throws AppError 403, 404 */
export async function changeWaitingVisits(
  session: CompanySession,
  { visitIds, fields }: { visitIds: readonly number[]; fields: SharedFields },
  options: Options = {},
): Promise<BulkOutcome> {
  authorize(session, "visit.update", { companyId: session.company.id });
  return eachWaiting(session, visitIds, "update", options, async (trx, visits) => {
    const changes = visits.flatMap((visit) => {
      const { set } = visitFieldsOf(fields, visit);
      return Object.keys(set).length === 0 ? [] : [{ id: visit.id, ...visitToRow(set) }];
    });
    await updateVisits(trx, session.company.id, changes, nowText());
  });
}

/** Those that a plan has meanwhile are left out. @throws AppError 403, 404 */
export async function removeWaitingVisits(
  session: CompanySession,
  visitIds: readonly number[],
  options: Options = {},
): Promise<BulkOutcome> {
  authorize(session, "visit.remove", { companyId: session.company.id });
  return eachWaiting(session, visitIds, "destroy", options, (trx, visits) =>
    removeVisits(
      trx,
      session.company.id,
      visits.map(({ id }) => id),
      nowText(),
    ),
  );
}

const eachWaiting = (
  session: CompanySession,
  visitIds: readonly number[],
  action: "update" | "destroy",
  { tab }: Options,
  save: (trx: Db, visits: readonly Visit[]) => Promise<void>,
): Promise<BulkOutcome> =>
  withTransaction(db(), async (trx) => {
    const companyId = session.company.id;
    const { waiting, planned } = await lockWaiting(trx, companyId, visitIds);
    if (waiting.length > 0) {
      await save(trx, waiting);
      afterCommit(trx, () =>
        publishChange(companyId, { model: "RoutingVisit", action, ids: waiting.map(({ id }) => id) }, tab),
      );
    }
    return {
      done: waiting.length,
      leftOut: planned.map((visit) => ({ name: visit.name, why: inPlan(visit).message })),
    };
  });
