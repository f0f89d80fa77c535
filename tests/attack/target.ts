import { createHash } from "node:crypto";
import { readFileSync } from "node:fs";
import http from "node:http";
import net from "node:net";
import path from "node:path";
import { createDatabase } from "~/db/client.server";
import type { Db } from "~/db/client.server";
import { pause } from "~/lib/pause";
import { demoEmail } from "../setup/e2e-platform";
import type { DemoRole } from "../setup/e2e-platform";
import { createStorage, startPlatform } from "../setup/e2e-server";
import type { DatabaseKind, PlatformServer, Storage } from "../setup/e2e-server";

export interface Answer {
  status: number;
  headers: http.IncomingHttpHeaders;
  text: string;
  /** until the whole answer was there */
  ms: number;
  /** the same by the target's stopwatch, which stands still while the machine has no processor to spare */
  netMs: number;
}

export interface RequestOptions {
  method?: string;
  headers?: Record<string, string>;
  /** A generator is sent piece by piece, without a length. */
  body?: string | Buffer | Iterable<Buffer> | AsyncIterable<Buffer>;
  /** by the target's stopwatch; without the whole answer by then the request is given up, and the server hangs */
  timeoutMs?: number;
}

/** No answer came: the connection ended, or the time. */
export const NO_ANSWER = 0;

const LONGEST_ANSWER_MS = 60_000;
const LOOK_MS = 100;

/** The server under attack closes a socket when its session ends, and not with a later look at all of them. */
const NO_LOOK = { SESSION_LOOK_SEC: "86400" };

const FORM = "application/x-www-form-urlencoded";

const partOfIp = (): number => 1 + Math.floor(Math.random() * 250);

/** Another visitor's address, which the proxy on this machine is believed: limits of one address are not met. */
export const fromElsewhere = (): Record<string, string> => ({
  "X-Forwarded-For": `10.${partOfIp()}.${partOfIp()}.${partOfIp()}`,
});

/** Whether a cache may keep the answer; of a picture the visitor's own browser may, and nobody in between. */
export function mayBeKept(headers: http.IncomingHttpHeaders): boolean {
  const how = headers["cache-control"] ?? "";
  const isOwnPicture =
    /^image\//.test(headers["content-type"] ?? "") && /\bprivate\b/.test(how) && !/\bpublic\b/.test(how);
  return !/\bno-store\b/.test(how) && !isOwnPicture;
}

/**
 * How long a thread has stood in line for a processor since it began, in milliseconds. Linux alone tells; elsewhere 0.
 * @param thread its place in /proc
 */
function queuedMs(thread: string): number {
  try {
    return Number(readFileSync(`/proc/${thread}/schedstat`, "utf8").split(" ")[1]) / 1e6;
  } catch {
    return 0;
  }
}

/** A server of its own with the demo accounts, on this machine alone, and what is needed to attack it. */
export class Target {
  private database: Db | undefined;
  private joined: Promise<Target> | undefined;
  private printedByDead = "";
  private readonly cookies = new Map<DemoRole, Promise<string>>();

  /** the demo company, for which forms say that their page was made */
  companyId = 0;

  private constructor(
    readonly server: PlatformServer,
    readonly storage: Storage,
    private readonly env: Record<string, string>,
  ) {}

  static async start(kind: DatabaseKind, env: Record<string, string> = {}): Promise<Target> {
    const storage = await createStorage(kind);
    try {
      const target = new Target(await startPlatform(storage, { env: { ...NO_LOOK, ...env } }), storage, env);
      target.companyId = (await target.db("companies").orderBy("id").first("id"))?.id ?? 0;
      return target;
    } catch (error) {
      await storage.remove();
      throw error;
    }
  }

  /** A second process on the same database, as behind a load balancer; started when it is first asked for. */
  peer(): Promise<Target> {
    return (this.joined ??= this.join());
  }

