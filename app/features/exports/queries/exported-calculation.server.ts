import { authorize } from "~/auth/actor.server";
import type { CompanySession } from "~/auth/session.server";
import { parseJson } from "~/db/codecs.server";
import { db } from "~/db/database.server";
import { findPlan } from "~/db/repositories/plans.server";
import { getCalculation } from "~/db/repositories/calculations.server";
import type { RoutingQueryRow } from "~/db/tables";
import type { CalculationOutput } from "~/domain/calculation/output";
import type { CalculationInput } from "~/domain/calculation/calculation-input";
import { notFound } from "~/lib/errors";
import type { ExportedCalculation } from "../calculation-tables";

/** @throws AppError 403, 404 */
async function load(session: CompanySession, queryId: number): Promise<RoutingQueryRow> {
  authorize(session, "calculation.export", { companyId: session.company.id });
  return getCalculation(db(), session.company.id, queryId);
}

/** @throws AppError 403, 404 */
export async function exportedCalculation(session: CompanySession, queryId: number): Promise<ExportedCalculation> {
  const row = await load(session, queryId);
  const plan = row.plan_id === null ? undefined : await findPlan(db(), session.company.id, row.plan_id);
  return {
    title: row.title,
    type: row.type,
    status: row.status,
    planTitle: plan?.title ?? "",
    aim: row.aim,
    input: parseJson<CalculationInput | null>(row.input, null),
    output: parseJson<CalculationOutput | null>(row.output, null),
  };
}

export const JSON_PARTS = ["input", "output", "all"] as const;
type JsonPart = (typeof JSON_PARTS)[number];

/** Input, result, or both, indented for people. @throws AppError 403; 404 also when the part does not exist yet */
export async function calculationJson(
  session: CompanySession,
  queryId: number,
  part: JsonPart,
): Promise<{ title: string; text: string }> {
  const row = await load(session, queryId);
  const input = parseJson<unknown>(row.input, null);
  const output = parseJson<unknown>(row.output, null);
  const value = {
    input,
    output,
    all: { id: row.id, title: row.title, type: row.type, status: row.status, input, output },
  }[part];
  if (value === null) throw notFound(part === "input" ? "Input" : "Output");
  return { title: row.title, text: `${JSON.stringify(value, null, 2)}\n` };
}
