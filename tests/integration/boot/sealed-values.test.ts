import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { takeCode } from "~/auth/factors.server";
import { sealedWithAnother } from "~/boot/sealed-values.server";
import { setServices } from "~/services/container.server";
import { sealText } from "~/services/secret.server";
import { createCompany, NOW } from "../../factories/company";
import { createWebhook } from "../../factories/webhooks";
import { useTestDatabase } from "../../helpers/databases";
import { codeAt, giveTotp } from "../../helpers/factors";
import { testServices } from "../../helpers/services";

/** As what another secret has sealed: it doesn't open. */
const elsewhere = () => sealText("another purpose", "sealed");

describe("values in the database that another secret has sealed", () => {
  const database = useTestDatabase("sqlite");
  beforeEach(() => setServices(testServices({ clock: { nowMs: () => Date.parse(`${NOW.replace(" ", "T")}Z`) } })));
  afterEach(() => setServices(undefined));

  it("are told at the start, and when a code of such an app can't be checked", async () => {
    const { db } = database();
    expect(await sealedWithAnother(db)).toBeNull();
    const { ownerId, companyId } = await createCompany(db);
    const { secret } = await giveTotp(db, ownerId, NOW);
    expect(await sealedWithAnother(db)).toBeNull();

    await db("user_totps").update({ secret: elsewhere() });
    expect(await sealedWithAnother(db)).toMatch(
      /^THE SERVER'S SECRET IS NOT .*accounts with an authenticator app can't/,
    );
    const errors = vi.spyOn(console, "error").mockImplementation(() => undefined);
    const user = await db("users").where({ id: ownerId }).first();
    expect(await takeCode(db, user!, codeAt(secret, NOW))).toBe(false);
    expect(errors.mock.calls).toEqual([
      [`The authenticator app of user ${ownerId} was set up with another secret of the server.`],
    ]);

    await db("user_totps").delete();
    const { webhookId } = await createWebhook(db, companyId);
    await db("webhook_endpoints").where({ id: webhookId }).update({ secret: elsewhere() });
    expect(await sealedWithAnother(db)).toContain("webhooks are signed with nothing");
  });
});
