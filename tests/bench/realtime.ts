/**
 * `npm run bench:realtime`: 500 drivers with their page open (the stream that tells it of changes) send a position
 * every 5 s and now and then a report; 50 dispatchers listen on sockets. Prints how long it took from sending to the
 * dispatchers' sockets, what the server used of a processor and of memory, and how busy the machine was with others.
 * Prints figures and asserts nothing about time. Needs a build (`npm run build`).
 * `-- --seconds 60 --drivers 500 --dispatchers 50 --database mariadb` (on the server that TEST_MARIADB_URL names);
 * `--profile <folder>` writes a profile of the server's processor time for Chromium's tools.
 */
import { readFileSync } from "node:fs";
import { Agent, request } from "node:http";
import { cpus, loadavg } from "node:os";
import path from "node:path";
import { parseArgs } from "node:util";
import { io } from "socket.io-client";
import type { Socket } from "socket.io-client";
import type { ServerToClient } from "~/realtime/events";
import { utcText } from "~/domain/time/utc-text";
import { pause } from "~/lib/pause";
import { createStorage, DATABASES, startPlatform } from "../setup/e2e-server";
import type { DatabaseKind, PlatformServer } from "../setup/e2e-server";
import { show, times } from "./pages";
import { seedRealtime, signAllIn } from "./realtime-world";
import type { BenchDriver } from "./realtime-world";

const EVERY_MS = 5_000;
const REPORTS_A_SEC = 1;
/** Everybody is there and every route has a position; nothing of it counts. */
const WARM_UP_MS = 2 * EVERY_MS;
/** Clock ticks of Linux's /proc. */
const TICKS_A_SEC = 100;

/** Milliseconds from sending to each dispatcher, and to the answer. */
class Sent {
  private readonly sentAt = new Map<string, number>();
  readonly heard: number[] = [];
  readonly answered: number[] = [];
  expected = 0;

  /** @param listeners who have to hear it */
  send(key: string, listeners: number): void {
    this.sentAt.set(key, performance.now());
    this.expected += listeners;
  }

  hear(key: string): void {
    const at = this.sentAt.get(key);
    if (at !== undefined) this.heard.push(performance.now() - at);
  }

  show(name: string): void {
    if (this.heard.length === 0) return console.log(`${name.padEnd(44)} nothing was heard`);
    show(`${name}: sent to heard`, times(this.heard));
    show(`${name}: sent to answered`, times(this.answered));
    console.log(`${"".padEnd(44)} ${this.heard.length} of ${this.expected} heard, ${this.answered.length} answered`);
  }
}

/** What the process has used of a processor so far, seconds, and its memory, MB. */
function used(pid: number): { cpuSec: number; rssMb: number } {
  const fields = readFileSync(`/proc/${pid}/stat`, "utf8").split(") ")[1]!.split(" ");
  const rss = /VmRSS:\s+(\d+) kB/.exec(readFileSync(`/proc/${pid}/status`, "utf8"))?.[1];
  return { cpuSec: (Number(fields[11]) + Number(fields[12])) / TICKS_A_SEC, rssMb: Math.round(Number(rss) / 1024) };
}

/** A phone: a page that is open, with its stream, and a line of its own for what it sends. */
class Phone {
  private readonly agent = new Agent({ keepAlive: true, maxSockets: 1 });
  private readonly stream: ReturnType<typeof request>;
  changes = 0;
  private nth = 0;

  constructor(
    private readonly server: PlatformServer,
    private readonly cookie: string,
    private readonly driver: BenchDriver,
    private readonly index: number,
  ) {
    this.stream = request(new URL(`driver/events?route=${driver.routeId}`, server.url), {
      headers: { Cookie: cookie },
    });
    this.stream.on("response", (answer) => {
      if (answer.statusCode !== 200) throw new Error(`A stream answered ${answer.statusCode}.`);
      answer.on("data", (text: Buffer) => {
        if (text.includes("data:")) this.changes += 1;
      });
    });
    this.stream.on("error", () => undefined);
    this.stream.end();
  }

  private post(path: string, body: string, type: string): Promise<string> {
    return new Promise((resolve, reject) => {
      const sending = request(
        new URL(path, this.server.url),
        {
          method: "POST",
          agent: this.agent,
          headers: {
            Cookie: this.cookie,
            "Content-Type": type,
            "Content-Length": Buffer.byteLength(body),
            "X-Page-Company": "1",
          },
        },
        (answer) => {
          let text = "";
          answer.setEncoding("utf8").on("data", (piece: string) => void (text += piece));
          answer.on("end", () =>
            answer.statusCode === 200
              ? resolve(text)
              : reject(new Error(`${path} answered ${answer.statusCode}: ${text}`)),
          );
        },
      );
      sending.on("error", reject);
      sending.end(body);
    });
  }

  /** Some 40 km/h along streets, with a turn now and then. */
  async sendPosition(sent: Sent | null, listeners: number): Promise<void> {
    const nth = (this.nth += 1);
    const atSec = Math.floor(Date.now() / 1000);
    const turn = Math.floor((nth + this.index) / 7);
    const position = {
      atSec,
      lat: 47.05 + this.index * 0.0003 + Math.sin(turn) * 0.0005 * (nth % 7),
      lng: 9.47 + Math.cos(turn) * 0.0007 * (nth % 7),
      accuracyM: 8,
      headingDeg: (turn * 40) % 360,
      speedKmh: 40,
    };
    sent?.send(`${this.driver.routeId} ${utcText(atSec)}`, listeners);
    const began = performance.now();
    await this.post(
      `driver/position/${this.driver.routeId}`,
      JSON.stringify({ positions: [position] }),
      "application/json",
    );
    sent?.answered.push(performance.now() - began);
  }

