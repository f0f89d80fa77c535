import { afterAll, beforeAll, beforeEach, describe, expect, it } from "vitest";
import { foundCompany, DEFAULT_TITLE } from "~/auth/found-company.server";
import type { CompanySession } from "~/auth/session.server";
import { useDatabase as setDatabase } from "~/db/database.server";
import { getCompany } from "~/db/repositories/companies.server";
import { getUserAcrossCompanies } from "~/db/repositories/users.server";
import { COMPLETION_ACTIONS } from "~/features/joined-actions.server";
import { loadCompletion, mustCompleteFirst } from "~/features/profile/queries/completion.server";
import { setServices } from "~/services/container.server";
import { createUser } from "../../factories/company";
import { databases, useTestDatabase } from "../../helpers/databases";
import { submit } from "../../helpers/forms";
import type { Posted } from "../../helpers/forms";
import { testServices } from "../../helpers/services";
import { sessionOf } from "../../helpers/sessions";

const PERSON = { name: " Ann ", surname: "Archer", phone: "232 12 34", phone_country: "LI" };
const faultsOf = (work: Promise<unknown>) =>
  work.then(
    () => null,
    (error: { issues?: { path: string[]; message: string }[] }) =>
      Object.fromEntries(error.issues?.map((issue) => [issue.path.join("."), issue.message]) ?? [["", String(error)]]),
  );

