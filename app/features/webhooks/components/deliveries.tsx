import { DeliveryState, DELIVERY_STATE_LABELS, DELIVERY_STATES } from "~/domain/webhooks/delivery";
import type { ActionResult } from "~/lib/action-result";
import { paths } from "~/paths";
import { ButtonLink } from "~/ui/button";
import { DialogFrame } from "~/ui/dialog/dialog-frame";
import { useDialogUrl } from "~/ui/dialog/use-dialog-url";
import { StatusBadge } from "~/ui/feedback/status-badge";
import type { Tone } from "~/ui/feedback/status-badge";
import { AppForm, FormActions } from "~/ui/form/app-form";
import { SelectField } from "~/ui/form/select-field";
import { SubmitButton } from "~/ui/form/submit-button";
import { Panel } from "~/ui/page/page-header";
import { EmptyState } from "~/ui/page/states";
import { DataTable } from "~/ui/table/data-table";
import type { Column } from "~/ui/table/data-table";
import { Pagination } from "~/ui/table/pagination";
import type { DeliveryShown, WebhooksPage } from "../queries/webhooks-page.server";
import styles from "./webhooks.module.css";

const PARAMS = ["id", "delivery"];
const TONES: Readonly<Record<DeliveryState, Tone>> = {
  [DeliveryState.Waiting]: "blue",
  [DeliveryState.Delivered]: "green",
  [DeliveryState.Failed]: "red",
};

const COLUMNS: Column<DeliveryShown>[] = [
  { id: "event", header: "Event", cell: (row) => row.event },
  { id: "made", header: "Time", cell: (row) => row.made },
  { id: "url", header: "Address", cell: (row) => row.url, grow: true, hideBelow: "tablet" },
  {
    id: "state",
    header: "State",
    cell: (row) => <StatusBadge tone={TONES[row.state]} label={DELIVERY_STATE_LABELS[row.state]} />,
  },
  { id: "answer", header: "Answer", cell: (row) => row.answer || "–", grow: true },
  { id: "attempts", header: "Tries", cell: (row) => row.attempts, numeric: true },
];

function Filters({ filter, endpoints }: Pick<WebhooksPage, "filter" | "endpoints">) {
  return (
    <AppForm key={JSON.stringify(filter)} method="get" layout="inline" aria-label="Filter the deliveries">
      <SelectField
        name="endpoint"
        label="Address"
        emptyLabel="All"
        options={endpoints.map(({ id, url }) => ({ value: String(id), label: url }))}
        defaultValue={filter.endpoint === undefined ? "" : String(filter.endpoint)}
      />
      <SelectField
        name="state"
        label="State"
        emptyLabel="All"
        options={DELIVERY_STATES.map((value) => ({ value, label: DELIVERY_STATE_LABELS[value] }))}
        defaultValue={filter.state ?? ""}
      />
      <SubmitButton kind="plain" icon="filter">
        Filter
      </SubmitButton>
      {(filter.endpoint !== undefined || filter.state !== undefined) && (
        <ButtonLink kind="quiet" icon="close" to={paths.companyWebhooks()}>
          Clear
        </ButtonLink>
      )}
    </AppForm>
  );
}

export function Deliveries({ deliveries, ...page }: WebhooksPage) {
  const dialog = useDialogUrl(PARAMS);
  return (
    <Panel title="Deliveries of the last 30 days">
      <div className={styles.filters}>
        <Filters {...page} />
      </div>
      <DataTable
        label="Deliveries"
        columns={COLUMNS}
        rows={deliveries.rows}
        rowKey={({ id }) => id}
        rowHref={({ id }) => dialog.href("delivery", { delivery: String(id) })}
        empty={
          <EmptyState title="No deliveries" compact>
            What was sent is listed here, with what was answered.
          </EmptyState>
        }
        footer={<Pagination paging={deliveries.paging} total={deliveries.total} label="deliveries" />}
      />
    </Panel>
  );
}

const pretty = (body: string): string => JSON.stringify(JSON.parse(body), null, 2);

/** What was sent and answered, and the button that sends it again. */
export function DeliveryDialog({
  delivery,
  result,
}: Pick<WebhooksPage, "delivery"> & { result: ActionResult<unknown> | null }) {
  const dialog = useDialogUrl(PARAMS);
  if (delivery === null || dialog.name !== "delivery") return null;
  const { id, uid, url, event, state, tried, nextTry, tookMs, attempts } = delivery;
  return (
    <DialogFrame
      title={event}
      description={url}
      closeTo={dialog.closeTo}
      onClose={dialog.close}
      width={640}
      guard={false}
    >
      <p className={styles.lead}>
        <StatusBadge tone={TONES[state]} label={DELIVERY_STATE_LABELS[state]} />{" "}
        {attempts === 1 ? "1 try" : `${attempts} tries`}
        {tried !== null && `, the last one ${tried}`}
        {tookMs !== null && `, ${tookMs} ms`}
        {nextTry !== null && `, the next one ${nextTry}`}
      </p>
      <h3>Request</h3>
      <pre className={styles.code} tabIndex={0}>{`webhook-id: ${uid}\n\n${pretty(delivery.body)}`}</pre>
      <h3>Answer</h3>
      <pre className={styles.code} tabIndex={0}>
        {`${delivery.answer || "None yet"}\n\n${delivery.answerText}`.trim()}
      </pre>
      <AppForm intent="webhook.resend" hidden={{ deliveryId: id }} result={result} replace onDone={dialog.close}>
        <FormActions>
          <ButtonLink kind="quiet" to={dialog.closeTo} preventScrollReset>
            Close
          </ButtonLink>
          {state !== DeliveryState.Waiting && <SubmitButton>Send again</SubmitButton>}
        </FormActions>
      </AppForm>
    </DialogFrame>
  );
}
