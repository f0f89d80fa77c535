import { useState, useSyncExternalStore } from "react";
import { switchedSentence } from "~/lib/page-stamp";
import type { NamedCompany, Switched } from "~/lib/page-stamp";
import { switchedAway } from "~/lib/steady-fetch";
import { absolute, paths } from "~/paths";
import { Button } from "~/ui/button";
import { DialogFrame } from "~/ui/dialog/dialog-frame";
import { FormActions } from "~/ui/form/app-form";
import { NoticeBar } from "./notice-bar";
import styles from "./shell.module.css";

/** @returns null, or why it could not be done */
async function switchTo(companyId: number): Promise<string | null> {
  try {
    const answer = await fetch(absolute(paths.switchCompany()), {
      method: "POST",
      body: new URLSearchParams({ company_id: String(companyId) }),
      redirect: "manual",
    });
    return answer.type === "opaqueredirect" || answer.ok
      ? null
      : "You can't switch back: you no longer belong to that company.";
  } catch {
    return "The server can't be reached. Try again in a moment.";
  }
}

/** The start page of the company that the session works for now. The whole document: a page is made for one company. */
const goOn = () => window.location.assign(absolute(paths.home()));

/**
 * Asks what to do with a form that was sent from a page of the company before. It waits, with what was typed, until
 * then.
 */
export function SwitchedAway() {
  const switched = useSyncExternalStore(switchedAway.subscribe, switchedAway.asked, () => null);
  return switched === null ? null : <SwitchedDialog switched={switched} />;
}

function SwitchedDialog({ switched: { from, to } }: { switched: Switched }) {
  const [busy, setBusy] = useState(false);
  const [fault, setFault] = useState<string | null>(null);
  const switchBack = async (company: NamedCompany) => {
    setBusy(true);
    const refused = await switchTo(company.id);
    setBusy(false);
    if (refused === null) switchedAway.end(true);
    else setFault(refused);
  };
  const text =
    from === null
      ? "This page was made for a company that you no longer belong to. " +
        "Nothing was saved; what you typed is still here."
      : `This page was made for ${from.title}, so nothing was saved yet. What you typed is still here.`;
  return (
    <DialogFrame
      title={switchedSentence(to)}
      description={text}
      closeTo={paths.home()}
      onClose={() => switchedAway.end(false)}
      width={480}
      guard={false}
      role="alertdialog"
    >
      {fault !== null && (
        <p role="alert" className={styles.fault}>
          {fault}
        </p>
      )}
      <FormActions>
        <Button onClick={goOn}>Go on there</Button>
        {from !== null && (
          <Button kind="primary" loading={busy} answers onClick={() => void switchBack(from)}>
            Switch back and send again
          </Button>
        )}
      </FormActions>
    </DialogFrame>
  );
}

/** In the frame of a page whose company the session has left: shown before anything is typed in vain. */
export function SwitchedNotice({ from, onBack }: { from: NamedCompany; onBack: () => void }) {
  const [fault, setFault] = useState<string | null>(null);
  const switchBack = async () => {
    const refused = await switchTo(from.id);
    setFault(refused);
    if (refused === null) onBack();
  };
  return (
    <NoticeBar label="Another company" tone="amber" tall>
      <span role="status">{fault ?? `You switched company in another tab. This page is of ${from.title}.`}</span>
      <Button kind="quiet" onClick={() => void switchBack()}>
        Switch back
      </Button>
      <Button kind="quiet" onClick={goOn}>
        Go on there
      </Button>
    </NoticeBar>
  );
}
