import { useEffect, useRef, useState } from "react";
import { Form, Link, useSearchParams, useSubmit } from "@remix-run/react";
import { NativeSelect, TextInput } from "@mantine/core";
import { Button } from "~/ui/button";
import { Icon } from "~/ui/icons";
import { PAGE_SIZE_CHOICES, pageRange, pageSizeCookie, parsePageSize, rangeLabel, sizeLabel } from "~/domain/paging";
import type { Paging } from "~/domain/paging";
import { withLatinDigits } from "~/domain/validation/latin-digits";
import styles from "./pagination.module.css";

interface PaginationProps {
  paging: Paging;
  /** Rows in all pages together. */
  total: number;
  /** What the rows are, for screen readers: "plans". */
  label?: string;
}

/**
 * Rows per page, range, previous and next, page number. A plain GET form: it works without JavaScript,
 * and keeps the other parameters of the address (search, sort, filters).
 */
export function Pagination({ paging, total, label = "rows" }: PaginationProps) {
  const [params] = useSearchParams();
  const submit = useSubmit();
  const range = pageRange(paging, total);
  const [typed, setTyped] = useState(String(range.page));
  // A number behind the last page shows the last page, which may be the one that was there before.
  const asked = params.get("page");
  useEffect(() => setTyped(String(range.page)), [range.page, asked]);
  const pageInput = useRef<HTMLInputElement>(null);

  const pageHref = (page: number) => {
    const next = new URLSearchParams(params);
    next.set("page", String(page));
    return `?${next}`;
  };

  const changeSize = (form: HTMLFormElement, value: string) => {
    const size = parsePageSize(value);
    if (size !== null) document.cookie = pageSizeCookie(size);
    // Another size is another division into pages: start at the first.
    if (pageInput.current) pageInput.current.value = "1";
    submit(form, { preventScrollReset: true });
  };

  const kept = [...params].filter(([name]) => name !== "page" && name !== "rows");
  return (
    <nav className={styles.pagination} aria-label={`Pages of ${label}`} data-on-paper>
      <Form method="get" className={styles.paginationForm} preventScrollReset>
        {kept.map(([name, value], index) => (
          <input key={index} type="hidden" name={name} value={value} />
        ))}
        <label className={styles.sizeLabel}>
          <span>Rows per page</span>
          <NativeSelect
            key={String(paging.size)}
            name="rows"
            defaultValue={String(paging.size)}
            data={PAGE_SIZE_CHOICES.map((size) => ({
              value: String(size),
              label: sizeLabel(size, total),
            }))}
            onChange={(event) =>
              event.currentTarget.form && changeSize(event.currentTarget.form, event.currentTarget.value)
            }
            w={72}
          />
        </label>
        <span className={`${styles.range} num`} role="status">
          {rangeLabel(range, total)}
        </span>
        <span className={styles.pager}>
          <Step to={range.page > 1 ? pageHref(range.page - 1) : null} icon="chevron-left" label="Previous page" />
          <TextInput
            ref={pageInput}
            name="page"
            value={typed}
            onChange={(event) => setTyped(withLatinDigits(event.currentTarget.value).replace(/\D/g, ""))}
            inputMode="numeric"
            maxLength={6}
            aria-label={`Page, of ${range.pages}`}
            w={48}
            classNames={{ input: styles.pageInput }}
          />
          <span className={`${styles.pageCount} num`}>of {range.pages}</span>
          <Step
            to={range.page < range.pages ? pageHref(range.page + 1) : null}
            icon="chevron-right"
            label="Next page"
          />
        </span>
        <noscript>
          <Button type="submit">Show</Button>
        </noscript>
      </Form>
    </nav>
  );
}

function Step({ to, icon, label }: { to: string | null; icon: "chevron-left" | "chevron-right"; label: string }) {
  if (to === null) {
    return (
      <span className={styles.step} aria-disabled="true" role="link" aria-label={label}>
        <Icon name={icon} size={18} />
      </span>
    );
  }
  return (
    <Link className={styles.step} to={to} preventScrollReset aria-label={label} title={label}>
      <Icon name={icon} size={18} />
    </Link>
  );
}
