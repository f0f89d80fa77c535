import type { ComponentProps, ReactNode } from "react";
import { CHOSEN_PARAM } from "~/lib/dialog-param";
import { paths } from "~/paths";
import { useLiveChanges, useTabId } from "~/realtime/use-live";
import { ButtonLink } from "~/ui/button";
import { LeftOutDialog } from "~/ui/dialog/left-out-dialog";
import { OpenRecord } from "~/ui/dialog/open-record";
import { useDialogUrl } from "~/ui/dialog/use-dialog-url";
import { StatusFilter } from "~/ui/table/choice-filter";
import { ListPage } from "~/ui/page/list-page";
import { StatusDialogs } from "~/ui/dialog/status-dialogs";
import { ListFiles } from "~/ui/table/list-files";
import { InviteChosenDialog } from "./invite-chosen-dialog";
import { MemberDialogs } from "./member-dialogs";
import { TeamFilters } from "./member-filters";
import { MemberList } from "./member-list";

type List = Omit<ComponentProps<typeof MemberList>, "rights" | "noun"> & { total: number; search: string };

interface MembersPageProps {
  title: string;
  description: string;
  noun: NonNullable<ComponentProps<typeof MemberList>["noun"]>;
  data: Pick<ComponentProps<typeof MemberDialogs>, "item" | "rights" | "phoneExample"> &
    Pick<ComponentProps<typeof StatusDialogs>, "chosen"> &
    Pick<ComponentProps<typeof InviteChosenDialog>, "invited"> & { list: List; removedBy: string | null };
  result: ComponentProps<typeof StatusDialogs>["result"];
  /** leads to the import */
  importButton?: ReactNode;
}

/** Members of the company in a list: all of them, or those who drive. */
export function MembersPage({ title, description, noun, data, result, importButton }: MembersPageProps) {
  const dialog = useDialogUrl();
  const tab = useTabId();
  useLiveChanges((event) => event.model === "CompanyMember" || event.model === "User");
  return (
    <ListPage
      title={title}
      description={description}
      showSearch={data.list.total > 0 || data.list.narrowed}
      searchLabel={`Search ${noun}s`}
      filter={noun === "member" ? <TeamFilters /> : <StatusFilter />}
      actions={
        data.list.total > 0 || data.list.narrowed ? (
          <>
            {noun === "driver" && (
              <ListFiles file={(format, query) => paths.resourcesFile("couriers", format, query)} />
            )}
            {importButton}
            {data.rights.create && (
              <ButtonLink
                kind="primary"
                icon="plus"
                to={dialog.href("new-member")}
                preventScrollReset
              >{`Add ${noun}`}</ButtonLink>
            )}
          </>
        ) : undefined
      }
    >
      <MemberList {...data.list} rights={data.rights} noun={noun} emptyAction={importButton} />
      <OpenRecord item={data.item} nameOf={({ title }) => title} removedBy={data.removedBy}>
        {(item) => <MemberDialogs {...data} item={item} result={result} noun={noun} />}
      </OpenRecord>
      <InviteChosenDialog invited={data.invited} noun={noun} result={result} />
      {/* What was left out is told of invitations too, whose right is another one. */}
      {data.rights.roles ? (
        <StatusDialogs intent="members.status" noun={noun} chosen={data.chosen} result={result} tab={tab} />
      ) : (
        <LeftOutDialog result={result} params={[CHOSEN_PARAM]} />
      )}
    </ListPage>
  );
}
