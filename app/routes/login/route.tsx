import type {
  ActionFunctionArgs,
  HeadersFunction,
  LinksFunction,
  LoaderFunctionArgs,
  MetaFunction,
} from "@remix-run/node";
import { json, redirect } from "@remix-run/node";
import { Form, useActionData, useNavigation, useSearchParams } from "@remix-run/react";
import { currentSession } from "~/auth/session.server";
import { signIn } from "~/auth/sign-in.server";
import { BASE_PATH, paths } from "~/paths";
import plainStyles from "~/styles/plain.css";

export const links: LinksFunction = () => [{ rel: "stylesheet", href: plainStyles }];
export const meta: MetaFunction = () => [
  { title: "Sign in · Route planning" },
  { name: "description", content: "Sign in to plan and drive routes." },
];

/** `Retry-After` reaches browsers without scripts, too. */
export const headers: HeadersFunction = ({ actionHeaders }) => actionHeaders;

export async function loader({ request }: LoaderFunctionArgs) {
  if (await currentSession(request)) throw redirect(paths.home());
  return json(null);
}

export async function action({ request, context }: ActionFunctionArgs) {
  return signIn(request, context.ip);
}

export default function Login() {
  const refused = useActionData<typeof action>();
  const [search] = useSearchParams();
  const busy = useNavigation().state !== "idle";
  return (
    <main className="center">
      <div className="card">
        <div className="brand">
          <img src={`${BASE_PATH}/icon.svg`} alt="" />
          Route planning
        </div>
        <h1>Sign in</h1>
        {refused ? (
          <p className="notice bad" role="alert">
            {refused.message}
          </p>
        ) : null}
        <Form method="post">
          <input type="hidden" name="redirectTo" value={search.get("redirectTo") ?? ""} />
          <label className="field">
            <span>E-mail</span>
            <input
              name="email"
              type="email"
              autoComplete="username"
              required
              maxLength={50}
              defaultValue={refused?.email ?? ""}
              aria-invalid={refused ? true : undefined}
            />
          </label>
          <label className="field">
            <span>Password</span>
            <input
              name="password"
              type="password"
              autoComplete="current-password"
              required
              maxLength={255}
              aria-invalid={refused ? true : undefined}
            />
          </label>
          <button className="button primary" disabled={busy}>
            {busy ? "Signing in…" : "Sign in"}
          </button>
        </Form>
      </div>
    </main>
  );
}
