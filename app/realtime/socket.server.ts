import type { Server as HttpServer } from "node:http";
import { Server } from "socket.io";
import { listenToAccessChanges } from "~/auth/access-changes.server";
import { ofPerson, sessionFromCookie } from "~/auth/session.server";
import type { Session } from "~/auth/session.server";
import { mayJoinCompanyRoom } from "~/domain/access/rooms";
import { env } from "~/env.server";
import { isSameOrigin, visitorAddresses } from "~/http/request/visitor-address.server";
import { NOT_AUTHORIZED, OTHER_COMPANY, PING, SOCKET_PATH } from "./events";
import type { ServerToClient } from "./events";
import { announcedVersion, companyRoom, listenToLive, tabRoom } from "./publisher.server";
import { areAllKept, changesSince, keepRecentChanges, positionsSince } from "./recent-changes.server";

const userRoom = (userId: number): string => `user:${userId}`;

interface RunningLiveServer {
  close(): Promise<void>;
}

type LiveServer = Server<
  Record<string, never>,
  ServerToClient,
  Record<string, never>,
  { companyId?: number; stand?: string; companies?: string; companyIds?: string }
>;
type LiveSocket = Awaited<ReturnType<LiveServer["fetchSockets"]>>[number];

/** What a socket's place depends on: when it changes, the socket is closed and may ask again. */
const standOf = ({ id, company, actor }: Session): string => JSON.stringify([id, company?.id, actor]);

/** What the header of an open page lists. */
const companiesOf = ({ companies }: Session): string => JSON.stringify(companies);

/**
 * Opens the socket on the web server. Who may listen is decided here alone: the cookie that HTTP knows, and rooms that
 * the server joins; a client can ask for nothing. It says when its page was made, and hears what happened since.
 * A socket lasts as long as its session, and the rights that it was opened with.
 * @param lookMs sessions that another process has ended, or that have expired, lose their sockets within this time
 * @param newestAnnouncement id of the newest announced upgrade, 0 for none: another process may have taken it
 */
export function startLiveServer(
  httpServer: HttpServer,
  siteVersion: string,
  lookMs: number,
  newestAnnouncement: () => Promise<number> = () => Promise.resolve(0),
): RunningLiveServer {
  const addressOf = visitorAddresses(env());
  const io: LiveServer = new Server(httpServer, {
    path: SOCKET_PATH,
    serveClient: false,
    maxHttpBufferSize: 10_000,
    pingInterval: PING.everyMs,
    pingTimeout: PING.waitMs,
    // Cookies go along with a socket that another site's page opens.
    allowRequest(request, answer) {
      const address = addressOf(request);
      answer(null, address !== null && isSameOrigin(request, address));
    },
  });
  io.use((socket, next) => {
    sessionFromCookie(socket.handshake.headers.cookie)
      .then(async (session) => {
        if (!session?.company) return next(new Error(NOT_AUTHORIZED));
        // A page that was made for another company must not receive this company's changes.
        const { companyId } = socket.handshake.auth;
        if (companyId !== undefined && companyId !== session.company.id) return next(new Error(OTHER_COMPANY));
        const { userId } = ofPerson(session);
        await socket.join([userRoom(userId), tabRoom(userId, socket.id)]);
        socket.data = {
          stand: standOf(session),
          companies: companiesOf(session),
          companyIds: session.companies.map(({ id }) => id).join(),
        };
        if (mayJoinCompanyRoom(session.actor)) {
          await socket.join(companyRoom(session.company.id));
          socket.data.companyId = session.company.id;
        }
        next();
      })
      .catch(next);
  });
  // Pages that are open now know of no announcement that was made before this process began.
  let announced: number | null = null;
  io.on("connection", (socket) => {
    socket.emit("site", siteVersion);
    if (announced !== null) socket.emit("announced", announced);
    const { madeAt, companies } = socket.handshake.auth;
    if (companies !== undefined && companies !== socket.data.companyIds) socket.emit("companies");
    if (typeof madeAt !== "number" || socket.data.companyId === undefined) return;
    if (!areAllKept(madeAt)) return void socket.emit("missed");
    for (const event of changesSince(socket.data.companyId, madeAt)) socket.emit("change", event);
    const positions = positionsSince(socket.data.companyId, madeAt);
    if (positions.length > 0) socket.emit("positions", positions);
  });
  let looking = Promise.resolve();
  const look = (sockets: () => Promise<LiveSocket[]>) => {
    looking = looking
      .then(async () => closeWhatEnded(await sockets()))
      .catch((error: unknown) => console.error("The sessions of sockets could not be looked up:", error));
  };
  const forget = listenToAccessChanges((userId) => look(() => io.in(userRoom(userId)).local.fetchSockets()));
  const lookForAnnouncements = async () => {
    const newest = await newestAnnouncement();
    if (announced !== null && newest > announced) io.local.emit("site", announcedVersion(newest));
    announced = Math.max(newest, announced ?? 0);
  };
  const hear = () => {
    looking = looking
      .then(lookForAnnouncements)
      .catch((error: unknown) => console.error("Announcements could not be looked up:", error));
  };
  hear();
  const timer = setInterval(() => {
    look(() => io.local.fetchSockets());
    hear();
  }, lookMs);
  const forgetChanges = keepRecentChanges();
  const stopListening = listenToLive((message) => {
    if (message.kind === "site") {
      io.emit("site", message.version);
      return;
    }
    const room = io.to(companyRoom(message.companyId));
    if (message.kind === "progress") room.emit("progress", message.event);
    else if (message.kind === "positions") room.emit("positions", message.events);
    else (message.except === undefined ? room : room.except(message.except)).emit("change", message.event);
  });
  return {
    async close() {
      clearInterval(timer);
      forget();
      stopListening();
      forgetChanges();
      await looking;
      await io.close();
    },
  };
}

/**
 * Closes the sockets whose session has ended or stands otherwise than when they were opened; the others are told when
 * the user's companies have changed. One look a session.
 */
async function closeWhatEnded(sockets: readonly LiveSocket[]): Promise<void> {
  const sessions = new Map<string, Session | null>();
  for (const socket of sockets) {
    const cookie = socket.handshake.headers.cookie ?? "";
    if (!sessions.has(cookie)) sessions.set(cookie, await sessionFromCookie(cookie, false));
    const session = sessions.get(cookie);
    if (!session?.company || standOf(session) !== socket.data.stand) {
      socket.disconnect(true);
      continue;
    }
    const companies = companiesOf(session);
    if (companies === socket.data.companies) continue;
    socket.data.companies = companies;
    socket.emit("companies");
  }
}