describe.each(databases())("completing a profile on %s", (kind) => {
  const database = useTestDatabase(kind);
  const db = () => database().db;
  let userId: number;
  let companyId: number;
  let owner: CompanySession;
  let owners: Posted;
  let countryOf: (code: string) => Promise<number>;

  beforeAll(() => {
    setDatabase(db());
    setServices(
      testServices({
        clock: { nowMs: () => Date.parse("2026-11-21T06:00:00Z") },
      }),
    );
    countryOf = async (code) => (await db()("countries").where({ code }).first("id"))!.id as number;
  });
  afterAll(() => {
    setDatabase(undefined);
    setServices(undefined);
  });
  beforeEach(async () => {
    userId = await createUser(db(), { name: "", surname: "", is_completed: 0 });
    companyId = await foundCompany(db(), await getUserAcrossCompanies(db(), userId), DEFAULT_TITLE);
    owner = { ...sessionOf({ companyId }, { isOwner: true, isAdmin: true }, userId), mustComplete: true };
    owners = {
      ...PERSON,
      company_country_id: await countryOf("AT"),
      company_title: "Archer Deliveries",
      industry_id: 21,
      warehouse_address: "Landstrasse 1, Schaan",
      warehouse_lat: "47.1353",
      warehouse_lng: "9.5373",
    };
  });

  const complete = (session: CompanySession, fields: Posted) =>
    submit(COMPLETION_ACTIONS["profile.complete"], session, fields);

  // @spec AA-5.08 AA-4.24
  it("stores the person, the company and its first warehouse, each once", async () => {
    await complete(owner, owners);
    await complete(owner, { ...owners, name: "Another", company_title: "Another" });
    const user = await getUserAcrossCompanies(db(), userId);
    expect([user.name, user.surname, user.phone, user.is_completed]).toEqual(["Ann", "Archer", "+423 232 12 34", 1]);
    expect(user.country_id).toBe(await countryOf("LI"));
    const company = await getCompany(db(), companyId);
    expect([company.title, company.country_id, company.industry_id]).toEqual([
      "Archer Deliveries",
      await countryOf("AT"),
      21,
    ]);
    const warehouses = await db()("warehouses").where({ company_id: companyId });
    expect(warehouses.map(({ address, lat, lng, time_zone: zone }) => [address, lat, lng, zone])).toEqual([
      ["Landstrasse 1, Schaan", 47.1353, 9.5373, "Europe/Vaduz"],
    ]);
  });

  // @spec AA-3.18
  it("keeps the default title only of an owner without another company", async () => {
    await foundCompany(db(), await getUserAcrossCompanies(db(), userId), "Second");
    await complete(owner, { ...owners, company_title: DEFAULT_TITLE });
    expect((await getCompany(db(), companyId)).title).toBe("Company of Ann Archer");
  });

  it("makes one warehouse, however often it comes at once", async () => {
    await Promise.all([1, 2, 3, 4].map(() => complete(owner, owners)));
    expect(await db()("warehouses").where({ company_id: companyId })).toHaveLength(1);
  });

  // @spec AA-5.01 AA-5.02 AA-5.05 AA-5.06 AA-5.07 AA-5.10
  // @spec AA-5.18
  it("names every field that an owner leaves out, and stores nothing", async () => {
    expect(await faultsOf(complete(owner, PERSON))).toEqual({
      company_country_id: "Company country is required",
      company_title: "Please enter company title",
      industry_id: "Business type is required",
      warehouse_address: "Please enter a valid address of warehouse",
      warehouse_lat: "Please enter a valid address of warehouse",
    });
    expect(await faultsOf(complete(owner, { ...owners, warehouse_lng: "0" }))).toEqual({
      warehouse_lng: "Please enter a valid address of warehouse",
    });
    expect(await faultsOf(complete(owner, { ...owners, name: "", phone: "" }))).toEqual({
      name: "Name is required",
      phone: "Phone is require",
    });
    expect((await getUserAcrossCompanies(db(), userId)).is_completed).toBe(0);
  });

  // @spec AA-5.03
  it.each([
    ["what is too short", "123", "LI"],
    ["a number of a country that is left out", "+7 912 345 67 89", ""],
    ["a national number without its country", "232 12 34", ""],
    ["letters", "call me", "LI"],
  ])("refuses %s as a phone", async (_what, phone, country) => {
    expect(await faultsOf(complete(owner, { ...owners, phone, phone_country: country }))).toEqual({
      phone: "Phone is not valid",
    });
  });

  it("stores nothing when the company's country or business type doesn't exist", async () => {
    await expect(complete(owner, { ...owners, industry_id: 9999 })).rejects.toMatchObject({ field: "industry_id" });
    await expect(complete(owner, { ...owners, company_country_id: 9999 })).rejects.toMatchObject({
      field: "company_country_id",
    });
    expect((await getUserAcrossCompanies(db(), userId)).is_completed).toBe(0);
    expect(await db()("warehouses").where({ company_id: companyId })).toEqual([]);
  });

  // @spec AA-2.24
  it("asks members for themselves alone, and leaves the company as it is", async () => {
    const member = { ...sessionOf({ companyId }, { isAdmin: true }, userId), mustComplete: true as const };
    expect((await loadCompletion(member))?.company).toBeNull();
    await expect(complete(member, owners)).rejects.toMatchObject({ status: 400, field: "company_country_id" });
    await expect(complete(member, { ...PERSON, warehouse_lat: "47" })).rejects.toMatchObject({
      field: "warehouse_lat",
    });
    expect((await getUserAcrossCompanies(db(), userId)).is_completed).toBe(0);
    await complete(member, PERSON);
    expect((await getCompany(db(), companyId)).title).toBe(DEFAULT_TITLE);
    expect(await db()("warehouses").where({ company_id: companyId })).toEqual([]);
    expect((await getUserAcrossCompanies(db(), userId)).is_completed).toBe(1);
  });

  // @spec AA-4.24 AA-4.25
  it("keeps the country that is known, and takes the first for a number of no country", async () => {
    await db()("users")
      .where({ id: userId })
      .update({ country_id: await countryOf("CH") });
    await complete(owner, owners);
    expect((await getUserAcrossCompanies(db(), userId)).country_id).toBe(await countryOf("CH"));
    await db()("users").where({ id: userId }).update({ country_id: null, is_completed: 0 });
    await complete(owner, { ...owners, phone: "+883 5100 1234 5678", phone_country: "" });
    expect((await getUserAcrossCompanies(db(), userId)).country_id).toBe(1);
  });

  // @spec AA-5.09 AA-2.25
  it("offers no countries that are left out, and no default title", async () => {
    const completion = await loadCompletion(owner);
    const codes = completion?.phone.options.map(({ value }) => value) ?? [];
    expect(codes).toContain("LI");
    for (const code of "AF AZ BY CN CU IR IQ KZ KG PK RU TJ UZ KP".split(" ")) expect(codes).not.toContain(code);
    expect(completion?.company?.title).toBe("");
    expect(completion?.company?.industries).toHaveLength(27);
    expect(await loadCompletion(sessionOf({ companyId }, { isOwner: true }, userId))).toBeNull();
  });

  // @spec PC-2.41
  it("leads planners to the planning page first, and drivers nowhere", () => {
    const asked = (path: string) => new Request(`http://localhost/platform${path}`);
    expect(mustCompleteFirst(owner, asked("/company/team"))).toBe(true);
    expect(mustCompleteFirst(owner, asked("/planning/main"))).toBe(false);
    const driver = {
      ...sessionOf({ companyId }, { isDriver: true, memberId: 1 }, userId),
      mustComplete: true as const,
    };
    expect(mustCompleteFirst(driver, asked("/company/general"))).toBe(false);
    expect(mustCompleteFirst(sessionOf({ companyId }, { isOwner: true }, userId), asked("/company/team"))).toBe(false);
  });
});
