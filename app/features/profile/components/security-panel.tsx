import { count } from "~/domain/format-number";
import { paths } from "~/paths";
import { ButtonLink } from "~/ui/button";
import { Panel } from "~/ui/page/page-header";
import type { OwnProfile } from "../queries/profile-page.server";
import styles from "./profile.module.css";

/** What the account asks for beside its password; it is changed on a page of its own. */
export function SecurityPanel({ security }: Pick<OwnProfile, "security">) {
  const { hasTotp, passkeys, recoveryCodes } = security;
  const facts: [string, string][] = [
    ["Authenticator app", hasTotp ? "Set up" : "Not set up"],
    ["Passkeys", passkeys === 0 ? "None" : String(passkeys)],
  ];
  if (hasTotp || passkeys > 0) facts.push(["Recovery codes", `${count(recoveryCodes, "code")} left`]);
  return (
    <Panel
      title="Sign-in and security"
      actions={
        <ButtonLink to={paths.profileSecurity()} reloadDocument>
          Manage
        </ButtonLink>
      }
    >
      <dl className={styles.facts}>
        {facts.map(([label, value]) => (
          <div key={label}>
            <dt>{label}</dt>
            <dd>{value}</dd>
          </div>
        ))}
      </dl>
    </Panel>
  );
}
