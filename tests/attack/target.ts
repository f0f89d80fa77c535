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
  /** how long the server's own thread worked until then; as long as `ms` where the system doesn't tell */
  workMs: number;
}

export interface RequestOptions {
  method?: string;
  headers?: Record<string, string>;
  /** A generator is sent piece by piece, without a length. */
  body?: string | Buffer | Iterable<Buffer> | AsyncIterable<Buffer>;
  /** the whole of it; without an answer by then the request is given up, and the server hangs */
  timeoutMs?: number;
}

/** No answer came: the connection ended, or the time. */
export const NO_ANSWER = 0;

const LONGEST_ANSWER_MS = 240_000;
/** In which Linux counts processor time (`CLK_TCK`). */
const TICK_MS = 10;

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
      const target = new Target(await startPlatform(storage, { env }), storage, env);
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

  /** What is counted under a name stays counted for an hour: a busy machine sends for longer than some limits last. */
  async keepCounting(name: string): Promise<void> {
    await this.db("limits")
      .where("key", "like", `${name}:%`)
      .update({ expire: Date.now() + 3_600_000 });
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
    const workedBefore = this.workedMs();
    const whole = typeof body === "string" || Buffer.isBuffer(body) ? Buffer.from(body) : null;
    const standard: Record<string, string> = whole === null ? {} : { "Content-Length": String(whole.length) };
    if (method === "POST") standard["X-Page-Company"] = String(this.companyId);
    return new Promise((resolve) => {
      let given: http.IncomingMessage | undefined;
      let text = "";
      const answer = () => {
        const ms = performance.now() - startedAt;
        const worked = this.workedMs();
        resolve({
          status: given?.statusCode ?? NO_ANSWER,
          headers: given?.headers ?? {},
          text,
          ms,
          workMs: worked === null || workedBefore === null ? ms : worked - workedBefore,
        });
      };
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
      const timer = setTimeout(() => call.destroy(), timeoutMs);
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
        clearTimeout(timer);
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
    const { status } = await this.request("healthz");
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

  /** How long the thread that answers has worked since the server began; null where the system doesn't tell. */
  private workedMs(): number | null {
    const { pid } = this.server;
    try {
      // The name, in brackets, may have anything in it.
      const fields = readFileSync(`/proc/${pid}/task/${pid}/stat`, "utf8").split(") ").at(-1)!.split(" ");
      return (Number(fields[11]) + Number(fields[12])) * TICK_MS;
    } catch {
      return null;
    }
  }

  /**
   * The longest time for which the server worked before everybody else got an answer while `attack` ran: what else the
   * machine does meanwhile is no fault of the server.
   */
  async longestWaitDuring(attack: () => Promise<unknown>): Promise<number> {
    let running = true;
    let longest = 0;
    const others = (async () => {
      while (running) {
        longest = Math.max(longest, (await this.request("healthz")).workMs);
        await pause(20);
      }
    })();
    await attack();
    running = false;
    await others;
    return Math.round(longest);
  }
}
