import type { ProofAsked } from "~/domain/access/proof-asked";
import { paths } from "~/paths";
import { ButtonLink } from "../button";
import { FormActions } from "./app-form";
import { TextField } from "./fields";
import styles from "./form.module.css";

interface ProofFieldProps {
  proof: ProofAsked;
  /** what nobody else is to do: "unlinks it" */
  act: string;
  autoFocus?: boolean;
}

/** Asks who sits here, unless they have shown it lately. */
export function ProofField({ proof, act, autoFocus }: ProofFieldProps) {
  if (proof === "nothing") return null;
  if (proof === "elsewhere")
    return <p className={styles.help}>You signed in a while ago. Show first that it is you, then come back here.</p>;
  return (
    <TextField
      name="password"
      label="Password or code"
      type="password"
      autoComplete="current-password"
      required
      autoFocus={autoFocus}
      help={`Yours: so that nobody else ${act} in your place.`}
    />
  );
}

/** For whoever has neither a password nor an app: with a passkey, or by signing in once more. */
export const ProveElsewhere = () => (
  <ButtonLink kind="primary" to={paths.profileSecurity()} reloadDocument>
    Show that it is you
  </ButtonLink>
);

/** The buttons of a dialog in which nothing can be typed as a proof; undefined: its own. */
export const proofActions = (proof: ProofAsked, closeTo: string) =>
  proof === "elsewhere" ? (
    <FormActions>
      <ButtonLink kind="quiet" to={closeTo} preventScrollReset>
        Cancel
      </ButtonLink>
      <ProveElsewhere />
    </FormActions>
  ) : undefined;
