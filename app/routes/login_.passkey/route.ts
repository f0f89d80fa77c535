import { redirect } from "@remix-run/node";
import type { ActionFunctionArgs } from "@remix-run/node";
import { answerPasskeySignIn } from "~/features/accounts/passkey-page.server";
import { paths } from "~/paths";

/** Somebody who reloads what they were sent to. */
export const loader = () => redirect(paths.login());
export const action = (args: ActionFunctionArgs) => answerPasskeySignIn(args);
