import type { ComponentProps } from "react";
import { useLiveChanges } from "~/realtime/use-live";
import { ButtonLink } from "~/ui/button";
import { useDialogUrl } from "~/ui/dialog/use-dialog-url";
import { StatusFilter } from "~/ui/table/choice-filter";
import { ListPage } from "~/ui/page/list-page";
import { MemberDialogs } from "./member-dialogs";
import { TeamFilters } from "./member-filters";
import { MemberList } from "./member-list";

type List = Omit<ComponentProps<typeof MemberList>, "rights" | "noun"> & { total: number; search: string };

export interface MembersPageProps {
  title: string;
  description: string;
  noun: NonNullable<ComponentProps<typeof MemberList>["noun"]>;
  data: Pick<ComponentProps<typeof MemberDialogs>, "item" | "rights"> & { list: List };
  result: ComponentProps<typeof MemberDialogs>["result"];
}

/** Members of the company in a list: all of them, or those who drive. */
export function MembersPage({ title, description, noun, data, result }: MembersPageProps) {
  const dialog = useDialogUrl();
  useLiveChanges((event) => event.model === "CompanyMember" || event.model === "User");
  return (
    <ListPage
      title={title}
      description={description}
      showSearch={data.list.total > 0 || data.list.narrowed}
      searchLabel={`Search ${noun}s`}
      filter={noun === "member" ? <TeamFilters /> : <StatusFilter />}
      actions={
        data.rights.create && (data.list.total > 0 || data.list.narrowed) ? (
          <ButtonLink
            kind="primary"
            icon="plus"
            to={dialog.href("new-member")}
            preventScrollReset
          >{`Add ${noun}`}</ButtonLink>
        ) : undefined
      }
    >
      <MemberList {...data.list} rights={data.rights} noun={noun} />
      <MemberDialogs item={data.item} rights={data.rights} result={result} noun={noun} />
    </ListPage>
  );
}
