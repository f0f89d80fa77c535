import { afterAll, beforeAll, describe, expect, it } from "vitest";
import type { CompanySession } from "~/auth/session.server";
import { useDatabase as setDatabase } from "~/db/database.server";
import { COMPANY_ACTIONS } from "~/features/company/actions.server";
import { removeTemplate } from "~/features/company/commands/save-template.server";
import { performAction } from "~/http/actions/perform-action.server";
import { submit } from "../../helpers/forms";
import type { Posted } from "../../helpers/forms";
import { loadSettingsPage } from "~/features/company/queries/settings-page.server";
import { setPublisher } from "~/realtime/publisher.server";
import { setServices } from "~/services/container.server";
import { createCompany } from "../../factories/company";
import type { TestCompany } from "../../factories/company";
import { databases, useTestDatabase } from "../../helpers/databases";
import { recordChanges } from "../../helpers/live";
import { testServices } from "../../helpers/services";
import { sessionOf } from "../../helpers/sessions";

const saveDefaults = (session: CompanySession, fields: Posted) =>
  submit(COMPANY_ACTIONS["defaults.save"], session, fields);
const saveFailReasons = (session: CompanySession, reasons: readonly number[], tab?: string) =>
  performAction(COMPANY_ACTIONS, session, "fail_reasons.save", { reasons }, { tab });
const saveConfirmation = (session: CompanySession, fields: Posted, tab?: string) =>
  submit(COMPANY_ACTIONS["confirmation.save"], session, fields, { tab });
const createTemplate = (session: CompanySession, fields: Posted) =>
  submit(COMPANY_ACTIONS["template.create"], session, fields);
const editTemplate = (session: CompanySession, id: number, fields: Posted) =>
  submit(COMPANY_ACTIONS["template.update"], session, { ...fields, id: String(id) });

const DEFAULTS = {
  default_visit_duration: "7,5",
  default_squash_duration: "2",
  default_visit_balance_coefficient: "0.5",
  default_vehicle_start_hour: "7",
  default_vehicle_end_hour: "16:30",
  default_has_breaks: "1",
  default_break_after: "270",
  default_start_location_type: "P",
  default_end_location_type: "W",
  default_aim: "vehicles",
};
const TEMPLATE = {
  intent: "template.create",
  title: "Parcels",
  delivery_confirmation: "1",
  pickup_confirmation: "0",
  tag_to_recipient: "1",
  photo_to_recipient: "1",
  signature_to_recipient: "2",
  tag_to_door: "0",
  photo_to_door: "2",
};
const page = (query = "") => new Request(`http://localhost/platform/company/settings${query}`);
const messages = (work: Promise<unknown>) =>
  work.then(
    () => null,
    (error: { issues?: { path: string[]; message: string }[] }) =>
      error.issues?.map((issue) => [issue.path.join("."), issue.message]),
  );

