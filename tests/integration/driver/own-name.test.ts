import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { updateUser, getUserAcrossCompanies } from "~/db/repositories/users.server";
import { loadDriverHome } from "~/features/driver/queries/driver-home.server";
import { loadOwnName } from "~/features/driver/queries/own-name.server";
import { COMPLETION_ACTIONS } from "~/features/joined-actions.server";
import { createUser } from "../../factories/company";
import { databases, useTestDatabase } from "../../helpers/databases";
import { submit } from "../../helpers/forms";
import { sessionOf } from "../../helpers/sessions";
import { at, createDesk, forgetWorld, setWorld } from "../planning/desk";
import type { Desk } from "../planning/desk";

describe.each(databases())("a driver's own name on %s", (kind) => {
  const database = useTestDatabase(kind);
  const db = () => database().db;
  let desk: Desk;
  let userId: number;

  const driver = () =>
    ({ ...sessionOf(desk, { isDriver: true, memberId: desk.driverId }, userId), mustComplete: true }) as const;

  beforeEach(async () => {
    desk = await createDesk(db(), { routeStatus: 4 });
    setWorld(db());
    userId = await createUser(db());
    await updateUser(db(), userId, { is_completed: 0, name: "", surname: "", phone: null }, at("06:00"));
  });
  afterEach(forgetWorld);

  it("is asked for beside the routes, once", async () => {
    expect(await loadOwnName(driver())).toEqual({ name: "", surname: "", phone: "" });
    expect((await loadDriverHome(driver())).days).not.toEqual([]);
    const save = (phone: string) => submit(COMPLETION_ACTIONS["profile.complete"], driver(), { name: "Dora", phone });
    await expect(save("12")).rejects.toThrow("Phone is not valid");
    expect(await getUserAcrossCompanies(db(), userId)).toMatchObject({ name: "", is_completed: 0 });
    await save("+423 232 12 34");
    expect(await getUserAcrossCompanies(db(), userId)).toMatchObject({
      name: "Dora",
      phone: "+423 232 12 34",
      is_completed: 1,
    });
  });

  it("is no question for those who are complete, and for those who plan", async () => {
    const { mustComplete: _asked, ...complete } = driver();
    expect(await loadOwnName(complete)).toBeNull();
    const planner = { ...driver(), actor: { ...driver().actor, isDispatcher: true } };
    expect(await loadOwnName(planner)).toBeNull();
  });
});
