/** How quickly pages answer. */
import { pause } from "~/lib/pause";
import type { PlatformServer } from "../setup/e2e-server";

const REQUESTS = 200;
const PAUSE_MS = 20;

export async function signIn(server: PlatformServer): Promise<string> {
  const form = new URLSearchParams({ email: "dispatcher@demo.example", password: server.password });
  const answer = await fetch(new URL("login", server.url), { method: "POST", body: form, redirect: "manual" });
  const cookie = answer.headers.get("set-cookie")?.split(";")[0];
  if (!cookie) throw new Error(`Sign-in failed with status ${answer.status}.`);
  return cookie;
}

export interface Times {
  p50: number;
  p95: number;
  max: number;
}

export function times(all: number[]): Times {
  const sorted = [...all].sort((a, b) => a - b);
  const at = (share: number) => sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * share))]!;
  return { p50: at(0.5), p95: at(0.95), max: at(1) };
}

async function ask(server: PlatformServer, cookie: string, page: string): Promise<number> {
  const started = performance.now();
  const answer = await fetch(new URL(page, server.url), { headers: { Cookie: cookie } });
  await answer.text();
  if (answer.status !== 200) throw new Error(`${page} answered ${answer.status}.`);
  return performance.now() - started;
}

async function visit(server: PlatformServer, cookie: string, page: string): Promise<number> {
  const took = await ask(server, cookie, page);
  await pause(PAUSE_MS);
  return took;
}

/** Milliseconds of so many requests, one after another, as one person clicking would make them. */
export async function measure(server: PlatformServer, cookie: string, page: string): Promise<Times> {
  const all: number[] = [];
  for (let nth = 0; nth < REQUESTS; nth++) all.push(await visit(server, cookie, page));
  return times(all);
}

/** The same for several pages by turns, as long as something else goes on; by page. */
export async function measureWhile(
  server: PlatformServer,
  cookie: string,
  pages: readonly string[],
  work: Promise<unknown>,
): Promise<Map<string, Times>> {
  const all = new Map<string, number[]>(pages.map((page) => [page, []]));
  let working = true;
  const done = work.finally(() => (working = false));
  while (working) for (const [page, seen] of all) seen.push(await visit(server, cookie, page));
  await done;
  return new Map([...all].map(([page, seen]) => [page, times(seen)]));
}

/**
 * So many pages a second as long as something else goes on, each at its time whether the one before is answered or not:
 * as many people who don't know of each other would ask for them.
 */
export async function measureSteadily(
  server: PlatformServer,
  cookie: string,
  { pages, aSecond }: { pages: readonly string[]; aSecond: number },
  work: Promise<unknown>,
): Promise<Times> {
  const asked: Promise<number>[] = [];
  let working = true;
  const done = work.finally(() => (working = false));
  const started = performance.now();
  while (working) {
    const page = ask(server, cookie, pages[asked.length % pages.length]!);
    // Whatever went wrong is said at the end.
    page.catch(() => undefined);
    asked.push(page);
    await pause(Math.max(0, started + (asked.length * 1000) / aSecond - performance.now()));
  }
  await done;
  return times(await Promise.all(asked));
}

const padded = (ms: number) => `${ms.toFixed(1).padStart(7)} ms`;
export const show = (name: string, { p50, p95, max }: Times) =>
  console.log(`${name.padEnd(44)} p50 ${padded(p50)}   p95 ${padded(p95)}   max ${padded(max)}`);
