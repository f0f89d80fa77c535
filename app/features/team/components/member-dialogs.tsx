import type { ActionResult } from "~/lib/action-result";
import { MIN_PASSWORD_LENGTH } from "~/domain/constants";
import { useTabId } from "~/realtime/use-live";
import { ConfirmDialog } from "~/ui/dialog/confirm-dialog";
import { FormDialog } from "~/ui/dialog/form-dialog";
import { FieldGroup, FieldRow } from "~/ui/form/app-form";
import { SwitchField, TextField } from "~/ui/form/fields";
import type { MemberItem } from "../queries/members-page.server";

export interface MemberDialogsProps {
  item: MemberItem | null;
  rights: { create: boolean; update: boolean; roles: boolean };
  result: ActionResult<unknown> | null;
  /** The role of a new member: the team's list adds members of any role, the drivers' list drivers. */
  noun?: "driver" | "member";
}

const DIALOG_PARAMS = ["id"];

/** The dialogs that the address of the drivers' list may ask for. */
export function MemberDialogs({ item, rights, result, noun = "driver" }: MemberDialogsProps) {
  const tab = useTabId();
  return (
    <>
      {rights.create && (
        <FormDialog
          name="new-member"
          title={`New ${noun}`}
          intent="member.create"
          params={DIALOG_PARAMS}
          hidden={{ tab }}
          result={result}
          submitLabel={`Add ${noun}`}
        >
          <MemberFields item={null} isDriver={noun === "driver"} roles={rights.roles} />
        </FormDialog>
      )}
      {item !== null && rights.update && (
        <FormDialog
          key={item.id}
          name="edit-member"
          title={item.title}
          intent="member.update"
          params={DIALOG_PARAMS}
          hidden={{ tab, id: item.id }}
          result={result}
        >
          <MemberFields item={item} roles={rights.roles} />
        </FormDialog>
      )}
      {item !== null && rights.update && (
        <ConfirmDialog
          name="remove-member"
          question={`Do you want to remove ${item.title}?`}
          confirmLabel="Remove"
          danger
          intent="member.remove"
          hidden={{ tab, id: item.id }}
          params={DIALOG_PARAMS}
          result={result}
        />
      )}
    </>
  );
}

function MemberFields({
  item,
  roles,
  isDriver = true,
}: {
  item: MemberItem | null;
  roles: boolean;
  isDriver?: boolean;
}) {
  return (
    <>
      <FieldRow>
        <TextField name="name" label="Name" required autoFocus={item === null} defaultValue={item?.name} />
        <TextField name="surname" label="Surname" defaultValue={item?.surname} />
      </FieldRow>
      <FieldRow>
        <TextField name="email" label="E-mail" type="email" maxLength={50} defaultValue={item?.email ?? ""} />
        <TextField
          name="phone"
          label="Phone"
          type="tel"
          maxLength={50}
          defaultValue={item?.phone ?? ""}
          placeholder="+423 2345678"
        />
      </FieldRow>
      <SwitchField
        name="status"
        label="Active"
        defaultChecked={item === null || item.status === 1}
        help="Inactive members can't be chosen as drivers and can't sign in."
      />
      {roles && (
        <FieldGroup legend="Roles">
          <SwitchField
            name="is_courier"
            label="Driver"
            defaultChecked={item === null ? isDriver : item.isCourier === 1}
            help="Drives routes and reports what was delivered."
          />
          <SwitchField
            name="is_dispatcher"
            label="Dispatcher"
            defaultChecked={item?.isDispatcher === 1}
            help="Plans routes."
          />
          <SwitchField
            name="is_admin"
            label="Admin"
            defaultChecked={item?.isAdmin === 1}
            help="Manages the company and its team."
          />
        </FieldGroup>
      )}
      <FieldGroup
        legend="Sign-in"
        help={
          item?.hasAccount
            ? "Signs in with an account of their own."
            : "Without a password this member is in the lists, but can't sign in."
        }
      >
        <TextField
          name="password"
          label={item?.hasAccount ? "New sign-in password" : "Sign-in password"}
          type="password"
          autoComplete="new-password"
          help={
            `At least ${MIN_PASSWORD_LENGTH} characters; tell it to the driver. ` +
            (item?.hasAccount ? "Empty keeps the old one; a new one signs them out everywhere." : "Needs an e-mail.")
          }
        />
      </FieldGroup>
    </>
  );
}
