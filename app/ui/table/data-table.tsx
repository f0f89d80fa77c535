import { Fragment, useRef, type CSSProperties, type ReactNode } from "react";
import { Link, useLocation, useSearchParams } from "@remix-run/react";
import { pressedOrder, SORT_PARAM } from "~/domain/list-order";
import type { ColumnOrder } from "~/domain/list-order";
import { listAddress } from "~/lib/list-params";
import { ChoiceBar, ChooseAllBox, ChooseBox, useRowChoice, type RowChoice } from "./row-choice";
import { useRowTabStops } from "./row-tab-stops";
import { useFits } from "./use-fits";
import styles from "./data-table.module.css";
import head from "./table-head.module.css";
import rowStyles from "./table-rows.module.css";

export interface Column<Row> {
  id: string;
  header: string;
  cell: (row: Row) => ReactNode;
  /** Figures: right-aligned, tabular. */
  numeric?: boolean;
  align?: "start" | "center" | "end";
  /** CSS width; without it the column takes what it needs. */
  width?: string;
  /** Takes the remaining width; long text is cut, and whole in the tooltip (`tooltip`, or the cell when it is text). */
  grow?: boolean;
  tooltip?: (row: Row) => string;
  /** The head is only read out: for columns of buttons, which stay in sight where a table is scrolled sideways. */
  headerHidden?: boolean;
  /** Its buttons have words instead of icons: in cards they stand below the other values. */
  words?: boolean;
  /**
   * Not shown on narrower screens; `wide` is a desktop window that isn't maximised, for tables of ten columns and more.
   */
  hideBelow?: "phone" | "tablet" | "wide";
}

interface DataTableProps<Row> {
  /** What the table lists; read out, not shown. */
  label: string;
  columns: Column<Row>[];
  /** Whose heads are links that order the rows by them. */
  order?: ColumnOrder;
  rows: readonly Row[];
  rowKey: (row: Row) => string | number;
  /** The whole row is this link, if any (it wraps the first column's content); buttons in other cells stay buttons. */
  rowHref?: (row: Row) => string | undefined;
  /** Shown instead of an empty table: an EmptyState. */
  empty?: ReactNode;
  selectedKey?: string | number | null;
  /** This row flashes for 3 s: it was just created or changed. */
  highlightKey?: string | number | null;
  /** A heading row before this row ("Past days"), or null. */
  groupBefore?: (row: Row, previous: Row | undefined) => ReactNode;
  /** A box in front of each row, and what can be done with those that are chosen. */
  choice?: RowChoice<Row>;
  /** The line under the table: Pagination. */
  footer?: ReactNode;
}

/**
 * The one table. Its head stays while the page scrolls, unless the table is too wide. Below 900 px each row becomes a
 * card: first column as its title, the others as "label value"; of the head stays what is pressed in it.
 */
export function DataTable<Row>(props: DataTableProps<Row>) {
  const { label, columns, rows, rowKey, empty, footer, groupBefore, choice } = props;
  const frame = useRef<HTMLDivElement>(null);
  const body = useRef<HTMLTableSectionElement>(null);
  const scroll = useFits();
  const tabStops = useRowTabStops(body);
  const { pathname } = useLocation();
  const { onClick, formId, ...chosen } = useRowChoice(frame);
  if (rows.length === 0 && empty !== undefined) return <div className={styles.frame}>{empty}</div>;
  return (
    <div ref={frame} className={styles.frame}>
      <div ref={scroll} className={styles.scroll}>
        <table className={styles.table} role="table" aria-label={label}>
          <thead role="rowgroup" className={head.head}>
            <tr role="row">
              {choice !== undefined && (
                <th role="columnheader" scope="col" className={head.choose}>
                  <ChooseAllBox count={chosen.count} total={rows.length} onChange={chosen.chooseAll} />
                </th>
              )}
              {columns.map((column) => (
                <Head key={column.id} column={column} order={props.order} />
              ))}
            </tr>
          </thead>
          <tbody ref={body} role="rowgroup" className={rowStyles.body} onClick={choice && onClick} {...tabStops}>
            {rows.map((row, index) => {
              const group = groupBefore?.(row, rows[index - 1]);
              return (
                // By its key a row stays the same when another one goes, and so does its box.
                <Fragment key={rowKey(row)}>
                  {group && (
                    <tr role="row" className={rowStyles.group}>
                      <th role="rowheader" scope="rowgroup" colSpan={columns.length + (choice === undefined ? 0 : 1)}>
                        {group}
                      </th>
                    </tr>
                  )}
                  <BodyRow row={row} formId={formId} pathname={pathname} {...props} />
                </Fragment>
              );
            })}
          </tbody>
        </table>
      </div>
      {choice !== undefined && (
        <ChoiceBar formId={formId} what={choice.what} actions={choice.actions} total={rows.length} {...chosen} />
      )}
      {footer !== undefined && <div className={styles.footer}>{footer}</div>}
    </div>
  );
}

