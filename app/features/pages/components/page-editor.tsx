import { useSearchParams } from "@remix-run/react";
import { useState } from "react";
import { formatNumber } from "~/domain/format-number";
import {
  MAX_PAGE_BODY,
  MAX_PAGE_DESCRIPTION,
  MAX_PAGE_TITLE,
  PUBLIC_PAGE_LABELS,
  PUBLIC_PAGES,
} from "~/domain/pages/public-page";
import { refusalOf } from "~/lib/action-result";
import type { ActionResult } from "~/lib/action-result";
import { absolute, paths } from "~/paths";
import { ConfirmDialog } from "~/ui/dialog/confirm-dialog";
import { useDialogUrl } from "~/ui/dialog/use-dialog-url";
import { AppForm, FormActions } from "~/ui/form/app-form";
import { TextareaField, TextField } from "~/ui/form/fields";
import { SubmitButton } from "~/ui/form/submit-button";
import { LocalTime } from "~/ui/local-time";
import { Panel } from "~/ui/page/page-header";
import { ChoiceFilter } from "~/ui/table/choice-filter";
import { DataTable } from "~/ui/table/data-table";
import type { Column } from "~/ui/table/data-table";
import { RowAction } from "~/ui/table/row-action";
import type { PagesEditor } from "../queries/pages-editor.server";
import { PreviewButton } from "./preview-button";
import styles from "./pages.module.css";

interface Props {
  editor: PagesEditor;
  result: ActionResult<unknown> | null;
}

const RESTORE_DIALOG = "restore-page";
const LABELS = PUBLIC_PAGES.map((page) => ({ value: page, label: PUBLIC_PAGE_LABELS[page] }));

/** The texts of the pages that anybody may read, one page at a time. */
export function PageEditor({ editor, result }: Props) {
  return (
    <>
      <ChoiceFilter
        param="page"
        label="Page"
        choices={LABELS}
        current={editor.page}
        hrefOf={(page) => paths.adminPages({ page })}
      />
      {editor.gaps.length > 0 && <Gaps editor={editor} />}
      <TextForm key={editor.page} {...{ editor, result }} />
      <Versions {...{ editor, result }} />
    </>
  );
}

/** What only the operator knows. */
const Gaps = ({ editor: { gaps, isSample } }: Pick<Props, "editor">) => (
  <Panel>
    <p className={styles.lead} role="status">
      <strong>Put in your own name and legal text.</strong>{" "}
      {isSample ? "The page still says what came with the product. " : ""}
      Visitors read: {gaps.slice(0, 5).join(", ")}
      {gaps.length > 5 ? " …" : ""}
    </p>
  </Panel>
);

function TextForm({ editor, result }: Props) {
  const { page, text, version } = editor;
  const intent = "public_page.save";
  // Kept over the answer to a form, so that a text that was refused is not taken for the stored one.
  const [length, setLength] = useState(text.body.length);
  return (
    <Panel title="Text">
      <AppForm
        id="page-text"
        intent={intent}
        hidden={{ page, seen: version }}
        result={refusalOf(result, intent)}
        keepPlace
        asksBefore={["page"]}
      >
        <TextField name="title" label="Title" required maxLength={MAX_PAGE_TITLE} defaultValue={text.title} />
        <TextField
          name="description"
          label="Description"
          maxLength={MAX_PAGE_DESCRIPTION}
          defaultValue={text.description}
          help="What search engines show below the title."
        />
        <TextareaField
          name="body"
          label="Text"
          required
          rows={22}
          maxLength={MAX_PAGE_BODY}
          defaultValue={text.body}
          onChange={(body) => setLength(body.length)}
          help={
            <>
              ## heading, - list, 1. numbered list, **bold**, *italic*, [words](https://…) or [words](/contacts) for a
              link, &gt; quote. Everything else, HTML included, is shown as it is typed. {formatNumber(length)} of{" "}
              {formatNumber(MAX_PAGE_BODY)} characters.
            </>
          }
        />
        <FormActions>
          <a className={styles.open} href={absolute(paths.publicPage(page))} target="_blank" rel="noreferrer">
            Open the page
          </a>
          <PreviewButton />
          <SubmitButton>Save</SubmitButton>
        </FormActions>
      </AppForm>
    </Panel>
  );
}

type Version = Omit<PagesEditor["versions"][number], "createdAt"> & { createdAt: string | null };
const OF_PRODUCT: Version = { version: 0, title: "The text that came with the product", createdAt: null, who: "–" };

function Versions({ editor, result }: Props) {
  const dialog = useDialogUrl(["version"]);
  const [params] = useSearchParams();
  const { page, version: current } = editor;
  const rows = [...editor.versions, OF_PRODUCT];
  const chosen = rows.find(({ version }) => String(version) === params.get("version"));
  const columns: Column<Version>[] = [
    { id: "version", header: "Version", numeric: true, cell: ({ version }) => version },
    {
      id: "title",
      header: "Title",
      grow: true,
      tooltip: ({ title }) => title,
      cell: ({ version, title }) => (
        <a href={absolute(paths.adminPagePreview({ page, version }))} target="_blank" rel="noreferrer">
          {title}
        </a>
      ),
    },
    { id: "who", header: "Written by", grow: true, tooltip: ({ who }) => who, cell: ({ who }) => who },
    {
      id: "when",
      header: "When",
      cell: ({ createdAt }) => (createdAt === null ? "–" : <LocalTime at={createdAt} timeZone={null} />),
    },
    {
      id: "restore",
      header: "Restore",
      headerHidden: true,
      align: "end",
      cell: ({ version }) =>
        version === current ? (
          "Public"
        ) : (
          <RowAction
            to={dialog.href(RESTORE_DIALOG, { version: String(version) })}
            icon="undo"
            label={`Restore version ${version}`}
          />
        ),
    },
  ];
  return (
    <>
      <DataTable label="Versions" columns={columns} rows={rows} rowKey={({ version }) => version} />
      {chosen !== undefined && (
        <ConfirmDialog
          name={RESTORE_DIALOG}
          title="Confirmation"
          question={`Do you want to make version ${chosen.version} public again? The one that is public now is kept.`}
          confirmLabel="Restore"
          intent="public_page.restore"
          hidden={{ page, seen: current, version: chosen.version }}
          params={["version"]}
          result={refusalOf(result, "public_page.restore")}
        />
      )}
    </>
  );
}
