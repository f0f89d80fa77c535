import { count, formatNumber } from "~/domain/format-number";
import { refusalOf } from "~/lib/action-result";
import type { ActionResult } from "~/lib/action-result";
import { paths } from "~/paths";
import { Button, ButtonLink } from "~/ui/button";
import { ConfirmDialog } from "~/ui/dialog/confirm-dialog";
import { useDialogUrl } from "~/ui/dialog/use-dialog-url";
import { share } from "~/ui/feedback/share";
import { FormActions } from "~/ui/form/app-form";
import { Panel } from "~/ui/page/page-header";
import type { BillingPage } from "../queries/billing-page.server";
import styles from "./billing.module.css";

const CANCEL_DIALOG = "cancel-plan";

const COLOUR_WORDS = { green: "", orange: "nearly used up", red: "used up" } as const;

/** The package, how much of it is used, and until when. */
export function BillingPanel({ page, result }: { page: BillingPage; result: ActionResult<unknown> | null }) {
  const dialog = useDialogUrl();
  return (
    <Panel title={page.package} actions={<StatusWord page={page} />}>
      <dl className={styles.facts}>
        <Usage page={page} />
        <div>
          <dt>Visits are counted</dt>
          <dd>
            {page.period}
            {page.nextReset !== null && `, anew on ${page.nextReset}`}
          </dd>
        </div>
        <div>
          <dt>From – to</dt>
          <dd className="num">
            {page.start} – {page.end ?? "Forever"}
            {page.renews && page.next === null && ", then renewed"}
          </dd>
        </div>
        {page.endsAt !== null && (
          <div>
            <dt>{page.isRunning ? "Ends" : "Ended"}</dt>
            <dd className="num">{page.endsAt}</dd>
          </div>
        )}
        {page.price !== null && (
          <div>
            <dt>Price</dt>
            <dd className="num">{page.price}</dd>
          </div>
        )}
        {page.card !== null && (
          <div>
            <dt>Card</dt>
            <dd className="num">
              {page.card.brand} ···· {page.card.last4}, {page.card.expires}
            </dd>
          </div>
        )}
      </dl>
      {page.next !== null && (
        <p className={styles.note}>
          From {page.next.start}: {page.next.package}, {count(page.next.visits, "visit")} a month
          {page.next.end !== null && `, until ${page.next.end}`}.
        </p>
      )}
      <FormActions>
        <ButtonLink kind="primary" to={paths.billingShop()}>
          Choose a package
        </ButtonLink>
        {page.hasPortal && (
          <ButtonLink kind="plain" to={paths.billingPortal()} reloadDocument>
            Cards and invoices
          </ButtonLink>
        )}
        {page.cannotCancel === null ? (
          <ButtonLink kind="plain" to={dialog.href(CANCEL_DIALOG)} preventScrollReset>
            Cancel the plan
          </ButtonLink>
        ) : (
          <Button kind="plain" disabledReason={page.cannotCancel}>
            Cancel the plan
          </Button>
        )}
      </FormActions>
      <ConfirmDialog
        name={CANCEL_DIALOG}
        question={`Do you want to cancel your plan? It goes on until ${page.endCancelled}, and is not renewed.${
          page.dropsNext ? " What follows it is given up." : ""
        }`}
        confirmLabel="Cancel the plan"
        cancelLabel="Keep it"
        danger
        intent="billing.cancel"
        result={refusalOf(result, "billing.cancel")}
      />
    </Panel>
  );
}

const StatusWord = ({ page }: { page: BillingPage }) => (
  <span>{!page.isRunning ? "Ended" : page.isCancelled ? `${page.label}, cancelled` : page.label}</span>
);

function Usage({ page: { used, limit, colour } }: { page: BillingPage }) {
  return (
    <div className={styles.usage} data-colour={colour}>
      <dt>Visits used</dt>
      <dd>
        <span className={`${styles.value} num`}>
          {formatNumber(used)} of {formatNumber(limit)}
        </span>{" "}
        <span className={styles.word}>{COLOUR_WORDS[colour]}</span>
        <div className={styles.track} aria-hidden="true">
          <div className={styles.bar} style={{ width: `${limit === 0 ? 100 : share(used, limit)}%` }} />
        </div>
      </dd>
    </div>
  );
}
