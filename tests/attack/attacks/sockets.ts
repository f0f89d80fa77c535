import { io } from "socket.io-client";
import type { Socket } from "socket.io-client";
import { pause } from "~/lib/pause";
import { counted, openOffice, until } from "../office";
import type { Office } from "../office";
import type { Attack } from "../attack";
import type { Target } from "../target";

const LISTEN_MS = 1_500;
const LONGEST_WAIT_MS = 3_000;

interface Ear {
  socket: Socket;
  heard: string[];
}

/** A socket that hears everything; null when it is refused. */
function open(target: Target, headers: Record<string, string>, auth: object = {}): Promise<Ear | null> {
  return new Promise((resolve) => {
    const socket = io(`http://127.0.0.1:${target.port}`, {
      path: "/platform/socket.io",
      transports: ["websocket"],
      extraHeaders: headers,
      auth,
      reconnection: false,
      forceNew: true,
    });
    const heard: string[] = [];
    socket.onAny((name: string, ...said: unknown[]) => {
      // What each socket is told about its own page.
      if (!["site", "announced", "missed"].includes(name)) heard.push(`${name} ${JSON.stringify(said)}`);
    });
    socket.on("connect", () => resolve({ socket, heard }));
    socket.on("connect_error", () => resolve(null));
  });
}

const cookieOf = ({ owner }: Office): Record<string, string> => ({ Cookie: owner.Cookie ?? "" });

const change = (target: Target, office: Office) =>
  target.post("company/resources/vehicles?index", { intent: "vehicle.create", title: "Heard" }, office.owner);

/** Rooms of other companies, events that somebody makes up, and more of them than a server can take. */
export const sockets: Attack = {
  name: "sockets",
  async run({ target, short, saw }) {
    const [office, stranger] = [await openOffice(target), await openOffice(target)];
    const own = await open(target, cookieOf(office));
    saw("a page's own socket", "opens", own === null ? "refused" : "open", own !== null);
    if (own === null) return;
    for (const [what, headers, auth] of [
      ["a socket for another company", cookieOf(stranger), { companyId: office.companyId }],
      ["a socket with a key", office.key.headers, {}],
      ["a socket without a cookie", {}, { companyId: office.companyId }],
      ["a company that is no number", cookieOf(stranger), { companyId: String(office.companyId) }],
    ] as const) {
      const ear = await open(target, headers, auth);
      saw(what, "is refused", ear === null ? "refused" : "open", ear === null);
      ear?.socket.close();
    }
    const odd = await open(target, cookieOf(stranger), {
      madeAt: 0,
      rooms: [`company:${office.companyId}`],
      companyId: stranger.companyId,
    });
    const room = `company:${office.companyId}`;
    const said = [
      ["change", { model: "RoutingPlan", action: "update", ids: [office.planId] }],
      ["progress", { queryId: 1 }],
      ["site", "another version"],
      ["join", room],
      ["subscribe", [room]],
      ["room", room],
      ["__proto__", { toString: 1 }],
      ["to", room, "change", {}],
    ] as const;
    for (const [name, ...what] of said) odd?.socket.emit(name, ...what);
    odd?.socket.emit("change", Buffer.alloc(1000));
    await pause(LISTEN_MS);
    saw("events that a page makes up", "reach nobody", own.heard[0] ?? "nobody", own.heard.length === 0);
    await change(target, office);
    await until(async () => own.heard.length > 0);
    await pause(LISTEN_MS);
    saw("a change of the company", "is heard by its page", own.heard.length, own.heard.length > 0);
    saw("the stranger who asked for its room", "hears nothing", odd?.heard[0] ?? "nothing", odd?.heard.length === 0);

    const before = target.memoryMb();
    const seconds = short ? 2 : 10;
    const wait = await target.longestWaitDuring(async () => {
      for (let sent = 0; sent < seconds * 20; sent += 1) {
        for (let nth = 0; nth < 50; nth += 1) odd?.socket.emit("change", { nth, filling: "x".repeat(500) });
        await pause(50);
      }
    });
    saw(
      `1,000 messages a second for ${seconds} s`,
      `others wait less than ${LONGEST_WAIT_MS} ms`,
      `${wait} ms`,
      wait < LONGEST_WAIT_MS,
    );
    const grown = (target.memoryMb() ?? 0) - (before ?? 0);
    saw("the server's memory", "grows by less than 200 MB", `by ${grown} MB`, grown < 200);
    odd?.socket.emit("change", "x".repeat(50_000));
    const isShut = await until(async () => odd?.socket.connected !== true);
    saw("a message of 50 kB", "ends the socket", isShut ? "ended" : "open", isShut);

    const many = await Promise.all(Array.from({ length: short ? 100 : 500 }, () => open(target, cookieOf(stranger))));
    const page = await target.request("planning", { headers: office.owner });
    saw(`${many.length} sockets of one session`, "other pages open", page.status, page.status === 200);
    for (const ear of many) ear?.socket.close();
    const polls = await Promise.all(
      Array.from({ length: 50 }, (_, nth) =>
        target.request(`/platform/socket.io/?EIO=4&transport=polling&sid=made-up-${nth}`, { headers: office.owner }),
      ),
    );
    saw(
      "sockets that were never opened",
      "400",
      counted(polls),
      polls.every(({ status }) => status === 400),
    );
    for (const ear of [own, odd]) ear?.socket.close();
  },
};
