import type { ComponentProps } from "react";
import { useLiveChanges } from "~/realtime/use-live";
import { ButtonLink } from "~/ui/button";
import { useDialogUrl } from "~/ui/dialog/use-dialog-url";
import { StatusFilter } from "~/ui/table/choice-filter";
import { ListPage } from "~/ui/page/list-page";
import { CourierDialogs } from "./courier-dialogs";
import { CourierList } from "./courier-list";

type List = Omit<ComponentProps<typeof CourierList>, "rights" | "noun"> & { total: number; search: string };

export interface MembersPageProps {
  title: string;
  description: string;
  noun: NonNullable<ComponentProps<typeof CourierList>["noun"]>;
  data: Pick<ComponentProps<typeof CourierDialogs>, "item" | "rights"> & { list: List };
  result: ComponentProps<typeof CourierDialogs>["result"];
}

/** Members of the company in a list: all of them, or those who drive. */
export function MembersPage({ title, description, noun, data, result }: MembersPageProps) {
  const dialog = useDialogUrl();
  useLiveChanges((event) => event.model === "CompanyMember");
  return (
    <ListPage
      title={title}
      description={description}
      showSearch={data.list.total > 0 || data.list.narrowed}
      searchLabel={`Search ${noun}s`}
      filter={<StatusFilter />}
      actions={
        data.rights.create && (data.list.total > 0 || data.list.narrowed) ? (
          <ButtonLink
            kind="primary"
            icon="plus"
            to={dialog.href("new-courier")}
            preventScrollReset
          >{`Add ${noun}`}</ButtonLink>
        ) : undefined
      }
    >
      <CourierList {...data.list} rights={data.rights} noun={noun} />
      <CourierDialogs item={data.item} rights={data.rights} result={result} noun={noun} />
    </ListPage>
  );
}
