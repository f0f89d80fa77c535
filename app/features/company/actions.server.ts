/** What can be done in the company's settings. */
import { action, defineActions } from "~/http/actions/define-actions.server";
import { NewId } from "~/http/actions/tells";
import { deletedMessage, SAVED } from "~/lib/action-result";
import { paths } from "~/paths";
import { SCOPES } from "~/domain/access/scopes";
import { createNamedKey, regenerateMainKey, revokeKey } from "./commands/api-keys.server";
import { NEW_KEY_DIALOG } from "./queries/api-page.server";
import { removeCompany } from "./commands/remove-company.server";
import { saveCompanyComment, setCompanyStatus } from "./commands/manage-company.server";
import { removeCompanyImage, saveCompanyImage } from "./commands/save-company-image.server";
import { saveCompany } from "./commands/save-company.server";
import { saveConfirmation, saveDefaults, saveFailReasons, saveRecipientPages } from "./commands/save-settings.server";
import { savePositionsKept, saveProofsKept } from "./commands/save-kept-days.server";
import { DAYS_PARAM, FOR_GOOD, KEEP_POSITIONS_DIALOG, KEEP_PROOFS_DIALOG, SHOWN_DAYS_PARAM } from "./kept-dialogs";
import { PositionsKeptTold, ProofsKeptTold } from "./tells";
import { createTemplate, editTemplate, removeTemplate } from "./commands/save-template.server";
import {
  ApiKeyId,
  changedProofForm,
  ChangedTemplate,
  CompanyComment,
  CompanyDefaults,
  CompanyFields,
  CompanyRemoval,
  FailReasons,
  NewApiKey,
  NewTemplate,
  PositionsKept,
  proofForm,
  ProofInput,
  ProofsKept,
  reasonsForm,
  RecipientPages,
  TemplateId,
} from "./schemas";
import { NoInput } from "~/domain/validation/wire-fields";

const savedCompany = () => ({ message: SAVED, redirectTo: paths.companyGeneral() });
const saved = () => ({ message: SAVED, redirectTo: paths.companySettings() });
const asked = (dialog: string, days: number | null | undefined, shown: string | undefined) => ({
  redirectTo: paths.companySettings({
    dialog,
    [DAYS_PARAM]: days ?? undefined,
    [SHOWN_DAYS_PARAM]: shown === "" ? FOR_GOOD : shown,
  }),
});

/** Who the company is. */
export const GENERAL_ACTIONS = defineActions({
  "company.update": action({
    summary: "Changes single facts about the company; what is left out stays.",
    permission: "company.update",
    idempotent: true,
    input: CompanyFields,
    run: (session, { seen, ...input }, { tab }) => saveCompany(session, input, tab, seen),
    answer: savedCompany,
  }),
  "company.image": action({
    summary: "Takes the picture that comes along as the company's.",
    permission: "company.update",
    idempotent: false,
    input: NoInput,
    run: (session, _input, { files = [], tab }) => saveCompanyImage(session, files, tab),
    answer: savedCompany,
  }),
  "company.remove_image": action({
    summary: "Removes the company's picture.",
    permission: "company.update",
    idempotent: true,
    input: NoInput,
    run: (session, _input, { tab }) => removeCompanyImage(session, tab),
    answer: savedCompany,
  }),
  "company.activate": action({
    summary: "Lets the members and programs of a company work again.",
    permission: "companies.manage",
    idempotent: true,
    input: NoInput,
    run: (session, _input, { tab }) => setCompanyStatus(session, 1, tab),
    answer: savedCompany,
  }),
  "company.deactivate": action({
    summary: "Shuts a company for its members and programs until it is activated again.",
    permission: "companies.manage",
    idempotent: true,
    input: NoInput,
    run: (session, _input, { tab }) => setCompanyStatus(session, 0, tab),
    answer: savedCompany,
  }),
  "company.comment": action({
    summary: "Notes something about a company for super admins; left out, it stays.",
    permission: "companies.manage",
    idempotent: true,
    input: CompanyComment,
    run: (session, { admin_comment, seen }, { tab }) => saveCompanyComment(session, admin_comment, tab, seen),
    answer: savedCompany,
  }),
  "company.remove": action({
    summary: "Closes the company for all its members and programs.",
    permission: "company.remove",
    idempotent: false,
    input: CompanyRemoval,
    run: (session, input) => removeCompany(session, input),
    answer: (title) => ({ message: deletedMessage(title), redirectTo: paths.home() }),
  }),
});

