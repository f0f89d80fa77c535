import { authorize } from "~/auth/actor.server";
import type { CompanySession } from "~/auth/session.server";
import { db } from "~/db/database.server";
import { countOpenSentCalculations, insertQueuedCalculation } from "~/db/repositories/calculations.server";
import { lockCompany } from "~/db/repositories/companies.server";
import { findCountry } from "~/db/repositories/reference.server";
import { assertReferences } from "~/db/repositories/scoped.server";
import { afterCommit, withTransaction } from "~/db/transaction.server";
import { CalculationType } from "~/domain/calculation/calculation-type";
import { refuseTooLarge, sizeOf } from "~/domain/calculation/memory";
import { refusalError } from "~/domain/decision";
import { AppError, notFound } from "~/lib/errors";
import { jsonText } from "~/lib/json-pieces";
import { inTurns } from "~/lib/turns.server";
import { refuseWithoutPackage } from "~/planner/company-package.server";
import { publishChange } from "~/realtime/publisher.server";
import { services } from "~/services/container.server";
import { jobs } from "~/services/jobs.server";
import { waitError } from "~/services/limits/limits.server";
import { nowText } from "~/services/now.server";
import { asStored } from "../sent-input";
import type { StoreCalculation } from "../schemas";

/** How many of a company wait or run at a time, so that others have their turn. */
export const MOST_OPEN_SENT = 10;
const TRY_AGAIN_SEC = 5;

/**
 * Puts an input that was sent into the queue. Its result is kept with the calculation, and no plan is changed.
 * @returns its id
 * @throws AppError 402, 403; 404 for another company, or a plan or sheet of one; 422; 429 when as many wait already
 */
export async function storeCalculation(
  session: CompanySession,
  { input: sent, title, planId, sheetId, countryId, type }: StoreCalculation,
  tab: string | undefined,
): Promise<{ queryId: number }> {
  const companyId = session.company.id;
  authorize(session, "calculation.run", { companyId });
  if (sent.company_id && sent.company_id !== companyId) throw notFound("Company");
  const now = nowText();
  const input = asStored(sent, { companyId, planId, today: now.slice(0, 10) });
  await assertReferences(db(), companyId, [{ plan_id: planId, sheet_id: sheetId }]);
  const tooLarge = refuseTooLarge(sizeOf(input), services().solver.memoryMb * 1e6);
  if (tooLarge !== null) throw refusalError(tooLarge.error);
  await refuseWithoutPackage(db(), companyId, now);
  const text = await inTurns(jsonText({ ...input }));
  const country = countryId ?? input.country_id;
  return withTransaction(db(), async (trx) => {
    await lockCompany(trx, companyId);
    if ((await countOpenSentCalculations(trx, companyId)) >= MOST_OPEN_SENT)
      throw waitError(
        "calculation.too_many",
        `Your company has ${MOST_OPEN_SENT} sent calculations under way already. Please wait for one of them.`,
        TRY_AGAIN_SEC,
      );
    if (country !== null && (await findCountry(trx, country)) === undefined)
      throw new AppError("country.unknown", "Country is not correct", { status: 422, field: "countryId" });
    const queryId = await insertQueuedCalculation(
      trx,
      companyId,
      {
        title: title || now,
        input: text,
        plan_id: planId,
        sheet_id: sheetId,
        plan_version: null,
        aim: input.options.aim ?? "time",
        user_id: session.user.id,
        api_key_id: session.key?.id ?? null,
        country_id: country,
        type: type ?? (session.key === null ? CalculationType.Web : CalculationType.Api),
      },
      now,
    );
    afterCommit(trx, () => {
      publishChange(companyId, { model: "RoutingQuery", action: "create", ids: [queryId] }, tab);
      jobs().wake();
    });
    return { queryId };
  });
}
