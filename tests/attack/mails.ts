import { pause } from "~/lib/pause";
import type { Target } from "./target";

const LOOK_MS = 100;
/** Until the mail counts as lost, two minutes at least. */
const MOST_LOOKS = 1200;

/** The links that were mailed to somebody so far, the oldest first, as the console shows them. */
export async function linksTo(target: Target, email: string, atLeast: number): Promise<string[]> {
  const pattern = new RegExp(`Mail to ${email.replace(/[.+]/g, "\\$&")}: .*\\n  (\\S+)`, "g");
  for (let tries = 0; ; tries += 1) {
    const links = [...(await target.printed()).matchAll(pattern)].map(([, link]) => link!);
    if (links.length >= atLeast || tries === MOST_LOOKS) return links;
    await pause(LOOK_MS);
  }
}

/** The newest link to somebody who got none before. */
export async function linkTo(target: Target, email: string): Promise<URL> {
  const link = (await linksTo(target, email, 1)).at(-1);
  if (link === undefined) {
    const waiting = await target.db("mails").select("recipient", "attempts", "next_try_at", "failure");
    const said = (await target.printed()).split("\n").filter((line) => /mail/i.test(line));
    throw new Error(`No link was mailed to ${email}; ${JSON.stringify(waiting)}; ${said.slice(-3).join(" | ")}`);
  }
  return new URL(link);
}

/** Another sign in the middle of a link's last part. */
export function altered(token: string): string {
  const at = Math.floor(token.length / 2);
  return `${token.slice(0, at)}${token[at] === "A" ? "B" : "A"}${token.slice(at + 1)}`;
}
