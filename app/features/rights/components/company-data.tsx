import { Link } from "@remix-run/react";
import { count, formatBytes } from "~/domain/format-number";
import { absolute, paths } from "~/paths";
import { ButtonLink } from "~/ui/button";
import { StatusBadge } from "~/ui/feedback/status-badge";
import { FormActions } from "~/ui/form/app-form";
import { Panel } from "~/ui/page/page-header";
import { DataTable } from "~/ui/table/data-table";
import type { Column } from "~/ui/table/data-table";
import type { DataPage } from "../queries/data-page.server";
import styles from "./rights.module.css";

type ListedExport = DataPage["exports"][number];

const STATES = {
  done: <StatusBadge tone="green" label="Complete" />,
  sending: <StatusBadge tone="blue" label="Being sent" />,
  broken: <StatusBadge tone="grey" label="Broken off" />,
} as const;

const COLUMNS: Column<ListedExport>[] = [
  { id: "when", header: "When", cell: (row) => row.when },
  { id: "who", header: "By", grow: true, cell: (row) => row.who, tooltip: (row) => row.who },
  { id: "size", header: "Size", numeric: true, cell: (row) => (row.bytes === null ? "–" : formatBytes(row.bytes)) },
  { id: "state", header: "State", cell: (row) => STATES[row.state] },
];

function ExportPanel({ exports, isBusy }: Pick<DataPage, "exports" | "isBusy">) {
  return (
    <Panel title="Export">
      <p className={styles.text}>
        One zip archive with everything that the company has here: members, vehicles, warehouses, plans, routes, visits,
        reports and tasks, positions, messages to recipients, billing, activity and settings, each as JSON and as CSV,
        with photos, signatures and uploaded spreadsheets. Passwords and keys are never in it. It holds names and
        contacts of people: keep it safe.
      </p>
      <FormActions>
        <ButtonLink
          icon="download"
          to={paths.companyDataFile()}
          reloadDocument
          download
          {...(isBusy ? { disabledReason: "An export is being sent already." } : {})}
        >
          Export all data
        </ButtonLink>
      </FormActions>
      {exports.length > 0 && (
        <div className={styles.list}>
          <DataTable label="Last exports" columns={COLUMNS} rows={exports} rowKey={({ id }) => id} />
        </div>
      )}
    </Panel>
  );
}

const kept = (days: number | null): string => (days === null ? "for good" : `for ${count(days, "day")}`);

type Kept = Pick<DataPage, "positionsKeptDays" | "proofsKeptDays" | "unansweredDays">;

function KeptPanel({ positionsKeptDays, proofsKeptDays, unansweredDays }: Kept) {
  return (
    <Panel title="How long data are kept">
      <dl className={styles.facts}>
        <dt>Positions of vehicles, and places of reports</dt>
        <dd>{kept(positionsKeptDays)}</dd>
        <dt>Photos and signatures</dt>
        <dd>{kept(proofsKeptDays)}</dd>
        <dt>Messages to recipients</dt>
        <dd>for 180 days</dd>
        <dt>Addresses and numbers that they went to, beside the visits</dt>
        <dd>for 180 days after the last message; of those who want no messages for good</dd>
        <dt>E-mails of invitations that expired or were declined</dt>
        <dd>for {count(unansweredDays, "day")} after that</dd>
        <dt>Imports with their spreadsheets</dt>
        <dd>until they are deleted, or the company is</dd>
        <dt>Everything else</dt>
        <dd>
          until the company is deleted. What is removed can be restored, and is told of where it was billed: it is
          hidden and stays stored
        </dd>
      </dl>
      <p className={styles.text}>
        The first two can be changed under <Link to={paths.companySettings()}>Settings</Link>.
      </p>
    </Panel>
  );
}

function ErasurePanel({ erasedAfterDays, mayRemove }: Pick<DataPage, "erasedAfterDays" | "mayRemove">) {
  return (
    <Panel title="Delete the company and erase its data">
      <p className={styles.text}>
        A deleted company is closed at once. For {count(erasedAfterDays, "day")} the administration of the platform can
        bring it back. Then its data and files are erased for good. The accounts of people who belong to no other
        company are erased with them. What stays names nobody: the activity as pseudonyms such as “Person 12”, and
        amounts and dates of paid invoices.
      </p>
      {mayRemove && (
        <p className={styles.text}>
          Export the data first if you may need them. Then go on under{" "}
          <a href={`${absolute(paths.companyGeneral())}?dialog=remove-company`}>General</a>.
        </p>
      )}
    </Panel>
  );
}

/** What administrators may do with all data of their company. */
export function CompanyData(page: DataPage) {
  return (
    <>
      <ExportPanel {...page} />
      <KeptPanel {...page} />
      <ErasurePanel {...page} />
    </>
  );
}
