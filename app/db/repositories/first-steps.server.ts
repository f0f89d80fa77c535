import { RecordStatus } from "~/domain/record-status";
import { LOCATION_TYPES } from "~/domain/visit/visit-type";
import type { Db } from "../client.server";
import { scoped } from "./scoped.server";
import type { ScopedTable } from "./scoped.server";

/** What a company has to plan with, and whether it has planned. */
export interface FirstSteps {
  hasWarehouse: boolean;
  hasVehicle: boolean;
  hasVisit: boolean;
  hasPlan: boolean;
  hasCalculated: boolean;
}

export async function firstStepsOf(db: Db, companyId: number): Promise<FirstSteps> {
  const any = async (table: ScopedTable, which: (query: ReturnType<typeof scoped>) => unknown = () => undefined) => {
    const query = scoped(db, table, companyId);
    which(query);
    return (await query.first(`${table}.id`)) !== undefined;
  };
  return {
    hasWarehouse: await any("warehouses", (query) => query.where({ status: RecordStatus.Active })),
    hasVehicle: await any("vehicles", (query) => query.where({ status: RecordStatus.Active })),
    hasVisit: await any("routing_visits", (query) => query.whereIn("type", LOCATION_TYPES)),
    hasPlan: await any("routing_plans"),
    hasCalculated: await any("routing_queries", (query) => query.whereNotNull("applied_at")),
  };
}
