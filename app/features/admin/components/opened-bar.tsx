import { Form } from "@remix-run/react";
import { paths } from "~/paths";
import { Button } from "~/ui/button";
import { PageFields } from "~/ui/form/page-fields";
import { NoticeBar } from "~/ui/shell/notice-bar";

/** Under the header of every page while a super admin works in a company that they have opened. */
export function OpenedBar({ title }: { title: string }) {
  return (
    <NoticeBar label="Opened company" tone="blue">
      <span className="cut" title={title}>
        You work in <b>{title}</b>
      </span>
      {/* A page is made for one company, from its beginning to its end. */}
      <Form method="post" action={paths.adminCompanies()} reloadDocument>
        <PageFields />
        <input type="hidden" name="intent" value="company.leave" />
        <Button type="submit" kind="plain">
          Leave
        </Button>
      </Form>
    </NoticeBar>
  );
}
