/** The answer to the question whether an account elsewhere is to open one's own. */
import { z } from "zod";
import { requireSession, signOut } from "~/auth/session.server";
import { readAs } from "~/domain/validation/field-reader";
import { cleanText } from "~/domain/validation/text";
import { AppError } from "~/lib/errors";
import { paths } from "~/paths";
import { accountAction } from "./account-action.server";
import { confirmPassword } from "./commands/confirm-password.server";
import { linkIdentity } from "./commands/link-identity.server";
import { countLinkTry } from "~/auth/mail-limits.server";
import { pendingFor, proofOf } from "./queries/social-link-page.server";
import { pendingCookie } from "./social-cookies.server";

const linkEnded = (): AppError =>
  new AppError("social.expired", "This sign-in has expired. Begin again on your profile.", { status: 410 });

export const answerSocialLink = accountAction({
  input: z.strictObject({
    answer: z.enum(["link", "skip", "again"]),
    password: readAs(z.string().overwrite(cleanText), (text) => text).default(""),
  }),
  async run({ answer, password }, { request, ip }) {
    const session = await requireSession(request);
    const pending = await pendingFor(session, request);
    if (pending === null) throw linkEnded();
    // What waits stays: it is asked for once more after the sign-in.
    if (answer === "again") {
      const { headers } = await signOut(request);
      return { redirectTo: paths.login(paths.socialLink()), headers };
    }
    const headers = new Headers({ "Set-Cookie": await pendingCookie.forget() });
    const { redirectTo, title } = pending;
    if (answer === "skip") return { redirectTo, headers };
    const proof = await proofOf(session);
    if (proof === "again") throw new AppError("social.stale", "Sign in once more to link accounts.", { status: 403 });
    if (proof === "password") {
      await countLinkTry(ip);
      await confirmPassword(session, password);
    }
    await linkIdentity(session, pending, title);
    return { redirectTo, headers, message: `You can sign in with ${title} from now on.` };
  },
});
