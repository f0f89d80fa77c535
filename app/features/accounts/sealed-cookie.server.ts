/** What a browser keeps for a while and nobody else reads or writes: sealed, and with an end of its own. */
import { createCookie } from "@remix-run/node";
import { z } from "zod";
import { env } from "~/env.server";
import { absolute } from "~/paths";
import { openText, sealText } from "~/services/secret.server";
import { nowSec } from "~/services/now.server";

interface SealedCookie<Value> {
  /** @returns the header that sets it */
  keep(value: Value): Promise<string>;
  /** null: none, one that has expired, or one that was not made here */
  read(request: Request): Promise<Value | null>;
  /** the header that takes it away */
  forget(): Promise<string>;
}

interface SealedOptions<Value> {
  name: string;
  /** of the pages that read it, without the base path */
  path: string;
  ttlSec: number;
  schema: z.ZodType<Value>;
}

export function sealedCookie<Value>({ name, path, ttlSec, schema }: SealedOptions<Value>): SealedCookie<Value> {
  const Kept = z.object({ until: z.number(), value: schema });
  const cookie = () =>
    createCookie(name, {
      path: absolute(path),
      httpOnly: true,
      // The redirect of another site brings it along, and no form of it.
      sameSite: "lax",
      secure: env().SECURE_COOKIES === "1",
      maxAge: ttlSec,
    });
  return {
    keep: (value) => cookie().serialize(sealText(name, JSON.stringify({ until: nowSec() + ttlSec, value }))),
    async read(request) {
      const sealed: unknown = await cookie().parse(request.headers.get("Cookie"));
      const text = typeof sealed === "string" ? openText(name, sealed) : null;
      if (text === null) return null;
      const kept = Kept.safeParse(JSON.parse(text));
      return kept.success && nowSec() < kept.data.until ? kept.data.value : null;
    },
    forget: () => cookie().serialize("", { maxAge: 0 }),
  };
}
