import type { Db } from "../client.server";
import type { RoutingQueryRow, UtcText } from "../tables";
import { tellWebhooks } from "./webhook-outbox.server";

/** How a calculation has ended. */
interface EndOfCalculation {
  status: RoutingQueryRow["status"];
  errorCode?: string | null | undefined;
}

/** Tells a company's programs of it. Problems in other formats share the queue, and are no calculations of plans. */
export const tellEnd = (
  trx: Db,
  { id, companyId }: { id: number; companyId: number },
  { status, errorCode }: EndOfCalculation,
  now: UtcText,
): Promise<void> =>
  tellWebhooks(
    trx,
    companyId,
    async () => {
      const row = await trx("routing_queries").where({ id, company_id: companyId }).first("plan_id", "format");
      if (!row || row.format !== null) return [];
      return [
        {
          type: status === "failed" ? "calculation.failed" : "calculation.finished",
          data: {
            company_id: companyId,
            plan_id: row.plan_id ?? 0,
            calculation_id: id,
            status,
            error_code: errorCode ?? "",
          },
        },
      ];
    },
    now,
  );
