import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { io } from "socket.io-client";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { sessionOfKey } from "~/auth/api-key.server";
import { currentSession, openSession, requireCompany, switchCompany } from "~/auth/session.server";
import { getUserAcrossCompanies } from "~/db/repositories/users.server";
import { epochSec } from "~/domain/time/utc-text";
import { loader as listPlans } from "~/routes/_main.planning._index/route";
import { startLiveServer } from "~/realtime/socket.server";
import { setServices } from "~/services/container.server";
import { setLimits } from "~/services/limits/limits.server";
import { createApiKey } from "../../factories/api-keys";
import type { TestKey } from "../../factories/api-keys";
import { createCompany, createMember, NOW } from "../../factories/company";
import type { TestCompany } from "../../factories/company";
import { databases, useTestDatabase } from "../../helpers/databases";
import { testServices } from "../../helpers/services";
import { get, post } from "../api/api-world";
import { forgetWorld, setWorld } from "../planning/desk";

describe.each([
  ["that is not active", { status: 0 }],
  ["that is removed", { deleted_at: NOW }],
] as const)("a company %s", (_what, change) => {
  describe.each(databases())("on %s", (kind) => {
    const database = useTestDatabase(kind);
    let company: TestCompany;
    let key: TestKey;

    beforeEach(async () => {
      setWorld(database().db);
      setLimits(undefined);
      setServices(testServices({ clock: { nowMs: () => epochSec(NOW) * 1000 } }));
      company = await createCompany(database().db);
      key = await createApiKey(database().db, company.companyId);
    });
    afterEach(forgetWorld);

    const signIn = async (userId: number) =>
      (await openSession(await getUserAcrossCompanies(database().db, userId), new Headers())).split(";")[0]!;
    const close = () => database().db("companies").where({ id: company.companyId }).update(change);
    const withCookie = (cookie: string) =>
      new Request("http://localhost/platform/planning", { headers: { Cookie: cookie } });

    it("opens to no key", async () => {
      expect((await get(key, "vehicle/list")).status).toBe(200);
      await close();
      expect(await get(key, "vehicle/list")).toMatchObject({ status: 401, body: { status: "not_authorized" } });
      expect((await post(key, "vehicle/store", { title: "Van" })).status).toBe(401);
      await expect(sessionOfKey({ headers: new Headers(key.headers) })).rejects.toMatchObject({ status: 401 });
    });

    it("has no pages, calls or rights for those who are signed in, and none for those who sign in", async () => {
      const before = await signIn(company.ownerId);
      const call = (cookie: string) => get({ headers: { Cookie: cookie } }, "vehicle/list");
      const page = (cookie: string) =>
        listPlans({ request: withCookie(cookie), params: {}, context: { ip: "::1", nonce: "" } });
      expect([(await call(before)).status, (await page(before)).status]).toEqual([200, 200]);
      await close();
      for (const cookie of [before, await signIn(company.ownerId), await signIn(company.driverUserId)]) {
        await expect(page(cookie)).rejects.toMatchObject({ status: 403 });
        expect((await call(cookie)).status).toBe(403);
        const session = (await currentSession(withCookie(cookie)))!;
        expect([session.company, session.companies, session.actor.companyId]).toEqual([null, [], null]);
      }
    });

    it("gives place to another one of the same person, and cannot be switched to", async () => {
      const other = await createCompany(database().db);
      await createMember(database().db, other.companyId, { user_id: company.ownerId, is_dispatcher: 1 });
      const cookie = await signIn(company.ownerId);
      await close();
      const session = await requireCompany(withCookie(cookie));
      expect(session.company.id).toBe(other.companyId);
      await expect(switchCompany(session, company.companyId)).rejects.toMatchObject({ status: 404 });
    });

    it("has no sockets", async () => {
      const cookie = await signIn(company.ownerId);
      const server = createServer();
      const live = startLiveServer(server, "1", 30_000);
      await new Promise<void>((listening) => server.listen(0, "127.0.0.1", listening));
      const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
      const opening = async (): Promise<string> => {
        const socket = io(url, {
          path: "/platform/socket.io",
          transports: ["websocket"],
          extraHeaders: { Cookie: cookie },
          reconnection: false,
          forceNew: true,
        });
        const ended = await new Promise<string>((done) => {
          socket.once("connect", () => done("open"));
          socket.once("connect_error", ({ message }) => done(message));
        });
        socket.close();
        return ended;
      };
      expect(await opening()).toBe("open");
      await close();
      expect(await opening()).toBe("not_authorized");
      await live.close();
    });
  });
});
