/** What signing up and its links take. */
import { z } from "zod";
import { MAX_EMAIL_LENGTH } from "~/domain/constants";
import { PASSKEY_USES } from "~/domain/access/second-factor";
import { isEmail } from "~/domain/validation/contact";
import { readAs } from "~/domain/validation/field-reader";
import { cleanText } from "~/domain/validation/text";
import { numberField, optionalText, requiredText } from "~/domain/validation/wire-fields";

/** In lower case, as accounts have it. */
const email = () =>
  requiredText("E-mail", MAX_EMAIL_LENGTH)
    .refine((text) => text === "" || isEmail(text), "E-mail is not correct")
    .overwrite((text) => text.toLowerCase());

/** Not trimmed: blanks at the ends belong to a password. Its rules need the e-mail: `checkNewPassword`. */
const password = () => readAs(z.string().overwrite(cleanText), (text) => text).default("");

/** Of a link; what is none is refused where it is looked up. */
const token = () => readAs(z.string().max(255), (text) => text).default("");

/** What a browser says for a passkey, as JSON; what is none is refused where it is read. */
export const credential = () => readAs(z.string().max(20_000), (text) => text).default("");

/** Whatever is typed: what no account can have is wrong like any other. */
export const SignIn = z.strictObject({
  email: readAs(z.string(), (text) => text).default(""),
  password: password(),
});
/** A code of the app, or a recovery code. */
export const VerifyMfa = z.strictObject({
  code: optionalText("Code", 50),
  /** or what a passkey answers, as JSON */
  credential: credential(),
  /** of the page: where one goes then */
  redirectTo: readAs(z.string().max(2000), (text) => text).default(""),
});
/** One's own, in place of one that was set. */
export const NewPassword = z.strictObject({ password: password(), redirectTo: VerifyMfa.shape.redirectTo });
/** Of a passkey, on the sign-in page. */
export const PasskeySignIn = VerifyMfa.omit({ code: true });
export const PasskeyQuestion = z.strictObject({ for: z.enum(PASSKEY_USES) });
/** Languages have no list here: any number that the column holds. */
const language = () => numberField("Language", { whole: true, max: 2_147_483_647 });
export const SignUp = z.strictObject({
  email: email(),
  password: password(),
  name: optionalText("Name"),
  language_id: language(),
});
export const Forgot = z.strictObject({ email: email() });
/** The e-mail is what the link says; no account is looked up by it. */
export const Reset = z.strictObject({
  token: token(),
  email: readAs(z.string().max(255), (text) => text.trim().toLowerCase()).default(""),
  password: password(),
});
/** Of a link, by a call. The password is asked for where the account's was chosen by somebody else. */
export const EmailVerify = z.strictObject({
  id: numberField("Id", { whole: true }),
  hash: token(),
  password: password(),
});
export const QuickRegister = z.strictObject({ email: email(), language_id: language() });
export const ConfirmPassword = z.strictObject({ password: password() });
