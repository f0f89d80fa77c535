import { io } from "socket.io-client";
import { addPerson } from "../people";
import type { Attack } from "../attack";
import type { Target } from "../target";

const EMAIL = "leaver@demo.example";
/** Then it counts as left open; nothing else closes it by then (`SESSION_LOOK_SEC`). */
const LONGEST_MS = 120_000;

const isIn = async (target: Target, cookie: string): Promise<boolean> =>
  (await target.request("planning", { headers: { Cookie: cookie } })).status === 200;

/** The next time that a socket with this cookie is closed by the server. */
function socketOf(target: Target, cookie: string): Promise<{ closed: Promise<boolean> }> {
  return new Promise((resolve, reject) => {
    const socket = io(`http://127.0.0.1:${target.port}`, {
      path: "/platform/socket.io",
      transports: ["websocket"],
      extraHeaders: { Cookie: cookie },
      reconnection: false,
      forceNew: true,
    });
    const closed = new Promise<boolean>((end) => {
      const timer = setTimeout(() => {
        socket.close();
        end(false);
      }, LONGEST_MS);
      socket.on("disconnect", () => {
        clearTimeout(timer);
        end(true);
      });
    });
    socket.on("connect", () => resolve({ closed }));
    socket.on("connect_error", reject);
  });
}

/** Cookies that are kept, taken over, or made up. */
export const sessions: Attack = {
  name: "sessions",
  async run({ target, saw }) {
    const { password } = target.server;
    const userId = await addPerson(target, EMAIL, { is_dispatcher: 1 });
    const first = await target.signIn(EMAIL, password);
    const second = await target.signIn(EMAIL, password);
    saw("two sign-ins", "two cookies", first === second ? "the same" : "two", first !== second);
    saw(
      "both",
      "are signed in",
      `${await isIn(target, first)}, ${await isIn(target, second)}`,
      (await isIn(target, first)) && (await isIn(target, second)),
    );

    const socket = await socketOf(target, first);
    await target.post("logout", {}, { Cookie: first });
    saw("the cookie after signing out", "is worth nothing", await isIn(target, first), !(await isIn(target, first)));
    saw("its socket", "is closed", await socket.closed, await socket.closed);
    saw("the other session", "goes on", await isIn(target, second), await isIn(target, second));

    const forged = second.replace(/=.*/, `=${"A".repeat(43)}`);
    saw("a cookie that was made up", "is worth nothing", await isIn(target, forged), !(await isIn(target, forged)));
    const { status } = await target.request("login", {
      method: "POST",
      headers: { "Content-Type": "application/x-www-form-urlencoded", Cookie: forged },
      body: new URLSearchParams({ email: EMAIL, password }).toString(),
    });
    saw(
      "signing in with it",
      "doesn't make it good",
      `${status}, ${await isIn(target, forged)}`,
      !(await isIn(target, forged)),
    );

    const stored = await target.db("sessions").where({ user_id: userId }).select("hash");
    const leaked = stored.some(({ hash }) => second.includes(String(hash)));
    saw("the database", "holds no cookie", leaked ? "one" : "none", stored.length > 0 && !leaked);
    await target.db("users").where({ id: userId }).update({ status: "ban" });
    saw("a blocked account", "is out at once", await isIn(target, second), !(await isIn(target, second)));
  },
};
