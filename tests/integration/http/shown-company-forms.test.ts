import { createElement, Fragment } from "react";
import { describe, expect, it } from "vitest";
import { insertAttachment } from "~/db/repositories/attachments.server";
import { insertConfirmationTemplate } from "~/db/repositories/confirmation-templates.server";
import { DAY_SEC } from "~/domain/time/calendar";
import { addSeconds } from "~/domain/time/utc-text";
import { CompanyForm } from "~/features/company/components/company-form";
import { KeptDialogs } from "~/features/company/components/kept-dialogs";
import { ManageCompany } from "~/features/company/components/manage-company";
import { RecipientPagesForm } from "~/features/company/components/recipient-pages-form";
import * as settings from "~/features/company/components/settings-forms";
import { TemplateDialogs } from "~/features/company/components/template-dialogs";
import { loadGeneralPage } from "~/features/company/queries/general-page.server";
import { loadSettingsPage } from "~/features/company/queries/settings-page.server";
import { SwitchesForm } from "~/features/messages/components/switches-form";
import { TextPanel } from "~/features/messages/components/text-form";
import { loadMessagesPage } from "~/features/messages/queries/messages-page.server";
import * as actions from "~/features/page-actions.server";
import type { ActionRefusal } from "~/lib/action-result";
import { SHOWN_FIELD, withHeld } from "~/lib/shown-values";
import type { ShownGroup } from "~/lib/shown-values";
import { NOW } from "../../factories/company";
import { databases } from "../../helpers/databases";
import type { ShownForm } from "../../helpers/page-forms";
import { dialog, json, twoPeople } from "./two-people";
import type { Page } from "./two-people";

const NEW = { result: null, tab: "" };
const settingsPage: Page = async (session, request) => {
  const { settings: data, item } = await loadSettingsPage(session, request);
  return createElement(
    Fragment,
    null,
    createElement(settings.DefaultsForm, { ...data!, ...NEW }),
    createElement(settings.FailReasonsForm, { ...data!, ...NEW }),
    createElement(settings.ConfirmationForm, { ...data!, ...NEW }),
    createElement(settings.PositionsForm, { ...data!, ...NEW }),
    createElement(settings.ProofsKeptForm, { ...data!, ...NEW }),
    createElement(RecipientPagesForm, { ...data!, ...NEW }),
    createElement(TemplateDialogs, { item, ...NEW }),
  );
};
const keptQuestion: Page = async (session, request) =>
  createElement(KeptDialogs, { question: (await loadSettingsPage(session, request)).keptQuestion, ...NEW });
const messagesPage: Page = async (session, request) => {
  const page = await loadMessagesPage(session, request);
  const shown = { page, ...NEW };
  return createElement(Fragment, null, createElement(SwitchesForm, shown), createElement(TextPanel, shown));
};
const generalPage: Page = async (session) => {
  const page = await loadGeneralPage(session);
  return createElement(
    Fragment,
    null,
    createElement(CompanyForm, { company: page, choices: page.choices!, ...NEW }),
    page.managed && createElement(ManageCompany, { title: page.title, managed: page.managed, result: null }),
  );
};

const SETTINGS = { path: "company/settings", page: settingsPage, action: actions.settingsAction };
const MESSAGES = { path: "company/messages", page: messagesPage, action: actions.messagesAction };

