/** The forms of the page for second factors: each has its answer. */
import { z } from "zod";
import { logAction } from "~/audit/log-action.server";
import { changeOwnPassword } from "~/auth/change-own-password.server";
import { giveProof } from "~/auth/proof.server";
import { requireSession, signOut } from "~/auth/session.server";
import type { Session } from "~/auth/session.server";
import { readAs } from "~/domain/validation/field-reader";
import { cleanText } from "~/domain/validation/text";
import { idField, optionalText, passwordText } from "~/domain/validation/wire-fields";
import { AppError } from "~/lib/errors";
import { paths } from "~/paths";
import { accountAction } from "./account-action.server";
import type { AccountContext, AccountOutcome } from "./account-action.server";
import {
  cancelApp,
  confirmApp,
  dropPasskey,
  keepPasskey,
  newCodes,
  removeApp,
  startApp,
} from "./commands/change-factors.server";
import { credential } from "./schemas";
import { sealedCookie } from "./sealed-cookie.server";

const HERE = paths.profileSecurity();

/** New recovery codes on their way to the page that shows them, once. */
export const codesCookie = sealedCookie({
  name: "platform_new_codes",
  path: HERE,
  ttlSec: 300,
  schema: z.array(z.string()),
});

const ANSWERS = [
  "password",
  "prove",
  "again",
  "start_app",
  "cancel_app",
  "confirm_app",
  "remove_app",
  "new_codes",
  "add_passkey",
  "remove_passkey",
] as const;

const SecurityForm = z.strictObject({
  answer: z.enum(ANSWERS),
  /** a password or a code, as it was typed */
  proof: readAs(z.string().max(255).overwrite(cleanText), (text) => text).default(""),
  old_password: passwordText("Old password"),
  new_password: passwordText("New password"),
  code: optionalText("Code", 50),
  name: optionalText("Name", 100),
  credential: credential(),
  id: idField("Passkey"),
});
type SecurityForm = z.infer<typeof SecurityForm>;

async function shown(codes: string[] | null, message: string): Promise<AccountOutcome> {
  if (codes === null) return { redirectTo: HERE, message };
  return { redirectTo: HERE, message, headers: new Headers({ "Set-Cookie": await codesCookie.keep(codes) }) };
}

async function prove(session: Session, { proof, credential }: SecurityForm, ip: string): Promise<AccountOutcome> {
  if (proof === "" && credential === "")
    throw new AppError("proof.missing", "Enter your password or a code.", { status: 422, field: "proof" });
  await giveProof(session, ip, credential === "" ? { text: proof, field: "proof" } : { passkey: credential });
  return { redirectTo: HERE };
}

type Answer = (session: Session, form: SecurityForm, context: AccountContext) => Promise<AccountOutcome>;

const BY_ANSWER: Readonly<Record<(typeof ANSWERS)[number], Answer>> = {
  // As on the profile, whose page has the frame of a company; here it is for those, too, who have none.
  async password(session, { old_password: before, new_password: next }) {
    const logged = { name: "profile.password", session, input: null, isRead: false };
    await logAction(logged, () => changeOwnPassword(session, before, next));
    return { redirectTo: HERE, message: "Your password is changed." };
  },
  prove: (session, form, { ip }) => prove(session, form, ip),
  async again(_session, _form, { request }) {
    const { headers } = await signOut(request);
    return { redirectTo: paths.login(HERE), headers };
  },
  async start_app(session) {
    await startApp(session);
    return { redirectTo: HERE };
  },
  async cancel_app(session) {
    await cancelApp(session);
    return { redirectTo: HERE };
  },
  confirm_app: async (session, { code }, { ip }) =>
    shown(await confirmApp(session, ip, code), "Your authenticator app is set up."),
  async remove_app(session) {
    await removeApp(session);
    return { redirectTo: HERE, message: "Your authenticator app is removed." };
  },
  new_codes: async (session) => shown(await newCodes(session), "You have new recovery codes."),
  add_passkey: async (session, { name, credential }) =>
    shown(await keepPasskey(session, name || "Passkey", credential), "Your passkey is registered."),
  async remove_passkey(session, { id }) {
    await dropPasskey(session, id ?? 0);
    return { redirectTo: HERE, message: "The passkey is removed." };
  },
};

export const changeSecurity = accountAction({
  input: SecurityForm,
  async run(form, context) {
    return BY_ANSWER[form.answer](await requireSession(context.request), form, context);
  },
});
