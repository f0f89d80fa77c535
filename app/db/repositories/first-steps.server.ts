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
    hasWarehouse: await any("warehouses", (query) => query.where({ status: 1 })),
    hasVehicle: await any("vehicles", (query) => query.where({ status: 1 })),
    hasVisit: await any("routing_visits", (query) => query.whereIn("type", ["D", "P"])),
    hasPlan: await any("routing_plans"),
    hasCalculated: await any("routing_queries", (query) => query.whereNotNull("applied_at")),
  };
}
