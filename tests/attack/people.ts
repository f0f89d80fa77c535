import { NOW } from "../factories/company";
import type { Target } from "./target";

export type Person = "dispatcher" | "driver" | "without company" | "deactivated member" | "nobody";

/** Cookies of people with and without rights in the demo company; all have the demo accounts' password. */
export async function cookiesOfPeople(target: Target): Promise<Record<Person, string>> {
  await addUser(target, "outsider@demo.example");
  await addPerson(target, "deactivated@demo.example", { status: 0 });
  const signIn = (email: string) => target.signIn(email, target.server.password);
  return {
    dispatcher: await target.cookieOf("dispatcher"),
    driver: await target.cookieOf("driver"),
    "without company": await signIn("outsider@demo.example"),
    "deactivated member": await signIn("deactivated@demo.example"),
    nobody: "",
  };
}

/** Somebody of the demo company; again and again the same. @returns the user's id */
export async function addPerson(
  target: Target,
  email: string,
  member: { status?: 0 | 1; is_dispatcher?: 0 | 1; is_admin?: 0 | 1 },
): Promise<number> {
  const { company_id } = await demo(target);
  const user_id = await addUser(target, email);
  const isKnown = await target.db("company_members").where({ user_id }).first("id");
  if (isKnown === undefined)
    await target.db("company_members").insert({
      company_id,
      user_id,
      name: "Other",
      surname: "Person",
      invitation_type: 1,
      status: 1,
      created_at: NOW,
      updated_at: NOW,
      ...member,
    });
  return user_id;
}

async function addUser({ db }: Target, email: string): Promise<number> {
  const known = await db("users").where({ email }).first("id");
  if (known !== undefined) return known.id;
  const password_hash = there(
    await db("users").where({ email: "dispatcher@demo.example" }).first("password_hash"),
  ).password_hash;
  await db("users").insert({
    name: "Other",
    surname: "Person",
    email,
    password_hash,
    email_verified_at: NOW,
    is_completed: 1,
    created_at: NOW,
    updated_at: NOW,
  });
  return there(await db("users").where({ email }).first("id")).id;
}

/** The demo company and its warehouse. */
export async function demo({ db }: Target): Promise<{ company_id: number; warehouse_id: number }> {
  const { id: company_id } = there(await db("companies").orderBy("id").first("id"));
  const { id: warehouse_id } = there(await db("warehouses").where({ company_id }).first("id"));
  return { company_id, warehouse_id };
}

export function there<Row>(row: Row): NonNullable<Row> {
  if (row === undefined || row === null) throw new Error("The demo data are not there.");
  return row;
}
