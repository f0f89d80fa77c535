import { request } from "@playwright/test";
import { cpSync, readFileSync } from "node:fs";
import path from "node:path";
import type { Cookie } from "@playwright/test";
import { firstStart } from "./e2e-first-start";
import { createStorage, startPlatform } from "./e2e-server";
import type { DatabaseKind, PlatformServer, Storage } from "./e2e-server";

/** A server of its own for each file of browser tests, so that what one file leaves behind is not there in the next. */
export class Platforms {
  private running: { file: string; server: PlatformServer; storage: Storage } | null = null;

  private readonly cookies = new WeakMap<PlatformServer, Map<DemoRole, Promise<Cookie[]>>>();

  constructor(private readonly kind: DatabaseKind) {}

  /** The server of a file; that of the file before is stopped. */
  async of(file: string, env: Record<string, string>): Promise<PlatformServer> {
    if (this.running?.file === file) return this.running.server;
    await this.stop();
    const storage = await createStorage(this.kind);
    try {
      const begun = this.kind === "sqlite" ? firstStart() : undefined;
      if (begun) cpSync(begun.dataDir, storage.dataDir, { recursive: true });
      const server = await startPlatform(storage, { ...(begun && { password: begun.password }), env });
      this.running = { file, server, storage };
      return server;
    } catch (error) {
      await storage.remove();
      throw error;
    }
  }

  /**
   * The cookies of an account's session on a server. Signed in once: all tests of a file go on in that session, so
   * one that ends it, or switches its company, signs in through the form.
   */
  cookiesOf(server: PlatformServer, role: DemoRole): Promise<Cookie[]> {
    let ofServer = this.cookies.get(server);
    if (ofServer === undefined) this.cookies.set(server, (ofServer = new Map()));
    let cookies = ofServer.get(role);
    if (cookies === undefined) ofServer.set(role, (cookies = signedIn(server, role)));
    return cookies;
  }

  async stop(): Promise<void> {
    const old = this.running;
    this.running = null;
    if (old === null) return;
    await old.server.stop();
    await old.storage.remove();
    if (old.server.errors())
      console.warn(`\nThe server on ${this.kind} wrote to standard error:\n${old.server.errors().slice(-8000)}`);
  }
}

async function signedIn(server: PlatformServer, role: DemoRole): Promise<Cookie[]> {
  const browser = await request.newContext({ baseURL: server.url });
  try {
    const answer = await browser.post("login", {
      form: { email: demoEmail(server, role), password: server.password },
      maxRedirects: 0,
    });
    if (answer.status() !== 302)
      throw new Error(`The ${role} could not sign in: ${answer.status()} ${await answer.text()}`);
    return (await browser.storageState()).cookies;
  } finally {
    await browser.dispose();
  }
}

export type DemoRole = "dispatcher" | "driver" | "super admin";

/** The address of a demo account, as the first start on a data folder wrote it down: a line with the role and it. */
export function demoEmail({ dataDir }: Pick<PlatformServer, "dataDir">, role: DemoRole): string {
  const accounts = readFileSync(path.join(dataDir, "demo-accounts.txt"), "utf8");
  const line = accounts
    .split("\n")
    .find((candidate) => candidate.toLowerCase().includes(role) && candidate.includes("@"));
  const email = line && /[\w.+-]+@[\w.-]+\w/.exec(line)?.[0];
  if (!email) throw new Error(`The server wrote down no demo account for the ${role}:\n${accounts}`);
  return email;
}