describe.each(databases())("settings of a company on %s", (kind) => {
  const database = useTestDatabase(kind);
  let company: TestCompany;
  let other: TestCompany;
  let admin: CompanySession;
  let dispatcher: CompanySession;
  let stranger: CompanySession;

  beforeAll(async () => {
    setDatabase(database().db);
    setServices(testServices({ clock: { nowMs: () => Date.parse("2026-11-21T06:00:00Z") } }));
    company = await createCompany(database().db);
    other = await createCompany(database().db);
    admin = sessionOf(company, { isOwner: true }, company.ownerId);
    dispatcher = sessionOf(company, { isDispatcher: true }, company.ownerId);
    stranger = sessionOf(other, { isOwner: true }, other.ownerId);
  });
  afterAll(() => {
    setDatabase(undefined);
    setServices(undefined);
  });
  const row = async (id = company.companyId) => (await database().db("companies").where({ id }).first())!;

  it("saves defaults, cleaned, for this company alone", async () => {
    await saveDefaults(admin, DEFAULTS);
    expect(await row()).toMatchObject({
      default_visit_duration: 7.5,
      default_squash_duration: 2,
      default_visit_balance_coefficient: 0.5,
      default_vehicle_start_hour: "07:00",
      default_vehicle_end_hour: "16:30",
      default_has_breaks: 1,
      default_break_after: 270,
      default_start_location_type: "P",
      default_end_location_type: "W",
      default_aim: "vehicles",
    });
    expect(await row(other.companyId)).toMatchObject({
      default_visit_duration: 5,
      default_vehicle_start_hour: "08:00",
    });
    expect((await loadSettingsPage(admin, page())).settings?.defaults).toMatchObject({
      texts: { default_visit_duration: "7.5" },
      hasBreaks: true,
    });
    await expect(saveDefaults(admin, { ...DEFAULTS, default_vehicle_end_hour: "06:00" })).rejects.toMatchObject({
      status: 422,
      field: "default_vehicle_end_hour",
      message: "End time must be greater than start time",
    });
    await expect(saveDefaults(admin, { ...DEFAULTS, default_vehicle_start_hour: "19:00" })).rejects.toMatchObject({
      status: 422,
      field: "default_vehicle_start_hour",
      message: "Start time must be less than end time",
    });
    await saveDefaults(admin, {
      ...DEFAULTS,
      default_visit_duration: "100",
      default_squash_duration: "12abc",
      default_visit_balance_coefficient: "-1",
    });
    expect(await row()).toMatchObject({
      default_visit_duration: 99.9,
      default_squash_duration: 12,
      default_visit_balance_coefficient: 0,
    });
    expect(await messages(saveDefaults(admin, { ...DEFAULTS, default_end_location_type: "C" }))).toEqual([
      ["default_end_location_type", "Choose where routes end"],
    ]);
    expect(await messages(saveDefaults(admin, { ...DEFAULTS, default_aim: "beauty" }))).toEqual([
      ["default_aim", "Choose what calculations aim at"],
    ]);
    expect(await messages(saveDefaults(admin, { ...DEFAULTS, default_visit_duration: "soon" }))).toEqual([
      ["default_visit_duration", "Service time of a visit must be a number, not “soon”"],
    ]);
  });

  // @spec PC-3.64 AA-3.17
  it("enables fail reasons, none too, and refuses unknown ones", async () => {
    await saveFailReasons(admin, [6, 2, 2]);
    expect((await row()).fail_reasons_settings).toBe("[2,6]");
    await saveFailReasons(admin, []);
    expect((await loadSettingsPage(admin, page())).settings?.failReasons).toEqual([]);
    expect(await messages(saveFailReasons(admin, [8]))).toEqual([["reasons.0", "Fail reason is not correct"]]);
  });

  // @spec PC-3.57 PC-3.58 AA-3.16
  it("keeps templates: only enabled ways with their levels", async () => {
    const id = await createTemplate(admin, TEMPLATE);
    const stored = (await database().db("confirmation_templates").where({ id }).first())!;
    expect(stored).toMatchObject({
      title: "Parcels",
      delivery_confirmation: 1,
      pickup_confirmation: 0,
      company_id: company.companyId,
      deleted_at: null,
    });
    expect(JSON.parse(stored.confirmation_settings!)).toEqual({ to_recipient: { enabled: 1, photo: 1, signature: 2 } });
    await editTemplate(admin, id, { ...TEMPLATE, title: "Boxes", pickup_confirmation: "1", tag_from_locker: "1" });
    expect((await loadSettingsPage(admin, page(`?dialog=edit-template&id=${id}`))).item).toMatchObject({
      title: "Boxes",
      pickup: true,
      settings: { from_locker: { enabled: true, photo: 0 } },
    });
    await expect(editTemplate(stranger, id, TEMPLATE)).rejects.toMatchObject({ status: 404 });
    await expect(removeTemplate(stranger, id)).rejects.toMatchObject({ status: 404 });
    expect(await removeTemplate(admin, id)).toBe("Boxes");
    expect((await loadSettingsPage(admin, page())).templates).toEqual([]);
  });

  // @spec PC-5.41 PC-5.42 PC-5.43 PC-5.44
  it("asks for a title, and for a way of each kind that is switched on", async () => {
    expect(await messages(createTemplate(admin, { ...TEMPLATE, title: " " }))).toEqual([
      ["title", "Title is required"],
    ]);
    const id = await createTemplate(admin, TEMPLATE);
    expect(await messages(editTemplate(admin, id, { ...TEMPLATE, title: " " }))).toEqual([
      ["title", "Please enter a title"],
    ]);
    await removeTemplate(admin, id);
    expect(
      await messages(createTemplate(admin, { ...TEMPLATE, tag_to_recipient: "0", pickup_confirmation: "1" })),
    ).toEqual([
      ["delivery_confirmation", "Choose at least one way of delivery"],
      ["pickup_confirmation", "Choose at least one way of pickup"],
    ]);
  });

  // @spec AA-3.16
  it("keeps what every visit asks for, and tells the other tabs", async () => {
    const published: unknown[] = [];
    recordChanges((event, _, except) => void published.push([event, except]));
    await saveConfirmation(admin, { delivery_confirmation: "1", tag_to_door: "1", photo_to_door: "2" }, "tab:1:t");
    await saveFailReasons(admin, [6], "tab:1:t");
    setPublisher(undefined);
    expect((await loadSettingsPage(admin, page())).settings?.confirmation).toEqual({
      delivery: true,
      pickup: false,
      settings: { to_door: { enabled: true, photo: 2, signature: 0 } },
    });
    const event = { model: "Company", action: "update", ids: [company.companyId] };
    expect(published).toEqual([
      [event, "tab:1:t"],
      [event, "tab:1:t"],
    ]);
    expect(await messages(saveConfirmation(admin, { pickup_confirmation: "1" }))).toEqual([
      ["pickup_confirmation", "Choose at least one way of pickup"],
    ]);
  });

  it("gives dispatchers the templates, and nobody else but administrators the rest", async () => {
    const id = await createTemplate(dispatcher, TEMPLATE);
    await editTemplate(dispatcher, id, { ...TEMPLATE, title: "Theirs too" });
    expect(await loadSettingsPage(dispatcher, page())).toMatchObject({
      settings: null,
      templates: [{ title: "Theirs too" }],
    });
    await removeTemplate(dispatcher, id);
    const driver = sessionOf(company, { memberId: company.driverId, isDriver: true }, company.driverUserId);
    for (const work of [
      () => saveDefaults(dispatcher, DEFAULTS),
      () => saveFailReasons(dispatcher, []),
      () => saveConfirmation(dispatcher, {}),
      () => loadSettingsPage(driver, page()),
      () => createTemplate(driver, TEMPLATE),
    ]) {
      await expect(work()).rejects.toMatchObject({ status: 403, message: "You have no access" });
    }
  });
});
