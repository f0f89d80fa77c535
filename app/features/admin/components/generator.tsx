import { Link, useSearchParams } from "@remix-run/react";
import { useEffect } from "react";
import { formatNumber } from "~/domain/format-number";
import { GENERATOR_LABELS, GeneratorStatus, isGenerating } from "~/domain/generator/generator-status";
import type { ActionResult } from "~/lib/action-result";
import { refusalOf } from "~/lib/action-result";
import { useReload } from "~/lib/use-reload";
import { paths } from "~/paths";
import { ConfirmDialog } from "~/ui/dialog/confirm-dialog";
import { useDialogUrl } from "~/ui/dialog/use-dialog-url";
import { StatusBadge } from "~/ui/feedback/status-badge";
import type { Tone } from "~/ui/feedback/status-badge";
import { AppForm, FieldRow, FormActions } from "~/ui/form/app-form";
import { TextField } from "~/ui/form/fields";
import { SubmitButton } from "~/ui/form/submit-button";
import { LocalTime } from "~/ui/local-time";
import { Panel } from "~/ui/page/page-header";
import { EmptyState } from "~/ui/page/states";
import { DataTable } from "~/ui/table/data-table";
import type { Column } from "~/ui/table/data-table";
import { RowAction } from "~/ui/table/row-action";
import type { GeneratorPage, ShownRun } from "../queries/generator-page.server";

const LOOK_MS = 2000;
const REMOVE_DIALOG = "remove-run";
const TONES: Readonly<Record<GeneratorStatus, Tone>> = {
  making: "blue",
  done: "green",
  failed: "red",
  removing: "amber",
};

interface Props {
  page: GeneratorPage;
  result: ActionResult<unknown> | null;
}

/** Companies that are made up for tests and trainings. */
export function Generator({ page, result }: Props) {
  useProgress(page.isGenerating);
  return (
    <>
      <NewRunPanel result={result} />
      <Runs runs={page.runs} result={result} />
    </>
  );
}

/** Looks again while something is being made or removed. */
function useProgress(isOn: boolean): void {
  const reload = useReload();
  useEffect(() => {
    if (!isOn) return;
    const timer = setInterval(reload, LOOK_MS);
    return () => clearInterval(timer);
  }, [isOn, reload]);
}

function NewRunPanel({ result }: Pick<Props, "result">) {
  const intent = "generator.start";
  const number = (name: string, label: string, value: string) => (
    <TextField name={name} label={label} defaultValue={value} required />
  );
  return (
    <Panel title="New companies">
      <AppForm id="generator" intent={intent} result={refusalOf(result, intent)}>
        <TextField
          name="title"
          label="Title"
          required
          maxLength={100}
          defaultValue="Training"
          help="Each company is called by it, and numbered. None has members who sign in: open them under Companies."
        />
        <FieldRow>
          {number("companies", "Companies", "1")}
          {number("plans", "Plans of each", "1")}
        </FieldRow>
        <FieldRow>
          {number("vehicles", "Vehicles of each", "5")}
          {number("visits", "Visits of each plan", "60")}
        </FieldRow>
        <FieldRow>
          {number("lat", "Latitude", "47.141")}
          {number("lng", "Longitude", "9.5209")}
        </FieldRow>
        {number("radius_km", "Radius, km", "10")}
        <FormActions>
          <SubmitButton kind="primary">Make them up</SubmitButton>
        </FormActions>
      </AppForm>
    </Panel>
  );
}

function Runs({ runs, result }: { runs: readonly ShownRun[] } & Pick<Props, "result">) {
  const dialog = useDialogUrl();
  const [params] = useSearchParams();
  const chosen = runs.find(({ id }) => String(id) === params.get("id"));
  const columns: Column<ShownRun>[] = [
    {
      id: "title",
      header: "Title",
      grow: true,
      tooltip: ({ title }) => title,
      cell: ({ title }) => <Link to={paths.adminCompanies({ q: title })}>{title}</Link>,
    },
    {
      id: "status",
      header: "Status",
      cell: ({ status, failure }) => (
        <span title={failure ?? undefined}>
          <StatusBadge tone={TONES[status]} label={GENERATOR_LABELS[status]} />
        </span>
      ),
    },
    {
      id: "made",
      header: "Companies",
      numeric: true,
      cell: ({ made, companies }) => `${formatNumber(made)} of ${formatNumber(companies)}`,
    },
    { id: "visits", header: "Visits in all", numeric: true, cell: ({ visits }) => formatNumber(visits) },
    {
      id: "at",
      header: "Asked for",
      cell: ({ createdAt }) => <LocalTime at={createdAt} timeZone={null} />,
      hideBelow: "tablet",
    },
    {
      id: "remove",
      header: "Remove",
      headerHidden: true,
      align: "end",
      cell: ({ id, title, status }) =>
        status === GeneratorStatus.Removing ? null : (
          <RowAction to={dialog.href(REMOVE_DIALOG, { id: String(id) })} icon="trash" label={`Remove ${title}`} />
        ),
    },
  ];
  return (
    <>
      <DataTable
        label="Runs"
        columns={columns}
        rows={runs}
        rowKey={({ id }) => id}
        empty={<EmptyState title="Nothing made up">Companies that you make up are listed here.</EmptyState>}
      />
      {chosen !== undefined && !isRemoving(chosen) && (
        <ConfirmDialog
          name={REMOVE_DIALOG}
          question={`Do you want to remove ${chosen.title}?`}
          confirmLabel="Remove"
          danger
          intent="generator.remove"
          hidden={{ run_id: chosen.id }}
          result={refusalOf(result, "generator.remove")}
        />
      )}
    </>
  );
}

const isRemoving = ({ status }: ShownRun): boolean => isGenerating(status) && status !== GeneratorStatus.Making;