  private async join(): Promise<Target> {
    const env = { ...this.env, SQLITE_SHARED: "1" };
    const server = await startPlatform(this.storage, { password: this.server.password, env });
    const peer = new Target(server, this.storage, this.env);
    peer.companyId = this.companyId;
    return peer;
  }

  /** The second process dies at once, as when its machine does. The next one that is asked for is a new one. */
  async killPeer(): Promise<void> {
    const peer = await this.joined;
    this.joined = undefined;
    await peer?.server.stop("SIGKILL");
    this.printedByDead += peer?.server.output() ?? "";
  }

  /** What both processes have printed: either may have sent a mail. */
  async printed(): Promise<string> {
    return this.server.output() + this.printedByDead + ((await this.joined)?.server.output() ?? "");
  }

  async stop(): Promise<void> {
    await this.database?.destroy();
    const peer = await this.joined;
    await peer?.server.stop();
    await this.server.stop();
    await this.storage.remove();
  }

  /**
   * What a limit counts of a key stays counted for an hour: a busy machine sends for longer than some limits last.
   * @throws Error when nothing is counted
   */
  async keepCounting(limit: string, key: string): Promise<void> {
    // As the counts are stored (limits.server.ts).
    const row = `${limit}:${createHash("sha256").update(key).digest("base64url")}`;
    const found = await this.db("limits")
      .where("key", row)
      .update({ expire: Date.now() + 3_600_000 });
    if (found !== 1) throw new Error(`${limit} counts nothing of "${key}".`);
  }

  /** The server's own database, for what an attack needs to find there. */
  get db(): Db {
    const { databaseUrl, dataDir } = this.storage;
    return (this.database ??= createDatabase(
      databaseUrl ? { url: databaseUrl } : { file: path.join(dataDir, "platform.sqlite") },
    ));
  }

  get port(): number {
    return Number(new URL(this.server.url).port);
  }

  /** @param address relative to the base path, or beginning with a slash */
  request(
    address: string,
    { method = "GET", headers = {}, body, timeoutMs = LONGEST_ANSWER_MS }: RequestOptions = {},
  ): Promise<Answer> {
    const startedAt = performance.now();
    const netMs = this.stopwatch();
    const whole = typeof body === "string" || Buffer.isBuffer(body) ? Buffer.from(body) : null;
    const standard: Record<string, string> = whole === null ? {} : { "Content-Length": String(whole.length) };
    if (method === "POST") standard["X-Page-Company"] = String(this.companyId);
    return new Promise((resolve) => {
      let given: http.IncomingMessage | undefined;
      let text = "";
      const answer = () =>
        resolve({
          status: given?.statusCode ?? NO_ANSWER,
          headers: given?.headers ?? {},
          text,
          ms: performance.now() - startedAt,
          netMs: netMs(),
        });
      const target = {
        host: "127.0.0.1",
        port: this.port,
        path: address.startsWith("/") ? address : `/platform/${address}`,
      };
      const call = http.request({
        ...target,
        method,
        headers: { ...standard, ...headers },
        agent: false,
        setHost: !("Host" in headers),
      });
      const timer = setInterval(() => netMs() >= timeoutMs && call.destroy(), LOOK_MS);
      call.on("response", (response) => {
        given = response;
        // Events end only when nobody listens any more.
        if (response.headers["content-type"]?.startsWith("text/event-stream")) call.destroy();
        response.setEncoding("utf8").on("data", (piece: string) => (text += piece));
        response.on("error", answer);
        response.on("end", () => {
          answer();
          call.destroy();
        });
      });
      call.on("error", answer);
      call.on("close", () => {
        clearInterval(timer);
        answer();
      });
      if (whole !== null) call.end(whole);
      else if (body === undefined) call.end();
      else void this.send(call, body as AsyncIterable<Buffer>);
    });
  }

  private async send(call: http.ClientRequest, body: AsyncIterable<Buffer>): Promise<void> {
    let goOn = (): void => undefined;
    call.on("drain", () => goOn()).on("close", () => goOn());
    for await (const piece of body) {
      if (call.destroyed || call.writableEnded) return;
      if (!call.write(piece)) await new Promise<void>((resolve) => (goOn = resolve));
    }
    if (!call.destroyed) call.end();
  }

