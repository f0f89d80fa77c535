import { createCompany, createMember } from "../../factories/company";
import { addPerson } from "../people";
import type { Attack } from "../attack";

const EMAIL = "two-companies@demo.example";
const VEHICLES = "company/resources/vehicles";

/** Forms of one company's page that come while the session works for another, and forms that come twice. */
export const companies: Attack = {
  name: "companies",
  async run({ target, short, saw }) {
    const userId = await addPerson(target, EMAIL, { is_dispatcher: 1, is_admin: 1 });
    const { companyId: other } = await createCompany(target.db);
    await createMember(target.db, other, { user_id: userId, is_admin: 1, is_dispatcher: 1 });
    const cookie = await target.signIn(EMAIL, target.server.password);
    const count = async (plate: string) =>
      (await target.db("vehicles").where({ plate })).map(({ company_id }) => company_id).join(", ") || "nowhere";
    const send = (plate: string, headers: Record<string, string>) =>
      target.post(
        VEHICLES,
        { intent: "vehicle.create", title: "Van", plate, status: "1" },
        { Cookie: cookie, ...headers },
      );

    const { status: switched } = await target.post("company/switch", { company_id: String(other) }, { Cookie: cookie });
    const made = (company: number | string) => ({ "X-Page-Company": String(company) });
    const strayed = await send("A STRAY", made(target.companyId));
    saw(
      "a form of company A after a switch to B",
      "409 and stored nowhere",
      `${switched}, ${strayed.status}, ${await count("A STRAY")}`,
      strayed.status === 409 && (await count("A STRAY")) === "nowhere",
    );
    for (const name of ["", "abc", "0", "999999", "-1"]) {
      const { status } = await send("A LOST", made(name));
      saw(
        `a form that names the company "${name}"`,
        "4xx and stored nowhere",
        `${status}, ${await count("A LOST")}`,
        status >= 400 && status < 500 && (await count("A LOST")) === "nowhere",
      );
    }
    const right = await send("A RIGHT", made(other));
    saw(
      "a form of company B",
      "stored in B",
      `${right.status}, ${await count("A RIGHT")}`,
      (await count("A RIGHT")) === String(other),
    );

    const twice = { ...made(other), "X-Submit-Id": "attack-0001" };
    const answers = await Promise.all(Array.from({ length: short ? 5 : 30 }, () => send("A TWIN", twice)));
    saw(
      `the same form ${answers.length} times at once`,
      "one vehicle",
      await count("A TWIN"),
      (await count("A TWIN")) === String(other),
    );
    const statuses = [...new Set(answers.map(({ status }) => status))];
    saw("its answers", "all the same", statuses.join(", "), statuses.length === 1 && statuses[0]! < 400);
  },
};
