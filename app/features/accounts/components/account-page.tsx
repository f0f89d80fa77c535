import type { ReactNode } from "react";
import type { ActionRefusal } from "~/lib/action-result";
import { absolute, BASE_PATH, paths } from "~/paths";
import { PublicLinks } from "~/ui/public-links";
import type { AccountFrame } from "../queries/account-page.server";

interface AccountPageProps {
  frame: AccountFrame;
  title: string;
  refused?: ActionRefusal | undefined;
  children: ReactNode;
  /** links below the card */
  links?: ReactNode;
  /** shows something of whoever is signed in */
  isPersonal?: boolean;
}

/** One card in the middle. Drawn by the server alone; its script only adds comfort. */
export function AccountPage({ frame, title, refused, children, links, isPersonal = false }: AccountPageProps) {
  return (
    <main
      className="center"
      data-signed-out={frame.signedOut || undefined}
      data-after-sign-out={isPersonal ? absolute(paths.login()) : undefined}
    >
      <div className="card">
        <div className="brand">
          <img src={`${BASE_PATH}/icon.svg`} alt="" />
          Route planning
        </div>
        <h1>{title}</h1>
        {refused ? <Faults refused={refused} /> : null}
        {frame.signedOut && frame.message === null && !refused ? (
          <p className="notice plain" role="status">
            You have signed out.
          </p>
        ) : null}
        {frame.message !== null && !refused ? (
          <p className={`notice ${frame.message.look}`} role={frame.message.look === "bad" ? "alert" : "status"}>
            {frame.message.text}
          </p>
        ) : null}
        {children}
      </div>
      {links ? <nav className="links">{links}</nav> : null}
      {isPersonal ? null : <PublicLinks />}
      <script type="module" src={frame.scriptUrl} />
    </main>
  );
}

/** What is wrong, with links to the fields. */
function Faults({ refused: { message, detail, fieldErrors = {} } }: { refused: ActionRefusal }) {
  const faults = Object.entries(fieldErrors).filter(([name]) => FIELDS.includes(name));
  return (
    <div className="notice bad" role="alert">
      {faults.length === 0
        ? [message, detail].filter(Boolean).join(" ")
        : faults.map(([name, fault]) => (
            <p key={name}>
              <a href={`#${name}`}>{fault}</a>
            </p>
          ))}
    </div>
  );
}

/** that these pages show */
const PASSWORDS = ["password", "old_password", "new_password"];
const FIELDS: readonly string[] = ["name", "surname", "email", ...PASSWORDS, "code", "proof", "title"];