function BodyRow<Row>({
  row,
  formId,
  pathname,
  columns,
  rowKey,
  rowHref,
  selectedKey,
  highlightKey,
  choice,
}: DataTableProps<Row> & {
  row: Row;
  formId: string;
  pathname: string;
}) {
  const key = rowKey(row);
  const href = rowHref?.(row);
  return (
    <tr
      role="row"
      data-row
      className={rowStyles.row}
      data-link={href !== undefined || undefined}
      data-selected={key === selectedKey || undefined}
      data-highlight={key === highlightKey || undefined}
      aria-selected={key === selectedKey ? true : undefined}
    >
      {choice !== undefined && (
        <td role="cell" className={rowStyles.choose}>
          <ChooseBox formId={formId} value={key} name={choice.nameOf(row)} />
        </td>
      )}
      {columns.map((column, index) => {
        const content = column.cell(row);
        const tooltip = column.tooltip?.(row) ?? (column.grow && typeof content === "string" ? content : undefined);
        return (
          <td
            key={column.id}
            role="cell"
            data-label={column.headerHidden ? undefined : column.header}
            data-first={index === 0 || undefined}
            {...cellLook(column)}
          >
            {index === 0 && href !== undefined ? (
              <Link
                to={href}
                className={rowStyles.rowLink}
                title={tooltip}
                // A dialog over this page: the list stays where it is.
                preventScrollReset={href.startsWith(`${pathname}?`)}
              >
                {content}
              </Link>
            ) : (
              <span className={column.grow ? "cut" : rowStyles.value} title={tooltip}>
                {content}
              </span>
            )}
          </td>
        );
      })}
    </tr>
  );
}

function cellLook<Row>(column: Column<Row>): {
  className?: string;
  style?: CSSProperties;
  "data-align"?: string;
  "data-hide"?: string;
  "data-grow"?: boolean;
  "data-words"?: boolean;
  "data-pinned"?: boolean;
} {
  return {
    className: column.numeric ? "num" : undefined,
    style: column.width === undefined ? undefined : { width: column.width },
    "data-align": column.align ?? (column.numeric ? "end" : undefined),
    "data-hide": column.hideBelow,
    "data-grow": column.grow || undefined,
    "data-words": column.words || undefined,
    "data-pinned": column.headerHidden || undefined,
  };
}

function Head<Row>({ column, order }: { column: Column<Row>; order: ColumnOrder | undefined }) {
  const [params] = useSearchParams();
  if (column.headerHidden) {
    return (
      <th role="columnheader" scope="col" {...cellLook(column)}>
        <span className="visually-hidden">{column.header}</span>
      </th>
    );
  }
  if (order?.columns.includes(column.id) !== true) {
    return (
      <th role="columnheader" scope="col" {...cellLook(column)}>
        {column.header}
      </th>
    );
  }
  const { now, next } = pressedOrder(order, column.id, params);
  return (
    <th role="columnheader" scope="col" aria-sort={now ?? undefined} {...cellLook(column)}>
      <Link to={listAddress(params, SORT_PARAM, next)} className={head.order} preventScrollReset>
        {column.header}
        {now !== null && <span aria-hidden="true">{now === "ascending" ? " ↑" : " ↓"}</span>}
      </Link>
    </th>
  );
}
