/** How long other pages take while many people sign in: a hash is the dearest thing that a stranger can ask for. */
import path from "node:path";
import { createDatabase } from "~/db/client.server";
import { pause } from "~/lib/pause";
import type { PlatformServer, Storage } from "../setup/e2e-server";
import { measureWhile, times } from "./pages";
import type { Times } from "./pages";

const PER_SEC = 20;
const SECONDS = 15;
/** So many that no account meets its own limit. */
const ACCOUNTS = 50;
const NOW = "2026-01-01 06:00:00";

const emailOf = (nth: number): string => `sign-in-${nth % ACCOUNTS}@bench.example`;

/** Accounts with the dispatcher's password; put in while the server is down. */
export async function seedSignIns(storage: Storage): Promise<void> {
  const db = createDatabase({ file: path.join(storage.dataDir, "platform.sqlite") });
  const known = await db("users").where({ email: "dispatcher@demo.example" }).first();
  for (let nth = 0; nth < ACCOUNTS; nth++)
    await db("users").insert({
      email: emailOf(nth),
      password_hash: known?.password_hash ?? null,
      email_verified_at: NOW,
      is_completed: 1,
      created_at: NOW,
      updated_at: NOW,
    });
  await db.destroy();
}

/** Each from an address of its own, as people come; the proxy on this machine is believed. */
async function signInOnce(server: PlatformServer, nth: number): Promise<number> {
  const started = performance.now();
  const answer = await fetch(new URL("login", server.url), {
    method: "POST",
    body: new URLSearchParams({ email: emailOf(nth), password: server.password }),
    headers: { "X-Forwarded-For": `10.0.${Math.floor(nth / 250)}.${nth % 250}` },
    redirect: "manual",
  });
  await answer.text();
  if (answer.status !== 302) throw new Error(`A sign-in answered ${answer.status}.`);
  return performance.now() - started;
}

async function signInsFor(server: PlatformServer): Promise<Times> {
  const all: Promise<number>[] = [];
  for (let nth = 0; nth < PER_SEC * SECONDS; nth++) {
    all.push(signInOnce(server, nth));
    await pause(1000 / PER_SEC);
  }
  return times(await Promise.all(all));
}

/** @returns the sign-ins' own times, and those of the other pages meanwhile */
export async function measureSignIns(
  server: PlatformServer,
  cookie: string,
  pages: readonly string[],
): Promise<{ signIns: Times; others: Map<string, Times> }> {
  const signIns = signInsFor(server);
  const others = await measureWhile(server, cookie, pages, signIns);
  return { signIns: await signIns, others };
}

export const SIGN_INS = `${PER_SEC} sign-ins a second`;
