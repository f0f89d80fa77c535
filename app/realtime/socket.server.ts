import type { Server as HttpServer } from "node:http";
import { Server } from "socket.io";
import { sessionFromCookie } from "~/auth/session.server";
import { SOCKET_PATH } from "./events";
import { changesSince, companyRoom, setLiveServer } from "./publisher.server";
import type { LiveServer } from "./publisher.server";

/**
 * Opens the socket on the web server. Who may listen is decided here alone: the cookie that HTTP knows, and rooms that
 * the server joins; a client can ask for nothing. It says when its page was made, and hears what happened since.
 */
export function startLiveServer(httpServer: HttpServer, siteVersion: string): LiveServer {
  const io: LiveServer = new Server(httpServer, { path: SOCKET_PATH, serveClient: false, maxHttpBufferSize: 10_000 });
  io.use((socket, next) => {
    sessionFromCookie(socket.handshake.headers.cookie)
      .then(async (session) => {
        if (!session?.company) return next(new Error("not_authorized"));
        await socket.join([companyRoom(session.company.id), `user:${session.user.id}`]);
        socket.data.companyId = session.company.id;
        next();
      })
      .catch(next);
  });
  io.on("connection", (socket) => {
    socket.emit("site", siteVersion);
    const { madeAt } = socket.handshake.auth;
    if (typeof madeAt !== "number" || socket.data.companyId === undefined) return;
    for (const event of changesSince(socket.data.companyId, madeAt)) socket.emit("change", event);
  });
  setLiveServer(io);
  return io;
}
