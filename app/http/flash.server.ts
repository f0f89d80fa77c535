import { createCookie } from "@remix-run/node";
import { randomUUID } from "node:crypto";
import { z } from "zod";
import { FLASH_HEADER, flashToHeader } from "~/lib/flash";
import type { Message } from "~/lib/action-result";
import type { Flash, FlashTone } from "~/lib/flash";
import { BASE_PATH } from "~/paths";

/** Carries one message over a redirect to the next page; that page's loader reads and clears it. */
const cookie = createCookie("platform_flash", { path: BASE_PATH, httpOnly: true, sameSite: "lax", maxAge: 60 });

/** The browser holds the cookie: its content is untrusted. */
const FlashSchema = z.object({
  id: z.string().max(100),
  tone: z.enum(["success", "error", "info"]),
  message: z.string().max(4_000),
  detail: z.string().max(4_000).optional(),
});

export const flashHeader = ({ message, detail }: Message, tone: FlashTone = "success"): Promise<string> =>
  cookie.serialize({ id: randomUUID(), tone, message, detail } satisfies Flash);

/** Browsers ask for a page with `Accept: text/html…`; a script's fetch asks for anything. */
export const opensPage = (request: Request): boolean => (request.headers.get("Accept") ?? "").includes("text/html");
export const isPlainForm = opensPage;

/** Headers of a redirect that says what was done: to a plain form by the next page, to a script at once. */
export async function messageHeaders(request: Request, said: Message): Promise<Record<string, string>> {
  if (isPlainForm(request)) return { "Set-Cookie": await flashHeader(said) };
  // Remix reloads everything after a cookie; without one it needs this header.
  return { [FLASH_HEADER]: flashToHeader({ id: randomUUID(), tone: "success", ...said }), "X-Remix-Revalidate": "yes" };
}

/** The message, and the header that clears it; both empty when there is none. */
export async function takeFlash(request: Request): Promise<{ flash: Flash | null; headers: HeadersInit }> {
  const given: unknown = await cookie.parse(request.headers.get("Cookie"));
  if (given === null || given === "") return { flash: null, headers: {} };
  const read = FlashSchema.safeParse(given);
  return {
    flash: read.success ? read.data : null,
    headers: { "Set-Cookie": await cookie.serialize("", { maxAge: 0 }) },
  };
}
