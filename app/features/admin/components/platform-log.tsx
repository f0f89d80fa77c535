import { Link, useSearchParams } from "@remix-run/react";
import { actionWords, refusalWords } from "~/domain/access/action-words";
import { paths } from "~/paths";
import { ButtonLink } from "~/ui/button";
import { AppForm } from "~/ui/form/app-form";
import { CheckboxField, DateField, TextField } from "~/ui/form/fields";
import { SubmitButton } from "~/ui/form/submit-button";
import { LocalTime } from "~/ui/local-time";
import { EmptyState } from "~/ui/page/states";
import { DataTable } from "~/ui/table/data-table";
import type { Column } from "~/ui/table/data-table";
import { LoggedRecords } from "~/ui/table/logged-records";
import type { PlatformEntry, PlatformLog } from "../queries/log-page.server";
import styles from "./admin.module.css";

const COLUMNS: Column<PlatformEntry>[] = [
  { id: "when", header: "Time", cell: (row) => <LocalTime at={row.createdAt} timeZone={null} /> },
  {
    id: "who",
    header: "Who",
    grow: true,
    width: "16%",
    tooltip: (row) => row.who,
    cell: (row) => (row.userId === null ? row.who : <Link to={paths.userProfile(row.userId)}>{row.who}</Link>),
  },
  {
    id: "company",
    header: "Company",
    grow: true,
    width: "14%",
    tooltip: (row) => row.company?.title ?? "",
    cell: (row) =>
      row.company === null ? "–" : <Link to={paths.adminLog({ company: row.company.id })}>{row.company.title}</Link>,
  },
  {
    id: "action",
    header: "Action",
    grow: true,
    width: "20%",
    cell: (row) => (
      <span className={styles.words}>
        <Link to={paths.adminLog({ action: row.action })} title="Show this action alone">
          {actionWords(row.action)}
        </Link>
        {row.refused !== null && <strong> Refused: {refusalWords(row.refused)}</strong>}
        {row.times > 1 && ` ${row.times} times`}
      </span>
    ),
  },
  {
    id: "subject",
    header: "Subject",
    grow: true,
    width: "16%",
    cell: (row) => (
      <div className={styles.words}>
        <LoggedRecords {...row} />
      </div>
    ),
  },
  { id: "changes", header: "Changes", grow: true, width: "24%", cell: (row) => <Changes {...row} /> },
];

/** The first change at once, the others and where it came from when asked for. */
function Changes({ changes, from }: PlatformEntry) {
  const [first, ...more] = changes;
  return (
    <details className={styles.words}>
      <summary>
        {first ?? "Details"}
        {more.length > 0 && ` and ${more.length} more`}
      </summary>
      {more.map((line, index) => (
        <p key={index}>{line}</p>
      ))}
      <p>{from}</p>
    </details>
  );
}

/** What happened in all companies, and in none. */
export function PlatformLogPage({ entries, older, filter, names }: PlatformLog) {
  const [params] = useSearchParams();
  const query = Object.fromEntries([...params].filter(([name]) => name !== "before"));
  return (
    <>
      <AppForm key={JSON.stringify(filter)} method="get" layout="inline" aria-label="Filter the activity">
        <TextField name="company" label="Company" defaultValue={names.company} />
        <TextField name="person" label="Name or e-mail" defaultValue={names.person} />
        <DateField name="from" label="From day" defaultValue={filter.from ?? ""} max={filter.to} />
        <DateField name="to" label="To day" defaultValue={filter.to ?? ""} min={filter.from} />
        {filter.action !== undefined && <input type="hidden" name="action" value={filter.action} />}
        <CheckboxField
          name="platform"
          label="By the platform’s administrators"
          value="1"
          defaultChecked={filter.platform !== undefined}
        />
        <CheckboxField name="refused" label="Refused" value="1" defaultChecked={filter.refused !== undefined} />
        <SubmitButton kind="plain" icon="filter">
          Filter
        </SubmitButton>
        {Object.values(filter).some((value) => value !== undefined) && (
          <ButtonLink kind="quiet" icon="close" to={paths.adminLog()}>
            Clear
          </ButtonLink>
        )}
      </AppForm>
      <DataTable
        label="Platform activity"
        columns={COLUMNS}
        rows={entries}
        rowKey={({ id }) => id}
        empty={<EmptyState title="No activity">Nothing of that kind has happened.</EmptyState>}
        footer={
          <nav className={styles.exports} aria-label="Pages">
            {filter.before !== undefined && (
              <ButtonLink kind="quiet" to={paths.adminLog(query)}>
                Newest
              </ButtonLink>
            )}
            {older !== null && (
              <ButtonLink kind="plain" to={paths.adminLog({ ...query, before: older })}>
                Older
              </ButtonLink>
            )}
          </nav>
        }
      />
    </>
  );
}
