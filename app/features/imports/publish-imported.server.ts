import type { Db } from "~/db/client.server";
import { afterCommit } from "~/db/transaction.server";
import type { ChangeEvent } from "~/realtime/events";
import { publishChange } from "~/realtime/publisher.server";
import type { AppliedVehicles } from "./commands/apply-vehicles.server";
import type { AppliedVisits } from "./decide-visits";
import { RowOutcome } from "./row-outcome";

/** Ids in a message at most; pages that show a plan reload by its id anyway. */
const MAX_IDS = 100;

/** Tells the pages that list imports, and those of this one, once it is stored. */
export const publishSheet = (
  companyId: number,
  action: ChangeEvent["action"],
  sheetId: number,
  tab: string | undefined,
): void => publishChange(companyId, { model: "RoutingSheet", action, ids: [sheetId] }, tab);

interface Imported {
  vehicles: AppliedVehicles;
  visits: AppliedVisits;
  planId: number | null;
}

/** Tells the company's other tabs, once it is stored. */
export function publishImported(
  trx: Db,
  companyId: number,
  { vehicles, visits, planId }: Imported,
  tab: string | undefined,
): void {
  const plan = planId === null ? {} : { planId };
  const madeBy = (outcome: RowOutcome) =>
    vehicles.results.flatMap((one) => (one.outcome === outcome ? [one.vehicleId] : []));
  const events = [
    { model: "Vehicle", action: "create", ids: madeBy(RowOutcome.Created) },
    { model: "Vehicle", action: "update", ids: madeBy(RowOutcome.Updated) },
    { model: "RoutingRoute", action: "create", ids: visits.routeIds },
    { model: "RoutingVisit", action: "create", ids: visits.createdIds },
    { model: "RoutingVisit", action: "update", ids: visits.updatedIds },
  ] as const;
  afterCommit(trx, () => {
    for (const event of events)
      if (event.ids.length > 0) publishChange(companyId, { ...event, ids: event.ids.slice(0, MAX_IDS), ...plan }, tab);
  });
}
