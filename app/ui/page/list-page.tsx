import type { ReactNode } from "react";
import { PageBody, PageHeader } from "./page-header";
import { SearchInput } from "~/ui/table/search-input";

export interface ListPageProps {
  title: string;
  description: string;
  /** Nothing to search while there is nothing. */
  showSearch: boolean;
  searchLabel: string;
  actions?: ReactNode;
  children: ReactNode;
}

/** The frame of a list: heading, search, table, dialogs. */
export function ListPage({ title, description, showSearch, searchLabel, actions, children }: ListPageProps) {
  return (
    <>
      <PageHeader title={title} description={description} actions={actions} />
      <PageBody>
        {showSearch && <SearchInput label={searchLabel} />}
        {children}
      </PageBody>
    </>
  );
}
