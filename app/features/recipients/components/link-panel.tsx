import { useTabId } from "~/realtime/use-live";
import type { ActionResult } from "~/lib/action-result";
import { refusalOf } from "~/lib/action-result";
import { CopyLinkButton } from "~/ui/copy-link";
import type { LinkOf } from "~/ui/copy-link";
import { AppForm } from "~/ui/form/app-form";
import { SubmitButton } from "~/ui/form/submit-button";
import { StrangersWithLink } from "~/ui/strangers-with-link";
import { Panel } from "~/ui/page/page-header";

interface LinkPanelProps {
  of: LinkOf;
  /** of the public page, as this server's address has it */
  link: string;
  /** what those who have it see */
  words: string;
  /** who has it, and is not the recipient any more */
  strangers?: readonly string[];
  result: ActionResult<unknown> | null;
}

/** The public link: to look at, to copy, and to take back. */
export function LinkPanel({ of, link, words, strangers = [], result }: LinkPanelProps) {
  const tab = useTabId();
  const intent = of.kind === "route" ? "tracking.revoke_route" : "tracking.revoke_visit";
  const id: Record<string, number> = of.kind === "route" ? { routeId: of.id } : { visitId: of.id };
  return (
    <Panel title="Public link" actions={<CopyLinkButton of={of} />}>
      <p style={{ margin: 0 }}>{words} It opens until a week after the service date.</p>
      <p style={{ margin: 0, overflowWrap: "anywhere" }}>
        <a href={link} target="_blank" rel="noreferrer">
          {link}
        </a>
      </p>
      <StrangersWithLink strangers={strangers} />
      <AppForm layout="inline" hidden={{ tab, ...id }} result={refusalOf(result, intent)} id="revoke-link" keepPlace>
        <SubmitButton kind="plain" intent={intent}>
          Revoke link
        </SubmitButton>
      </AppForm>
    </Panel>
  );
}
