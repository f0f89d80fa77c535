import type { SwitchedPage } from "~/lib/page-stamp";
import { paths } from "~/paths";
import { Button, ButtonLink } from "~/ui/button";
import { EmptyState } from "./states";
import { SwitchBackForm, switchedWords } from "./switched-words";
import styles from "./page.module.css";

/** The page that answers a form of another company, where no script could ask. */
export function SwitchedCompany({ page }: { page: SwitchedPage }) {
  const { title, text, back, on } = switchedWords(page);
  const action = (
    <div className={styles.stateChoices}>
      <SwitchBackForm page={page}>
        <Button type="submit" kind="primary">
          {back}
        </Button>
      </SwitchBackForm>
      <ButtonLink to={paths.home()} reloadDocument>
        {on}
      </ButtonLink>
    </div>
  );
  return (
    <EmptyState icon="alert" title={title} action={action}>
      {text}
    </EmptyState>
  );
}
