import { io } from "socket.io-client";
import { pause } from "~/lib/pause";
import { addPerson } from "../people";
import type { Attack } from "../attack";
import type { Target } from "../target";

/** How long news may take; nothing is heard after it. */
const LISTEN_MS = 1_500;

interface SocketRecorder {
  heard: string[];
  id: string | undefined;
  close(): void;
}

/** A socket with this cookie, and the names of what it hears of the company. */
function listen(target: Target, cookie: string): Promise<SocketRecorder> {
  return new Promise((resolve, reject) => {
    const socket = io(`http://127.0.0.1:${target.port}`, {
      path: "/platform/socket.io",
      transports: ["websocket"],
      extraHeaders: { Cookie: cookie },
      reconnection: false,
      forceNew: true,
    });
    const heard: string[] = [];
    socket.onAny((name: string) => {
      if (!["site", "announced"].includes(name)) heard.push(name);
    });
    socket.on("connect", () => resolve({ heard, id: socket.id, close: () => socket.close() }));
    socket.on("connect_error", reject);
  });
}

/** Listening to what is not for one's ears, and hiding changes from others. */
export const rooms: Attack = {
  name: "rooms",
  async run({ target, saw }) {
    const { password } = target.server;
    await addPerson(target, "listener@demo.example", {});
    const dispatcher = await target.cookieOf("dispatcher");
    const ears = {
      "another dispatcher's page": await listen(target, dispatcher),
      "a driver": await listen(target, await target.cookieOf("driver")),
      "a member without a role": await listen(target, await target.signIn("listener@demo.example", password)),
    };
    const change = (title: string, tab: string) =>
      target.post(
        "company/resources/warehouses?index&_data=routes%2F_main.company.resources.warehouses",
        { intent: "warehouse.create", title, lat: "47.14", lng: "9.52", tab },
        { Cookie: dispatcher },
      );

    const made = await change("Heard by dispatchers", "");
    await pause(LISTEN_MS);
    for (const [who, { heard }] of Object.entries(ears)) {
      const isMeant = who === "another dispatcher's page";
      saw(
        `${who}, after a change (${made.status})`,
        isMeant ? "hears it" : "hears nothing",
        heard.length,
        isMeant === heard.length > 0,
      );
    }
    const companyId = String(target.companyId);
    for (const tab of [
      `company:${companyId}`,
      `user:1`,
      ears["another dispatcher's page"].id ?? "",
      "x".repeat(5_000),
      "*",
    ]) {
      const before = ears["another dispatcher's page"].heard.length;
      const answer = await change("Hidden from nobody", tab);
      await pause(LISTEN_MS);
      const isOwn = tab === ears["another dispatcher's page"].id;
      const heard = ears["another dispatcher's page"].heard.length > before;
      // The tab that a dispatcher's own page names is left out; nothing else is.
      saw(
        `a change with the tab ${JSON.stringify(tab.slice(0, 20))}`,
        isOwn ? "is left out of that tab's news" : "is heard, or refused",
        `${answer.status}, ${heard ? "heard" : "not heard"}`,
        isOwn ? !heard : heard || answer.status >= 400,
      );
    }
    // Another user's tab, whose name somebody has seen.
    await addPerson(target, "colleague@demo.example", { is_dispatcher: 1 });
    const colleague = await listen(target, await target.signIn("colleague@demo.example", password));
    const answer = await change("Hidden from a colleague", colleague.id ?? "");
    await pause(LISTEN_MS);
    saw(
      "a change with the tab of another user",
      "is heard there",
      `${answer.status}, heard ${colleague.heard.length}`,
      colleague.heard.length > 0,
    );
    for (const ear of [...Object.values(ears), colleague]) ear.close();
  },
};