export const COMPANY_ACTIONS = defineActions({
  "defaults.save": action({
    summary: "Sets what new plans, vehicles and visits start with; what is left out stays.",
    permission: "company.settings",
    idempotent: true,
    input: CompanyDefaults,
    run: (session, { seen, ...input }, { tab }) => saveDefaults(session, input, tab, seen),
    answer: saved,
  }),
  "fail_reasons.save": action({
    summary:
      "Sets which reasons drivers may choose when a visit fails: all of them, or single ones with add_reasons and " +
      "remove_reasons.",
    permission: "company.settings",
    idempotent: true,
    input: FailReasons,
    form: reasonsForm,
    run: (session, input, { tab }) => saveFailReasons(session, input, tab),
    answer: saved,
  }),
  "confirmation.save": action({
    summary:
      "Sets what proof a visit needs that has no template of its own; what is left out stays. settings are all ways " +
      "of handing over, ways single ones.",
    permission: "company.settings",
    idempotent: true,
    input: ProofInput,
    form: changedProofForm,
    run: (session, { seen, ...input }, { tab }) => saveConfirmation(session, input, tab, seen),
    answer: saved,
  }),
  "positions.keep": action({
    summary: "Sets for how many days it is kept where vehicles were; left out, it stays.",
    permission: "company.settings",
    idempotent: true,
    input: PositionsKept,
    tells: PositionsKeptTold,
    run: (session, input, { tab }) => savePositionsKept(session, input, tab),
    answer: ({ status }, { positions_kept_days: days, seen }) =>
      status === "confirm" ? asked(KEEP_POSITIONS_DIALOG, days, seen.positions_kept_days) : saved(),
  }),
  "proofs.keep": action({
    summary: "Sets for how many days photos and signatures are kept; null: for good. Left out, it stays.",
    permission: "company.settings",
    idempotent: true,
    input: ProofsKept,
    tells: ProofsKeptTold,
    run: (session, input, { tab }) => saveProofsKept(session, input, tab),
    answer: ({ status }, { proofs_kept_days: days, seen }) =>
      status === "confirm" ? asked(KEEP_PROOFS_DIALOG, days, seen.proofs_kept_days) : saved(),
  }),
  "recipient_pages.save": action({
    summary: "Sets what recipients see and may do on the pages of their links; what is left out stays.",
    permission: "company.settings",
    idempotent: true,
    input: RecipientPages,
    run: (session, input, { tab }) => saveRecipientPages(session, input, tab),
    answer: saved,
  }),
  "template.create": action({
    summary: "Adds a confirmation template.",
    permission: "template.update",
    idempotent: false,
    input: NewTemplate,
    tells: NewId,
    form: proofForm,
    run: (session, input, { tab }) => createTemplate(session, input, tab),
    answer: saved,
  }),
  "template.update": action({
    summary:
      "Changes a confirmation template; what is left out stays. settings are all ways of handing over, ways single " +
      "ones.",
    permission: "template.update",
    idempotent: true,
    input: ChangedTemplate,
    form: changedProofForm,
    run: (session, { id, seen, ...input }, { tab }) => editTemplate(session, id, input, tab, seen),
    answer: saved,
  }),
  "template.remove": action({
    summary: "Removes a confirmation template; visits that used it keep it.",
    permission: "template.update",
    idempotent: false,
    input: TemplateId,
    run: (session, { id }, { tab }) => removeTemplate(session, id, tab),
    answer: (title) => ({ ...saved(), message: deletedMessage(title) }),
  }),
});

/** Keys with which programs work for the company. */
export const API_KEY_ACTIONS = defineActions({
  "api_key.regenerate": action({
    summary: "Makes the company's key anew; the one before opens nothing from then on.",
    permission: "company.api",
    idempotent: false,
    input: NoInput,
    run: (session, _input, { tab }) => regenerateMainKey(session, tab),
    answer: () => ({ message: "Api key has been regenerated!", redirectTo: paths.companyApi() }),
  }),
  "api_key.create": action({
    summary: "Adds a key for one program, with the rights that it needs.",
    permission: "company.api",
    idempotent: false,
    input: NewApiKey,
    tells: NewId,
    run: (session, { name, ...rights }, { tab }) =>
      createNamedKey(session, { name, scopes: SCOPES.filter((scope) => rights[scope]) }, tab),
    answer: (id) => ({ redirectTo: paths.companyApi({ dialog: NEW_KEY_DIALOG, id }) }),
  }),
  "api_key.revoke": action({
    summary: "Revokes a key: it opens nothing from then on.",
    permission: "company.api",
    idempotent: false,
    input: ApiKeyId,
    run: (session, { id }, { tab }) => revokeKey(session, id, tab),
    answer: (name) => ({ message: `${name} has been revoked!`, redirectTo: paths.companyApi() }),
  }),
});
