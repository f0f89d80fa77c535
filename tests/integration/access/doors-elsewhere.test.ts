import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { Socket as ServerSocket } from "socket.io";
import { io } from "socket.io-client";
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it, vi } from "vitest";
import { ADDRESSES, SOCKET_EVENTS, SOCKET_ROOMS } from "~/domain/access/doors";
import type { Door } from "~/domain/access/doors";
import { parseEnv } from "~/env.server";
import { createApp } from "~/http/app.server";
import type { ServerToClient } from "~/realtime/events";
import { inProcessPublisher } from "~/realtime/in-process-publisher.server";
import { publishChange, publishPositions, publishProgress, setPublisher } from "~/realtime/publisher.server";
import { startLiveServer } from "~/realtime/socket.server";
import { databases, useTestDatabase } from "../../helpers/databases";
import { pagesWhere } from "../../helpers/no-pages";
import { createDesk, forgetWorld, setWorld } from "../planning/desk";
import type { Desk } from "../planning/desk";
import type { Action } from "~/domain/access/permissions";
import { hasRight, headersOfPeople, OUTSIDERS, ROLES } from "./people";
import type { Role, Visitor } from "./people";

/** What Express keeps of its handlers. */
interface Layer {
  name: string;
  route?: { path: string | string[] | RegExp; methods: Record<string, boolean> };
  regexp: RegExp & { fast_slash?: boolean };
}

describe("the matrix of doors", () => {
  it("lists every address that Express answers before the pages", () => {
    const app = createApp(
      parseEnv({ NODE_ENV: "test" }),
      pagesWhere(() => new Response(null, { status: 404 })),
    );
    const layers = (app as unknown as { _router: { stack: Layer[] } })._router.stack;
    const found = layers.flatMap(({ route, regexp }) => {
      if (route !== undefined) return [String(route.path)];
      // What is mounted on a folder has a pattern of it; what looks at every request has none.
      return regexp.fast_slash === true
        ? []
        : [regexp.source.replace("^\\/", "/").replace("\\/?(?=\\/|$)", "").replaceAll("\\/", "/")];
    });
    expect(
      found.filter((address) => !(address in ADDRESSES)),
      "Add a line to ADDRESSES in app/domain/access/doors.ts that says who gets an answer there",
    ).toEqual([]);
    expect(Object.keys(ADDRESSES).filter((address) => !found.includes(address))).toEqual([]);
  });

  it("lists every event that a socket hears", () => {
    // A new event that has no line is refused by the compiler here.
    const events: Record<keyof ServerToClient, Door> = SOCKET_EVENTS;
    expect(Object.keys(events).sort()).toEqual([
      "announced",
      "change",
      "companies",
      "missed",
      "positions",
      "progress",
      "site",
    ]);
  });
});

const VISITORS: readonly Visitor[] = [...(Object.keys(ROLES) as Visitor[]), ...OUTSIDERS];

/** Doors of pages that let people in without a right in a company. */
const NO_RIGHTS: readonly Door[] = ["open", "account", "password", "signedIn"];

describe.each(databases())("sockets, opened on %s", (kind) => {
  const database = useTestDatabase(kind);
  let desk: Desk;
  let people: Record<Visitor, Record<string, string>>;
  let url = "";
  let close: () => Promise<void>;

  beforeAll(async () => {
    setWorld(database().db);
    setPublisher(inProcessPublisher());
    desk = await createDesk(database().db);
    people = await headersOfPeople(database().db, desk);
    const server = createServer();
    const live = startLiveServer(server, "1", 50);
    await new Promise<void>((listening) => server.listen(0, "127.0.0.1", listening));
    url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
    close = () => live.close();
  });
  afterAll(async () => {
    await close();
    forgetWorld();
  });
  const joined: string[] = [];
  const taken: string[] = [];
  beforeEach(() => {
    joined.length = taken.length = 0;
    const { join, on } = ServerSocket.prototype;
    vi.spyOn(ServerSocket.prototype, "join").mockImplementation(function (this: ServerSocket, rooms) {
      joined.push(...[rooms].flat().map(String));
      return join.call(this, rooms);
    });
    vi.spyOn(ServerSocket.prototype, "on").mockImplementation(function (this: ServerSocket, event, listener) {
      taken.push(String(event));
      return on.call(this, event, listener);
    });
  });
  afterEach(() => vi.restoreAllMocks());

  it.each(VISITORS)("let %s hear what the matrix says, and take nothing from them", async (visitor) => {
    const socket = io(url, {
      path: "/platform/socket.io",
      transports: ["websocket"],
      extraHeaders: people[visitor],
      auth: { madeAt: 0 },
      reconnection: false,
      forceNew: true,
    });
    const heard = new Set<string>();
    const over = new Promise<void>((done) => {
      socket.onAny((event: string) => {
        heard.add(event);
        if (event === "site") done();
      });
      socket.once("connect_error", () => done());
    });
    await over;
    const role: Role | undefined = (ROLES as Readonly<Record<string, Role>>)[visitor];
    const isIn = role !== undefined && visitor !== "nobody";
    const gets = (door: Door): boolean =>
      isIn && (door === "company" || (!NO_RIGHTS.includes(door) && hasRight(role, door as Action)));
    const named = <Names extends Readonly<Record<string, Door>>>(doors: Names) =>
      Object.entries(doors).flatMap(([name, door]) => (gets(door) ? [name] : []));
    await database()
      .db("companies")
      .where({ id: desk.companyId })
      .update({ title: `Named for ${visitor}` });
    if (gets(SOCKET_EVENTS.companies)) await expect.poll(() => [...heard]).toContain("companies");
    publishChange(desk.companyId, { model: "Vehicle", action: "update", ids: [1] });
    publishProgress(desk.companyId, {
      queryId: 1,
      planId: null,
      status: "running",
      share: 0.5,
      cost: null,
      unassigned: null,
    });
    publishPositions(desk.companyId, [
      { routeId: 1, lat: 47.1, lng: 9.5, accuracyM: 8, headingDeg: 90, speedKmh: 40, takenAt: "2026-06-01 08:00:00" },
    ]);
    // A namespace that isn't there is refused on the same line, after everything that was sent before.
    if (socket.connected)
      await new Promise<void>((done) => {
        socket.io.socket("/nowhere").once("connect_error", () => done());
      });
    socket.close();
    expect([...heard].sort()).toEqual(named(SOCKET_EVENTS).sort());
    const rooms = joined.map((room) => room.split(":")[0]!).filter((room) => room in SOCKET_ROOMS);
    expect(rooms.sort()).toEqual(named(SOCKET_ROOMS).sort());
    expect(joined.filter((room) => room.includes(":") && !(room.split(":")[0]! in SOCKET_ROOMS))).toEqual([]);
    expect(taken.filter((event) => event !== "error")).toEqual([]);
  });
});