  /** A form as a page's script sends it, or, with `Accept: text/html`, as a browser without scripts does. */
  post(
    address: string,
    fields: Record<string, string> | string,
    headers: Record<string, string> = {},
  ): Promise<Answer> {
    const body = typeof fields === "string" ? fields : new URLSearchParams(fields).toString();
    return this.request(address, { method: "POST", headers: { "Content-Type": FORM, ...headers }, body });
  }

  /** A call of the API with JSON. */
  call(path: string, payload: unknown, headers: Record<string, string> = {}): Promise<Answer> {
    const body = JSON.stringify(payload);
    return this.request(`api/${path}`, {
      method: "POST",
      headers: { "Content-Type": "application/json", ...headers },
      body,
    });
  }

  /** Bytes as they stand, for what no client would send; the answer's first line, or "" when there was none. */
  raw(text: string, timeoutMs = 10_000): Promise<string> {
    return new Promise((resolve) => {
      let answer = "";
      const socket = net.connect(this.port, "127.0.0.1", () => socket.write(text, "latin1"));
      const end = () => {
        socket.destroy();
        resolve(answer.split("\r\n")[0] ?? "");
      };
      socket.setTimeout(timeoutMs, end);
      socket.on("data", (piece) => {
        answer += piece.toString("latin1");
        if (answer.includes("\r\n")) end();
      });
      socket.on("error", end).on("close", end);
    });
  }

  /** The cookies of a demo account, which signs in once. */
  cookieOf(role: DemoRole): Promise<string> {
    let cookie = this.cookies.get(role);
    if (cookie === undefined)
      this.cookies.set(role, (cookie = this.signIn(demoEmail(this.server, role), this.server.password)));
    return cookie;
  }

  async signIn(email: string, password: string): Promise<string> {
    const { status, headers } = await this.post(
      "login",
      { email, password },
      { Accept: "text/html", ...fromElsewhere() },
    );
    const cookie = (headers["set-cookie"] ?? []).map((one) => one.split(";")[0]).join("; ");
    if (!cookie) throw new Error(`Signing in was answered with ${status} and no cookie.`);
    return cookie;
  }

  async health(): Promise<string> {
    const { status } = await this.request("healthz", { timeoutMs: 10_000 });
    return status === 200 ? "answers" : status === NO_ANSWER ? "no answer" : `answers ${status}`;
  }

  /** Megabytes that the server's process holds; null where the system doesn't tell. */
  memoryMb(): number | null {
    try {
      const kb = /^VmRSS:\s+(\d+) kB$/m.exec(readFileSync(`/proc/${this.server.pid}/status`, "utf8"))?.[1];
      return kb === undefined ? null : Math.round(Number(kb) / 1024);
    } catch {
      return null;
    }
  }

  /**
   * Milliseconds from now on, without those for which the server's thread or this one stood in line for a processor:
   * what else the machine does is no fault of the server. A server that calculates is, and one that sleeps, or waits
   * for a lock or a disk. Where the system tells of no line, all of the time counts.
   */
  stopwatch(): () => number {
    const { pid } = this.server;
    const queued = () => queuedMs(`${pid}/task/${pid}`) + queuedMs("thread-self");
    const [startedAt, before] = [performance.now(), queued()];
    return () => Math.max(0, performance.now() - startedAt - (queued() - before));
  }

  /** The longest time, by the stopwatch, for which everybody else waited while `attack` ran. */
  async longestWaitDuring(attack: () => Promise<unknown>): Promise<number> {
    let running = true;
    let longest = 0;
    const others = (async () => {
      while (running) {
        longest = Math.max(longest, (await this.request("healthz")).netMs);
        await pause(20);
      }
    })();
    await attack();
    running = false;
    await others;
    return Math.round(longest);
  }
}
