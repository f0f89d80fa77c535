import type { ReactNode } from "react";
import { PageBody, PageHeader } from "./page-header";
import { SearchInput } from "~/ui/table/search-input";
import styles from "./page.module.css";

interface ListPageProps {
  title: string;
  description: string;
  /** Nothing to search while there is nothing. */
  showSearch: boolean;
  searchLabel: string;
  /** Beside the search: what the list is narrowed to. */
  filter?: ReactNode;
  actions?: ReactNode;
  children: ReactNode;
}

/** The frame of a list: heading, search, table, dialogs. */
export function ListPage({ title, description, showSearch, searchLabel, filter, actions, children }: ListPageProps) {
  return (
    <>
      <PageHeader title={title} description={description} actions={actions} />
      <PageBody>
        {showSearch && (
          <div className={styles.tools}>
            <SearchInput label={searchLabel} />
            {filter}
          </div>
        )}
        {children}
      </PageBody>
    </>
  );
}