  async reportNext(sent: Sent, listeners: number): Promise<void> {
    const visitId = this.driver.visitIds.shift();
    if (visitId === undefined) return;
    sent.send(`visit ${visitId}`, listeners);
    const began = performance.now();
    const fields = { pageCompany: "1", intent: "done", visitId: String(visitId), commandId: `bench-${visitId}` };
    await this.post(
      `driver/report/${this.driver.routeId}`,
      new URLSearchParams(fields).toString(),
      "application/x-www-form-urlencoded",
    );
    sent.answered.push(performance.now() - began);
  }

  close(): void {
    this.stream.destroy();
    this.agent.destroy();
  }
}

type Listener = Socket<ServerToClient, Record<string, never>>;

const listenAs = (server: PlatformServer, cookie: string): Promise<Listener> =>
  new Promise((resolve, reject) => {
    const socket: Listener = io(new URL(server.url).origin, {
      path: "/platform/socket.io",
      transports: ["websocket"],
      extraHeaders: { Cookie: cookie },
      forceNew: true,
    });
    socket.once("site", () => resolve(socket));
    socket.once("connect_error", reject);
  });

interface Options {
  drivers: number;
  dispatchers: number;
  seconds: number;
  database: DatabaseKind;
  /** a folder for the profile of the server's processor time */
  profile: string | undefined;
}

async function bench({ drivers, dispatchers, seconds, database, profile }: Options): Promise<void> {
  const storage = await createStorage(database);
  // The first start makes the tables and the demo company; the others are put in while the server is down.
  const first = await startPlatform(storage);
  await first.stop();
  const world = await seedRealtime(storage, { drivers, dispatchers });
  const profiler = new URL("profile.mjs", import.meta.url).href;
  const env: Record<string, string> =
    profile === undefined ? {} : { NODE_OPTIONS: `--import ${profiler}`, PROFILE_DIR: path.resolve(profile) };
  const server = await startPlatform(storage, { password: first.password, env });
  const phones: Phone[] = [];
  const sockets: Listener[] = [];
  let isOver = false;
  try {
    const cookies = await signAllIn(server, [...world.dispatchers, ...world.drivers.map(({ email }) => email)]);
    const [positions, reports] = [new Sent(), new Sent()];
    for (const cookie of cookies.slice(0, dispatchers)) {
      const socket = await listenAs(server, cookie);
      socket.on("positions", (events) => {
        for (const { routeId, takenAt } of events) positions.hear(`${routeId} ${takenAt}`);
      });
      socket.on("change", ({ model, ids }) => {
        if (model === "RoutingVisit") for (const id of ids) reports.hear(`visit ${id}`);
      });
      sockets.push(socket);
    }
    const failed: string[] = [];
    const noted = (work: Promise<void>) => void work.catch((error: Error) => failed.push(error.message));
    let counting = false;
    const drive = async (phone: Phone) => {
      // Nobody agrees with anybody on when to send.
      await pause(Math.random() * EVERY_MS);
      while (!isOver) {
        noted(phone.sendPosition(counting ? positions : null, dispatchers));
        await pause(EVERY_MS);
      }
    };
    const driving: Promise<void>[] = [];
    for (const [index, driver] of world.drivers.entries()) {
      const phone = new Phone(server, cookies[dispatchers + index]!, driver, index);
      phones.push(phone);
      driving.push(drive(phone));
      await pause(5);
    }
    await pause(WARM_UP_MS);

    const before = used(server.pid);
    if (profile !== undefined) process.kill(server.pid, "SIGUSR2");
    const startedAt = performance.now();
    counting = true;
    let mostMb = 0;
    for (let second = 0; second < seconds; second++) {
      for (let nth = 0; nth < REPORTS_A_SEC; nth++)
        noted(phones[(second * 7 + nth * 13) % phones.length]!.reportNext(reports, dispatchers));
      await pause(1000);
      mostMb = Math.max(mostMb, used(server.pid).rssMb);
    }
    const after = used(server.pid);
    const tookSec = (performance.now() - startedAt) / 1000;
    if (profile !== undefined) process.kill(server.pid, "SIGUSR2");
    counting = false;
    isOver = true;
    await Promise.all(driving);

    console.log(`${drivers} drivers, ${dispatchers} dispatchers, ${Math.round(tookSec)} s, ${database}`);
    positions.show("a position");
    reports.show("a driver's report");
    const share = (100 * (after.cpuSec - before.cpuSec)) / tookSec;
    console.log(`${"the server".padEnd(44)} ${share.toFixed(0)} % of a processor, ${mostMb} MB at most`);
    const load = loadavg().map((one) => one.toFixed(1));
    console.log(`${"the machine".padEnd(44)} load ${load.join(" ")} on ${cpus().length} processors`);
    if (failed.length > 0) console.log(`${failed.length} requests failed, such as: ${failed[0]}`);
    if (server.errors() !== "") console.log(`The server printed:\n${server.errors().slice(0, 2000)}`);
  } finally {
    isOver = true;
    for (const phone of phones) phone.close();
    for (const socket of sockets) socket.close();
    await server.stop();
    await storage.remove();
  }
}

const { values } = parseArgs({
  options: {
    drivers: { type: "string", default: "500" },
    dispatchers: { type: "string", default: "50" },
    seconds: { type: "string", default: "60" },
    database: { type: "string", default: "sqlite" },
    profile: { type: "string" },
  },
});
const database = DATABASES.find((one) => one === values.database);
if (database === undefined) throw new Error(`--database takes ${DATABASES.join(" or ")}.`);
await bench({
  drivers: Number(values.drivers),
  dispatchers: Number(values.dispatchers),
  seconds: Number(values.seconds),
  database,
  profile: values.profile,
});
process.exit(0);
