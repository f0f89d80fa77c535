import type { Knex } from "knex";
import { COUNTRIES } from "./reference/countries";
import { FAIL_REASONS, INDUSTRIES } from "./reference/lists";

export type DemoRole = "admin" | "dispatcher" | "driver";

export interface DemoOptions {
  /** UTC text 'YYYY-MM-DD HH:mm:ss' */
  now: string;
  /** hashes as the sign-in checks them; made by the caller, so that no password is ever fixed here */
  passwordHashes: Readonly<Record<DemoRole, string>>;
  /** before the first row, where rows are made: what it throws ends all of it */
  beforeRows?: () => void;
}

interface DemoAccount {
  role: DemoRole;
  /** 'super admin', 'dispatcher', 'driver' */
  label: string;
  email: string;
  userId: number;
  /** company_members.id */
  memberId: number;
}

export interface Demo {
  companyId: number;
  warehouseId: number;
  accounts: DemoAccount[];
}

const PEOPLE = [
  // The specification's user 1 is the sudo admin, so this account comes first.
  {
    role: "admin",
    label: "super admin",
    email: "admin@demo.example",
    name: "Alex",
    surname: "Admin",
    platform_role: "sudo",
    is_admin: 1,
    member: { is_admin: 1, is_dispatcher: 1, is_courier: 0 },
  },
  {
    role: "dispatcher",
    label: "dispatcher",
    email: "dispatcher@demo.example",
    name: "Dana",
    surname: "Dispatcher",
    platform_role: "none",
    is_admin: 0,
    member: { is_admin: 1, is_dispatcher: 1, is_courier: 0 },
  },
  {
    role: "driver",
    label: "driver",
    email: "driver@demo.example",
    name: "Drew",
    surname: "Driver",
    platform_role: "none",
    is_admin: 0,
    member: { is_admin: 0, is_dispatcher: 0, is_courier: 1 },
  },
] as const;

/** Who gets an account, before there is one. */
export const DEMO_PEOPLE: readonly Pick<DemoAccount, "role" | "label" | "email">[] = PEOPLE;

const idOf = (list: readonly string[], title: string): number => list.indexOf(title) + 1;

async function add(knex: Knex, table: string, row: Record<string, unknown>): Promise<number> {
  const [id] = (await knex(table).insert(row)) as number[];
  return id as number;
}

/**
 * The demo company with three accounts and one warehouse: enough to upload vehicles and stops at once.
 * In one transaction, and only into an empty platform.
 * @returns the accounts, or undefined when there are users already
 */
export async function seedDemo(knex: Knex, options: DemoOptions): Promise<Demo | undefined> {
  return knex.transaction(async (trx) => {
    if ((await trx("users").first("id")) !== undefined) return undefined;
    options.beforeRows?.();
    const stamps = { created_at: options.now, updated_at: options.now };
    const countryId = COUNTRIES.findIndex(([code]) => code === "LI") + 1;

    const userIds: number[] = [];
    for (const person of PEOPLE) {
      userIds.push(
        await add(trx, "users", {
          name: person.name,
          surname: person.surname,
          email: person.email,
          country_id: countryId,
          time_zone: "Europe/Vaduz",
          email_verified_at: options.now,
          is_completed: 1,
          password_hash: options.passwordHashes[person.role],
          platform_role: person.platform_role,
          is_admin: person.is_admin,
          ...stamps,
        }),
      );
    }
    const owner = userIds[PEOPLE.findIndex((person) => person.role === "dispatcher")];
    const companyId = await add(trx, "companies", {
      title: "Demo Deliveries",
      user_id: owner,
      email: "dispatcher@demo.example",
      country_id: countryId,
      industry_id: idOf(INDUSTRIES, "Logistics companies"),
      fail_reasons_settings: JSON.stringify(FAIL_REASONS.map((_, index) => index + 1)),
      ...stamps,
    });
    await trx("users").whereIn("id", userIds).update({ current_company_id: companyId });
    // Room enough that nobody who tries the product meets a quota.
    await add(trx, "company_billings", {
      company_id: companyId,
      package: "custom",
      visits_limit: 100_000,
      visits_period: "all_period",
      start_date: options.now.slice(0, 10),
      ...stamps,
    });

    const accounts: DemoAccount[] = [];
    for (const [index, { role, label, email, name, surname, member }] of PEOPLE.entries()) {
      const userId = userIds[index] as number;
      const memberId = await add(trx, "company_members", {
        company_id: companyId,
        user_id: userId,
        email,
        name,
        surname,
        invitation_type: 1,
        ...member,
        ...stamps,
      });
      accounts.push({ role, label, email, userId, memberId });
    }
    const warehouseId = await add(trx, "warehouses", {
      company_id: companyId,
      title: "Vaduz",
      address: "Vaduz, Liechtenstein",
      lat: 47.141,
      lng: 9.5209,
      country_code: "LI",
      time_zone: "Europe/Vaduz",
      ...stamps,
    });
    return { companyId, warehouseId, accounts };
  });
}