describe.each(databases())("forms of the company that two people have open on %s", (kind) => {
  const {
    db,
    company,
    open,
    send,
    saveBoth,
    both,
    refused,
    tellsOfTheSame,
    row,
    settingsRow,
    setCompany,
    signInAgain,
  } = twoPeople(kind);

  it("keep both in what new records start with, and hours that run backwards are refused as a whole", async () => {
    const form = { ...SETTINGS, intent: "defaults.save" };
    await both(form, { default_visit_duration: "9" }, { default_aim: "vehicles", default_has_breaks: "1" });
    expect(await settingsRow()).toMatchObject({
      default_visit_duration: 9,
      default_aim: "vehicles",
      default_has_breaks: 1,
    });
    const hours = [{ default_vehicle_start_hour: "10:00" }, { default_vehicle_end_hour: "09:00" }] as const;
    expect(await refused(form, ...hours)).toEqual({
      default_vehicle_end_hour: "End time must be greater than start time",
    });
    expect(await settingsRow()).toMatchObject({
      default_vehicle_start_hour: "10:00",
      default_vehicle_end_hour: "18:00",
    });
  });

  const waysNow = async () => json((await settingsRow()).confirmation_settings) as object;
  /** A refused form: it shows what was typed, and says what it was told. */
  const asItComesBack = (sent: ShownForm, { stale }: ActionRefusal): ShownForm => {
    const said = sent[SHOWN_FIELD]!;
    return { ...sent, [SHOWN_FIELD]: JSON.stringify(withHeld(said, json(said) as ShownGroup[], () => true, stale)) };
  };

  const DEFAULTS = { ...SETTINGS, intent: "defaults.save" };
  it.each([
    ["default_visit_duration", "9", "8", "“Service time of a visit” was changed to “9 min”"],
    ["default_vehicle_start_hour", "07:00", "06:00", "“Working hours start” was changed to “07:00”"],
    ["default_end_location_type", "W", "P", "“Routes end at” was changed to “Warehouse”"],
    ["default_aim", "vehicles", "cost", "“Calculations aim at” was changed to “Fewest vehicles”"],
  ])("tell whoever is second where both changed %s", async (name, theirs, mine, words) => {
    await tellsOfTheSame(DEFAULTS, { [name]: theirs }, { [name]: mine }, words);
    expect(String((await settingsRow())[name])).toBe(mine);
  });

  it("store a default that both changed to the same value", async () => {
    const same = { default_break_after: "60", default_has_breaks: "1" };
    await both(DEFAULTS, same, same);
    expect(await settingsRow()).toMatchObject({ default_break_after: 60, default_has_breaks: 1 });
  });

  it("keep both in who the company is, and tell of the same field", async () => {
    const form = {
      path: "company/general",
      intent: "company.update",
      page: generalPage,
      action: actions.generalAction,
    };
    await both(form, { title: "North", country_id: "2" }, { phone: "+423 2345671", email: "a@b.example" });
    const kept = { title: "North", country_id: 2, phone: "+423 2345671", email: "a@b.example" };
    expect(await settingsRow()).toMatchObject(kept);
    await tellsOfTheSame(form, { title: "West" }, { title: "East", phone: "" }, "“Title” was changed to “West”");
    expect(await settingsRow()).toMatchObject({ title: "East", phone: null });
    await tellsOfTheSame(form, { email: "" }, { email: "c@d.example" }, "“E-mail” was cleared");
    const { title } = await row("countries", 3);
    await tellsOfTheSame(form, { country_id: "3" }, { country_id: "4" }, `“Country” was changed to “${String(title)}”`);
    const industry = await row("industries", 2);
    const told = `“Business type” was changed to “${String(industry.title)}”`;
    await tellsOfTheSame(form, { industry_id: "2" }, { industry_id: "1" }, told);
    await both(form, { title: "Same" }, { title: "Same" });
    expect(await settingsRow()).toMatchObject({ country_id: 4, industry_id: 1, email: "c@d.example" });
  });

  it("tell whoever is second where both noted something about a company", async () => {
    await db()("users").where({ id: company().ownerId }).update({ platform_role: "sudo" });
    await signInAgain();
    const form = {
      path: "company/general",
      intent: "company.comment",
      page: generalPage,
      action: actions.generalAction,
    };
    await tellsOfTheSame(
      form,
      { admin_comment: "Pays late" },
      { admin_comment: "Pays" },
      "“Comment” was changed to “Pays late”",
    );
    await both(form, { admin_comment: "Paid" }, {});
    expect(await settingsRow()).toMatchObject({ admin_comment: "Paid" });
  });

  it("keep both in single fail reasons", async () => {
    await setCompany({ fail_reasons_settings: "[3,7]" });
    await both({ ...SETTINGS, intent: "fail_reasons.save" }, { reason_2: "1", reason_3: "0" }, { reason_6: "1" });
    expect((await settingsRow()).fail_reasons_settings).toBe("[2,6,7]");
  });

  it("keep both in single ways of handing over, and one that is switched on keeps a way", async () => {
    const form = { ...SETTINGS, intent: "confirmation.save" };
    const stored = {
      to_door: { enabled: 1, photo: 1, signature: 0 },
      to_mailbox: { enabled: 1, photo: 0, signature: 0 },
    };
    await setCompany({ delivery_confirmation: 1, confirmation_settings: JSON.stringify(stored) });
    await both(form, { photo_to_door: "2" }, { signature_to_door: "1", tag_to_other: "1" });
    expect(await waysNow()).toEqual({
      to_door: { enabled: 1, photo: 2, signature: 1 },
      to_mailbox: stored.to_mailbox,
      to_other: stored.to_mailbox,
    });
    const ways = [{ tag_to_door: "0", tag_to_other: "0" }, { tag_to_mailbox: "0" }] as const;
    expect(await refused(form, ...ways)).toEqual({ delivery_confirmation: "Choose at least one way of delivery" });
    expect(Object.keys(await waysNow())).toEqual(["to_mailbox"]);
  });

  it("tell whoever is second of the proof that both changed, and of a way that is gone", async () => {
    const form = { ...SETTINGS, intent: "confirmation.save" };
    const door = { enabled: 1, photo: 1, signature: 0 };
    const stored = { to_door: door, to_mailbox: door };
    await setCompany({ delivery_confirmation: 1, confirmation_settings: JSON.stringify(stored) });
    await tellsOfTheSame(
      form,
      { photo_to_door: "2" },
      { photo_to_door: "0" },
      "“Photo to door” was changed to “Required”",
    );
    await both(form, { photo_to_door: "2" }, { photo_to_door: "2", tag_to_other: "1" });
    expect(await waysNow()).toMatchObject({
      to_door: { photo: 2 },
      to_other: { enabled: 1 },
    });
    const gone = await refused(form, { tag_to_door: "0" }, { photo_to_door: "1" });
    expect(gone).toEqual({
      tag_to_door: "“To door” is not offered any more.",
      photo_to_door: "“Photo to door” is not asked for any more.",
    });
    expect(Object.keys(await waysNow())).toEqual(["to_mailbox", "to_other"]);
  });

  it.each([
    [
      { photo: 1, signature: 1 },
      { photo: "0", signature: "0" },
    ],
    [{ photo: 0, signature: 0 }, {}],
  ])("offer a way again that was taken away, once proof is asked for in it twice: %o", async (levels, told) => {
    const form = { ...SETTINGS, intent: "confirmation.save" };
    const stored = { to_door: { enabled: 1, ...levels }, to_mailbox: { enabled: 1, photo: 0, signature: 0 } };
    await setCompany({ delivery_confirmation: 1, confirmation_settings: JSON.stringify(stored) });
    const mine = { ...(await open(form)), photo_to_door: "2" };
    expect(await send(form, { ...(await open(form)), tag_to_door: "0" })).toMatchObject({ ok: true });
    const answer = await send(form, mine);
    if (answer.ok) throw new Error("Proof in a way that is not offered is stored nowhere");
    expect(answer.message).toBe("“To door” is not offered any more.");
    const levelsTold = Object.entries(told).map(([proof, level]) => [`${proof}_to_door`, level]);
    expect(answer.stale).toEqual({ tag_to_door: "0", ...Object.fromEntries(levelsTold) });
    expect(await waysNow()).toEqual({ to_mailbox: stored.to_mailbox });
    expect(await send(form, asItComesBack(mine, answer))).toMatchObject({ ok: true });
    expect(await waysNow()).toEqual({ ...stored, to_door: { enabled: 1, ...levels, photo: 2 } });
  });

  it("keep both in a template", async () => {
    const stored = JSON.stringify({ to_door: { enabled: 1, photo: 1, signature: 0 } });
    const template = { title: "Parcels", delivery_confirmation: 1, confirmation_settings: stored } as const;
    const id = await insertConfirmationTemplate(db(), company().companyId, template, NOW);
    const form = { ...SETTINGS, path: dialog(SETTINGS.path, "edit-template", id), intent: "template.update" };
    await both(form, { photo_to_door: "2", tag_from_locker: "1" }, { title: "Boxes", pickup_confirmation: "1" });
    const { confirmation_settings: ways, ...rest } = await row("confirmation_templates", id);
    expect(rest).toMatchObject({ title: "Boxes", delivery_confirmation: 1, pickup_confirmation: 1 });
    expect(json(ways)).toMatchObject({ to_door: { photo: 2, signature: 0 }, from_locker: { enabled: 1 } });
    await tellsOfTheSame(form, { title: "Bags" }, { title: "Sacks" }, "“Title” was changed to “Bags”");
    const signature = [{ signature_to_door: "1" }, { signature_to_door: "2", title: "Crates" }] as const;
    await tellsOfTheSame(form, ...signature, "“Signature to door” was changed to “Optional”");
    await both(form, { title: "Same" }, { title: "Same" });
    const after = await row("confirmation_templates", id);
    expect([after.title, json(after.confirmation_settings)]).toMatchObject(["Same", { to_door: { signature: 2 } }]);
  });

  it("keep both in what recipients see", async () => {
    await both({ ...SETTINGS, intent: "recipient_pages.save" }, { photo: "0" }, { signature: "1" });
    expect(json((await settingsRow()).recipient_settings)).toMatchObject({
      photo: false,
      signature: true,
      rating: true,
    });
  });

  it.each([
    ["positions.keep", "positions_kept_days"],
    ["proofs.keep", "proofs_kept_days"],
  ])("store nothing for %s where nobody changes a thing, and tell whoever is second", async (intent, column) => {
    await both({ ...SETTINGS, intent }, { [column]: "77" }, {});
    expect((await settingsRow())[column]).toBe(77);
    const answer = await saveBoth({ ...SETTINGS, intent }, { [column]: "80" }, { [column]: "90" });
    expect(answer).toMatchObject({ stale: { [column]: "80" } });
    expect(answer).toMatchObject({ message: expect.stringMatching(/kept for” was changed to “80 days”/) as string });
    expect((await settingsRow())[column]).toBe(80);
  });

  it.each([
    ["positions.keep", "positions_kept_days"],
    ["proofs.keep", "proofs_kept_days"],
  ])("tell whoever answers the question of %s after a colleague has saved", async (intent, column) => {
    const { companyId, routeId, visitIds } = company();
    const old = addSeconds(NOW, -20 * DAY_SEC);
    await insertAttachment(db(), companyId, { visit_id: visitIds[0]!, path: "old.jpg", type: "photo" }, old);
    await db()("vehicle_positions").insert({
      company_id: companyId,
      route_id: routeId,
      taken_at: old,
      lat: 47,
      lng: 9,
    });
    const form = { ...SETTINGS, intent };
    const asked = await send(form, { ...(await open(form)), [column]: "7" });
    const path = asked.ok ? String(asked.data).slice(1) : "";
    const question = { ...form, path, page: keptQuestion, changes: [column] };
    const shown = await open(question);
    expect(shown).toMatchObject({ [column]: "7", confirmed: "1" });
    await setCompany({ [column]: 200 });
    // The page is loaded anew then.
    expect(await open(question)).toEqual(shown);
    expect(await send(question, shown)).toMatchObject({
      message: expect.stringContaining("” was changed to “200 days” in the meantime.") as string,
    });
    expect((await settingsRow())[column]).toBe(200);
    await setCompany({ [column]: (JSON.parse(shown[SHOWN_FIELD]!) as ShownGroup[])[0]![column] || null });
    expect(await send(question, shown)).toMatchObject({ ok: true });
    expect((await settingsRow())[column]).toBe(7);
  });

  it("keep both in the switches of messages; quiet hours go together", async () => {
    const form = { ...MESSAGES, intent: "messages.save" };
    await both(form, { next_sms: "1", quiet_start: "21:00", quiet_end: "07:00" }, { failed_mail: "1", sender: "Ann" });
    expect(await settingsRow()).toMatchObject({
      message_channels: JSON.stringify({ next: ["sms"], failed: ["mail"] }),
      message_quiet_start: "21:00",
      message_quiet_end: "07:00",
      message_sender: "Ann",
    });
    const quiet = [
      { quiet_start: "", quiet_end: "" },
      { quiet_start: "21:00", quiet_end: "06:00" },
    ] as const;
    await tellsOfTheSame(form, ...quiet, "“Quiet from” was cleared");
    expect(await settingsRow()).toMatchObject({ message_quiet_start: "21:00", message_quiet_end: "06:00" });
    await tellsOfTheSame(form, { sender: "Bo" }, { sender: "Cy", next_mail: "1" }, "“Sender” was changed to “Bo”");
    await tellsOfTheSame(form, { language: "de" }, { language: "fr" }, "“Language” was changed to “Deutsch”");
    await both(form, { next_sms: "0", sender: "Di" }, { next_sms: "0", sender: "Di" });
    expect(await settingsRow()).toMatchObject({ message_sender: "Di", message_language: "fr" });
  });

  it("keep both in the words of a message", async () => {
    const form = { ...MESSAGES, path: `${MESSAGES.path}?language=de&kind=next`, intent: "message_text.save" };
    await both(form, { subject: "Gleich da" }, { sms: "Bis gleich {stop}" });
    const [text] = await db()("message_texts").where({ company_id: company().companyId });
    expect(text).toMatchObject({ subject: "Gleich da", sms: "Bis gleich {stop}" });
    const mail = [{ mail: "Bald.\r\n\r\nAnn" }, { mail: "Bald.\r\n\r\nBo", subject: "Bald" }] as const;
    await tellsOfTheSame(form, ...mail, "“E-mail” was changed to “Bald.\r\n\r\nAnn”");
    await both(form, { sms: "Bald da {stop}" }, { sms: "Bald da {stop}" });
    const [after] = await db()("message_texts").where({ company_id: company().companyId });
    expect(after).toMatchObject({ subject: "Bald", mail: "Bald.\r\n\r\nBo", sms: "Bald da {stop}" });
    const reset = { ...form, intent: "message_text.reset" };
    const opened = await open(reset);
    expect(await send(form, { ...(await open(form)), sms: "Jetzt {stop}" })).toMatchObject({ ok: true });
    expect(await send(reset, opened)).toMatchObject({
      message: "“SMS” was changed to “Jetzt {stop}” in the meantime.",
    });
    expect(await db()("message_texts").where({ company_id: company().companyId })).toHaveLength(1);
    expect(await send(reset, await open(reset))).toMatchObject({ ok: true });
    expect(await db()("message_texts").where({ company_id: company().companyId })).toHaveLength(0);
  });
});
