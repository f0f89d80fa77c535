import { RecordStatus } from "~/domain/record-status";
import { INVITATION_DAYS } from "~/domain/team/invitation";
import { ONLY_ADMINS } from "~/domain/team/member-rules";
import { ButtonLink } from "~/ui/button";
import { useDialogUrl } from "~/ui/dialog/use-dialog-url";
import { FieldGroup, FieldRow } from "~/ui/form/app-form";
import { SwitchField, TextField } from "~/ui/form/fields";
import type { MemberInDialog } from "../queries/members-page.server";
import { InvitationBadge } from "./invitation-badge";
import { MEMBER_FIELD_LABELS as LABELS } from "../member-form-values";
import type { MemberRights } from "../member-rights";
import styles from "./member-fields.module.css";

interface MemberFieldsProps {
  item: MemberInDialog | null;
  rights: MemberRights;
  phoneExample: string;
  /** of a new member */
  isDriver?: boolean;
}

export function MemberFields({ item, rights, phoneExample, isDriver = true }: MemberFieldsProps) {
  const { roles } = rights;
  const why = roles ? undefined : `${ONLY_ADMINS}.`;
  return (
    <>
      <FieldRow>
        <TextField name="name" label={LABELS.name} required autoFocus={item === null} defaultValue={item?.name} />
        <TextField name="surname" label={LABELS.surname} defaultValue={item?.surname} />
      </FieldRow>
      <FieldRow>
        <TextField
          name="email"
          label={LABELS.email}
          type="email"
          maxLength={50}
          defaultValue={item?.email ?? ""}
          disabled={!roles}
          help={why}
        />
        <TextField
          name="phone"
          label={LABELS.phone}
          type="tel"
          maxLength={50}
          defaultValue={item?.phone ?? ""}
          placeholder={phoneExample}
        />
      </FieldRow>
      <SwitchField
        name="status"
        label="Active"
        defaultChecked={item === null || item.status === RecordStatus.Active}
        disabled={!roles || item?.isOwner === true}
        help={
          why ??
          (item?.isOwner === true
            ? "The owner is always active."
            : "Inactive members can't be chosen as drivers, and the company is closed to them.")
        }
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
            disabled={item?.isOwner === true && item.isAdmin === 1}
            defaultChecked={item?.isAdmin === 1}
            help={item?.isOwner === true ? "The owner stays an admin." : "Manages the company and its team."}
          />
        </FieldGroup>
      )}
      {item === null ? (
        <FieldGroup legend="Invitation">
          <SwitchField
            name="invite"
            label="Send an invitation"
            defaultChecked
            help={
              `A link by mail to join and sign in, for ${INVITATION_DAYS} days. Drivers need no password. ` +
              "Without an e-mail this member is in the lists, and can't sign in."
            }
          />
        </FieldGroup>
      ) : (
        <InvitationGroup item={item} rights={rights} />
      )}
    </>
  );
}

/** How the member came into the team, and what can be done about it: links to questions of their own. */
function InvitationGroup({ item, rights }: { item: MemberInDialog; rights: MemberRights }) {
  const dialog = useDialogUrl();
  const to = (name: string) => dialog.href(name, { id: String(item.id) });
  return (
    <FieldGroup legend="Invitation">
      <div className={styles.line}>
        <InvitationBadge item={item} />
        {item.isOwner && <span>Owner of the company</span>}
        {item.askedEmail !== null && <span>{item.askedEmail} asks to join with this invitation.</span>}
      </div>
      <div className={styles.line}>
        {rights.invite && item.askedEmail !== null && (
          <>
            <ButtonLink kind="plain" to={to("allow-account")} preventScrollReset>
              Allow the account…
            </ButtonLink>
            <ButtonLink kind="quiet" to={to("refuse-account")} preventScrollReset>
              Refuse…
            </ButtonLink>
          </>
        )}
        {rights.invite && item.canInvite && (
          <ButtonLink kind="plain" to={to("invite-member")} preventScrollReset>
            {item.invitation === "waiting" ? "Send again…" : "Send an invitation…"}
          </ButtonLink>
        )}
        {rights.invite && item.invitation === "waiting" && (
          <ButtonLink kind="quiet" to={to("withdraw-invitation")} preventScrollReset>
            Withdraw…
          </ButtonLink>
        )}
        {rights.handOver && item.canHandOver && (
          <ButtonLink kind="quiet" to={to("hand-over")} preventScrollReset>
            Make the owner…
          </ButtonLink>
        )}
      </div>
    </FieldGroup>
  );
}
