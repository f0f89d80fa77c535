import { useState } from "react";
import { useNavigate } from "@remix-run/react";
import { amountCents, euroOf } from "~/domain/billing/amount";
import { sumWords, tierKey, tierLines } from "~/domain/billing/tier-lines";
import { SHOP_PACKAGES, SHOP_VISITS, shopPackage } from "~/domain/billing/packages";
import type { ShopPackage } from "~/domain/billing/packages";
import { formatEuro, formatNumber, formatPercent } from "~/domain/format-number";
import { readNumber } from "~/domain/validation/clean-number";
import { refusalOf } from "~/lib/action-result";
import type { ActionResult } from "~/lib/action-result";
import { paths } from "~/paths";
import { Button } from "~/ui/button";
import { AppForm, FormActions } from "~/ui/form/app-form";
import { DefaultSubmit } from "~/ui/form/default-submit";
import { NumberField } from "~/ui/form/fields";
import { SubmitButton } from "~/ui/form/submit-button";
import { Panel } from "~/ui/page/page-header";
import { DataTable } from "~/ui/table/data-table";
import { useMounted } from "~/ui/use-mounted";
import type { ShopPage } from "../queries/shop-page.server";
import styles from "./billing.module.css";

/** Orders, Stripe's charges and invoices have this one amount: nothing computes a tax. */
const VAT_NOTE = "This is the whole amount: no VAT is added to it, and invoices list none.";

/** Packages and visits with what they cost; the address follows the choice, so that it can be sent to somebody. */
export function Shop({ page, result }: { page: ShopPage; result: ActionResult<unknown> | null }) {
  const navigate = useNavigate();
  const hasScripts = useMounted();
  const [choice, setChoice] = useState(page.choice);
  const choose = (next: typeof choice) => {
    setChoice(next);
    void navigate(paths.billingShop(next.months, next.visits), { replace: true, preventScrollReset: true });
  };
  const sold = shopPackage(choice.months) ?? SHOP_PACKAGES[0]!;
  const refused = refusalOf(result, "billing.order");
  return (
    <Panel title="Packages">
      <AppForm result={refused} id="shop" autoComplete="off">
        {/* Without scripts the price of what is typed is yet to be seen. */}
        {!hasScripts && <DefaultSubmit formMethod="get" formAction="" />}
        <fieldset className={styles.packages}>
          <legend className="visually-hidden">Package</legend>
          {SHOP_PACKAGES.map((one) => (
            <label key={one.key} className={styles.package}>
              <input
                type="radio"
                name="months"
                value={one.months}
                checked={choice.months === one.months}
                onChange={() => choose({ ...choice, months: one.months })}
              />
              <span>
                <b>{one.title}</b>
                <span className="num">{formatEuro(euroOf(amountCents(one, choice.visits)))}</span>
                {one.discount > 0 && <span>{formatPercent(one.discount)} less than month by month</span>}
              </span>
            </label>
          ))}
        </fieldset>
        <div className={styles.visits}>
          <NumberField
            name="visits"
            label="Visits a month"
            min={SHOP_VISITS.min}
            max={SHOP_VISITS.max}
            decimals={0}
            defaultValue={page.typedVisits ?? String(page.choice.visits)}
            help={`In steps of ${formatNumber(SHOP_VISITS.step)}, up to ${formatNumber(SHOP_VISITS.max)}`}
            onChange={(text: string) => {
              const read = readNumber(text, { whole: true });
              const visits = "value" in read ? read.value : 0;
              if (Number.isInteger(visits) && visits > 0 && visits <= SHOP_VISITS.max) choose({ ...choice, visits });
            }}
          />
        </div>
        <Tiers sold={sold} visits={choice.visits} />
        <p className={`${styles.total} num`}>
          {sumWords(sold, choice.visits)}
          <span className={styles.vat}>{VAT_NOTE}</span>
        </p>
        {sold.discount > 0 && (
          <p className={styles.note}>
            The prices of a visit are {formatPercent(sold.discount)} less than month by month.
          </p>
        )}
        {page.fault !== null && <p role="alert">{page.fault}</p>}
        {page.begins !== null && <p className={styles.note}>It begins on {page.begins}, after what you pay for now.</p>}
        <FormActions>
          <SubmitButton
            intent="billing.order"
            {...(page.cannotOrder === null ? {} : { disabledReason: page.cannotOrder })}
          >
            {page.isPaidOnline ? "Go on to the payment" : "Order"}
          </SubmitButton>
          {!hasScripts && (
            <Button type="submit" formMethod="get" formAction="">
              Show the price
            </Button>
          )}
        </FormActions>
        {!page.isPaidOnline && <p className={styles.note}>You get an invoice once the order is approved.</p>}
      </AppForm>
    </Panel>
  );
}

function Tiers({ sold, visits }: { sold: ShopPackage; visits: number }) {
  return (
    <DataTable
      label="What the visits of a month cost"
      columns={[
        {
          id: "visits",
          header: "Visits of a month",
          cell: (line) => <span className="num">{line.visits}</span>,
          grow: true,
        },
        { id: "price", header: "Each", cell: (line) => line.each, numeric: true },
        { id: "amount", header: "A month", cell: (line) => line.month, numeric: true },
      ]}
      rows={tierLines(sold, visits)}
      rowKey={tierKey}
    />
  );
}
