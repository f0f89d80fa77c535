import { Link, useSearchParams } from "@remix-run/react";
import { actionWords, refusalWords } from "~/domain/access/action-words";
import { paths } from "~/paths";
import { ButtonLink } from "~/ui/button";
import { AppForm } from "~/ui/form/app-form";
import { DateField } from "~/ui/form/fields";
import { SelectField } from "~/ui/form/select-field";
import { SubmitButton } from "~/ui/form/submit-button";
import { EmptyState } from "~/ui/page/states";
import { DataTable } from "~/ui/table/data-table";
import type { Column } from "~/ui/table/data-table";
import { LoggedRecords } from "~/ui/table/logged-records";
import type { LogEntry, LogPage } from "../queries/log-page.server";
import styles from "./activity.module.css";

const COLUMNS: Column<LogEntry>[] = [
  {
    id: "when",
    header: "Time",
    cell: (row) => (
      <time className="num" dateTime={`${row.createdAt.replace(" ", "T")}Z`}>
        {row.when}
      </time>
    ),
  },
  { id: "who", header: "Who", cell: (row) => row.who, grow: true, width: "13%" },
  {
    id: "action",
    header: "Action",
    grow: true,
    width: "16%",
    cell: (row) => (
      <div className={styles.words}>
        <Link to={paths.companyLog({ action: row.action })} title="Show this action alone" className={styles.action}>
          {actionWords(row.action)}
        </Link>
        {row.refused !== null && <strong className={styles.refused}> Refused: {refusalWords(row.refused)}</strong>}
        {row.times > 1 && ` ${row.times} times`}
      </div>
    ),
  },
  {
    id: "subject",
    header: "Subject",
    grow: true,
    width: "20%",
    cell: (row) => (
      <div className={styles.words}>
        <LoggedRecords {...row} />
      </div>
    ),
  },
  { id: "changes", header: "Changes", grow: true, width: "30%", cell: (row) => <Changes {...row} /> },
  {
    id: "ip",
    header: "From",
    cell: (row) => row.ip,
    grow: true,
    width: "12%",
    tooltip: (row) => `${row.ip} ${row.userAgent}`,
    hideBelow: "wide",
  },
];

/** The first change at once, the others and where it came from when asked for. */
function Changes({ changes, ip, userAgent, requestId }: LogEntry) {
  const [first, ...more] = changes;
  return (
    <details className={styles.details}>
      <summary>
        <span className={styles.first}>{first ?? "Details"}</span>
        {more.length > 0 && <span className={styles.dim}> and {more.length} more</span>}
      </summary>
      {more.length > 0 && (
        <ul>
          {more.map((line, index) => (
            <li key={index}>{line}</li>
          ))}
        </ul>
      )}
      <p className={styles.dim}>
        {ip} {userAgent} {requestId !== "" && <>Request {requestId}</>}
      </p>
    </details>
  );
}

function Filters({ filter, actions, people, subjects }: LogPage) {
  const { person, action, subject, refused, from, to } = filter;
  const narrowed = [person, action, subject, refused, from, to].some((one) => one !== undefined);
  const named = (names: readonly string[], words = (name: string) => name) =>
    names.map((name) => ({ value: name, label: words(name) }));
  return (
    <AppForm key={JSON.stringify(filter)} method="get" layout="inline" aria-label="Filter the activity">
      <div className={styles.fields}>
        <SelectField
          name="person"
          label="Person"
          emptyLabel="Everybody"
          options={people}
          defaultValue={person === undefined ? "" : String(person)}
        />
        <SelectField
          name="action"
          label="Action"
          emptyLabel="All"
          options={named(
            action === undefined || actions.includes(action) ? actions : [...actions, action],
            actionWords,
          )}
          defaultValue={action ?? ""}
        />
        <SelectField
          name="subject"
          label="Subject"
          emptyLabel="All"
          options={named(subjects)}
          defaultValue={subject ?? ""}
        />
        <SelectField
          name="refused"
          label="Outcome"
          emptyLabel="All"
          options={[{ value: "1", label: "Refused" }]}
          defaultValue={refused ?? ""}
        />
        <DateField name="from" label="From day" defaultValue={from ?? ""} max={to} />
        <DateField name="to" label="To day" defaultValue={to ?? ""} min={from} />
      </div>
      <SubmitButton kind="plain" icon="filter">
        Filter
      </SubmitButton>
      {narrowed && (
        <ButtonLink kind="quiet" icon="close" to={paths.companyLog()}>
          Clear
        </ButtonLink>
      )}
    </AppForm>
  );
}

export function ActivityPage(page: LogPage) {
  const [params] = useSearchParams();
  const query = Object.fromEntries([...params].filter(([name]) => name !== "before"));
  return (
    <>
      <Filters {...page} />
      <DataTable
        label="Activity"
        columns={COLUMNS}
        rows={page.entries}
        rowKey={({ id }) => id}
        empty={
          <EmptyState title="No activity">
            What people and programs do in the company is listed here, and what they were refused.
          </EmptyState>
        }
        footer={
          params.has("before") || page.older !== null ? (
            <nav className={styles.foot} aria-label="Pages">
              {params.has("before") && (
                <ButtonLink kind="quiet" to={paths.companyLog(query)}>
                  Newest
                </ButtonLink>
              )}
              {page.older !== null && (
                <ButtonLink kind="plain" to={paths.companyLog({ ...query, before: page.older })}>
                  Older
                </ButtonLink>
              )}
            </nav>
          ) : undefined
        }
      />
    </>
  );
}
