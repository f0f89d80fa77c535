import { authorize } from "~/auth/actor.server";
import type { CompanySession } from "~/auth/session.server";
import { confirmationSettingsFromJson, toFlag, toJson } from "~/db/codecs.server";
import { db } from "~/db/database.server";
import {
  getConfirmationTemplate,
  insertConfirmationTemplate,
  lockConfirmationTemplate,
  removeConfirmationTemplates,
  updateConfirmationTemplate,
} from "~/db/repositories/confirmation-templates.server";
import type { ConfirmationTemplateRow } from "~/db/tables";
import { withTransaction } from "~/db/transaction.server";
import { refuseStaleFields } from "~/domain/validation/stale-fields";
import type { FieldTexts } from "~/domain/validation/stale-fields";
import { pickDefined } from "~/lib/pick";
import { fieldTexts } from "~/lib/shown-values";
import { nowText } from "~/services/now.server";
import { changedWayTexts, wayFields } from "../proof-form-values";
import { WholeProof } from "../schemas";
import type { ProofInput, TemplateChanges, TemplateInput } from "../schemas";
import { publishTemplate } from "./publish-settings.server";

type ProofColumns = Pick<
  ConfirmationTemplateRow,
  "delivery_confirmation" | "pickup_confirmation" | "confirmation_settings"
>;

/** What proof is asked for; templates and the company store it alike. */
function proofColumnsOf(input: WholeProof): ProofColumns {
  const settings = Object.fromEntries(
    Object.entries(input.settings).map(([tag, one]) => [tag, { enabled: 1, ...one }]),
  );
  return {
    delivery_confirmation: toFlag(input.delivery_confirmation),
    pickup_confirmation: toFlag(input.pickup_confirmation),
    confirmation_settings: toJson(settings),
  };
}

/**
 * The same with some of it changed.
 * @throws ZodError naming a kind that is switched on, and has no way of handing over then
 */
export function proofColumnsWith(before: ProofColumns, { settings, ways = {}, ...given }: ProofInput): ProofColumns {
  const stored = Object.entries(confirmationSettingsFromJson(before.confirmation_settings));
  const offered: Record<string, { photo: number; signature: number }> =
    settings ??
    Object.fromEntries(
      stored.flatMap(([tag, { enabled, photo, signature }]) => (enabled ? [[tag, { photo, signature }]] : [])),
    );
  const changed = Object.entries(ways).map(([tag, { enabled = tag in offered, ...levels }]) => [
    tag,
    enabled ? { photo: 0, signature: 0, ...offered[tag], ...pickDefined(levels) } : undefined,
  ]);
  const proof = WholeProof.parse({
    delivery_confirmation: before.delivery_confirmation === 1,
    pickup_confirmation: before.pickup_confirmation === 1,
    ...pickDefined(given),
    settings: pickDefined({ ...offered, ...Object.fromEntries(changed) }),
  });
  return proofColumnsOf(proof);
}

/**
 * How much proof a way asks for counts as it was sent, and not as it would be stored: see `changedWayTexts`.
 * @param seen what the form's fields showed before: the title of a template, and `shownProof`
 * @throws AppError 409 for fields that somebody else has changed since
 */
export function refuseStaleProof(
  code: string,
  before: Pick<ConfirmationTemplateRow, "title" | "confirmation_settings">,
  { title, ways = {} }: Pick<TemplateChanges, "title" | "ways">,
  seen: FieldTexts,
): void {
  const settings = confirmationSettingsFromJson(before.confirmation_settings);
  const fields = wayFields(settings);
  const stored = fieldTexts({
    title: before.title,
    ...Object.fromEntries([...fields].map(([name, { shown }]) => [name, shown])),
  });
  const next = { ...pickDefined({ title }), ...changedWayTexts(ways, settings, seen) };
  refuseStaleFields(code, { seen, stored, next }, (name) => fields.get(name)?.words ?? ["Title", before.title]);
}

const columnsOf = (input: TemplateInput) => ({ title: input.title, ...proofColumnsOf(input) });

/** @returns id of the new template. @throws AppError 403 */
export async function createTemplate(session: CompanySession, input: TemplateInput, tab?: string): Promise<number> {
  authorize(session, "template.update");
  const id = await withTransaction(db(), (trx) =>
    insertConfirmationTemplate(trx, session.company.id, columnsOf(input), nowText()),
  );
  publishTemplate(session, "create", id, tab);
  return id;
}

/**
 * What isn't named stays.
 * @throws AppError 403, 404, 409 for fields that somebody else has changed since they were `seen`, ZodError naming the
 * fields
 */
export async function editTemplate(
  session: CompanySession,
  id: number,
  { title, ...proof }: TemplateChanges,
  tab?: string,
  seen: FieldTexts = {},
): Promise<void> {
  authorize(session, "template.update");
  const companyId = session.company.id;
  await withTransaction(db(), async (trx) => {
    const before = await lockConfirmationTemplate(trx, companyId, id);
    refuseStaleProof("template.changed", before, { title, ways: proof.ways }, seen);
    const isAsked = Object.values(proof).some((given) => given !== undefined);
    const changes = { ...pickDefined({ title }), ...(isAsked ? proofColumnsWith(before, proof) : {}) };
    await updateConfirmationTemplate(trx, companyId, id, changes, nowText());
  });
  publishTemplate(session, "update", id, tab);
}

/** Visits that used it keep it. @returns its title. @throws AppError 403, 404 */
export async function removeTemplate(session: CompanySession, id: number, tab?: string): Promise<string> {
  authorize(session, "template.update");
  const removed = await withTransaction(db(), async (trx) => {
    const { title } = await getConfirmationTemplate(trx, session.company.id, id);
    await removeConfirmationTemplates(trx, session.company.id, [id], nowText());
    return title;
  });
  publishTemplate(session, "destroy", id, tab);
  return removed;
}
