import { json } from "@remix-run/node";
import type { LoaderFunctionArgs } from "@remix-run/node";
import { factorsOf } from "~/auth/factors.server";
import { isProved } from "~/auth/proof.server";
import { ofPerson, requireSession } from "~/auth/session.server";
import { waysInOf } from "~/auth/ways-in.server";
import { db } from "~/db/database.server";
import { findTotp, listPasskeys } from "~/db/repositories/factors.server";
import { getUserAcrossCompanies } from "~/db/repositories/users.server";
import { mayRemovePasskey } from "~/domain/access/ways-in";
import { qrCode } from "~/services/factors/qr-code.server";
import { openTotp, totpUri } from "~/services/factors/totp.server";
import { codesCookie } from "../security.server";
import { frameOf } from "./account-page.server";

/** A secret as people type it. */
const inFours = (secret: string): string => secret.replace(/.{4}(?=.)/g, "$& ");

async function appOf(userId: number, email: string, isProved: boolean) {
  const totp = await findTotp(db(), userId);
  if (totp === undefined) return { state: "off" as const };
  if (totp.confirmed_at !== null) return { state: "on" as const, since: totp.confirmed_at };
  const secret = isProved ? openTotp(totp.secret) : null;
  if (secret === null) return { state: "off" as const };
  return { state: "begun" as const, secret: inFours(secret), qr: qrCode(totpUri(email, secret)) };
}

/** The second factors of whoever is signed in; their secrets only for somebody who has shown lately who they are. */
export async function loadSecurity({ request }: Pick<LoaderFunctionArgs, "request">) {
  const session = await requireSession(request);
  const user = await getUserAcrossCompanies(db(), ofPerson(session).userId);
  const isFresh = await isProved(session);
  const factors = await factorsOf(db(), user.id);
  const ways = await waysInOf(db(), user);
  const { frame, headers } = await frameOf(request);
  headers.append("Set-Cookie", await codesCookie.forget());
  const page = {
    email: user.email,
    hasCompany: session.company !== null,
    timeZone: user.time_zone,
    isProved: isFresh,
    proofs: { password: ways.hasPassword, code: factors.hasTotp, passkey: factors.passkeys > 0 },
    app: await appOf(user.id, user.email, isFresh),
    codesLeft: factors.recoveryCodes,
    hasFactor: factors.hasTotp || factors.passkeys > 0,
    passkeys: (await listPasskeys(db(), user.id)).map((row) => ({
      id: row.id,
      name: row.name,
      createdAt: row.created_at,
      lastUsedAt: row.last_used_at,
    })),
    mayRemovePasskey: mayRemovePasskey(ways),
    /** shown once */
    newCodes: await codesCookie.read(request),
  };
  return json({ ...frame, ...page }, { headers });
}
