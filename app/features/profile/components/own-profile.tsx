import type { ActionResult } from "~/lib/action-result";
import { paths } from "~/paths";
import { ButtonLink } from "~/ui/button";
import { FlashBanner } from "~/ui/feedback/flash-banner";
import { useActionToast } from "~/ui/feedback/use-flash";
import { AppForm } from "~/ui/form/app-form";
import { PictureForms } from "~/ui/form/picture-forms";
import { SubmitButton } from "~/ui/form/submit-button";
import { LocalTime } from "~/ui/local-time";
import { PageBody, PageHeader, Panel } from "~/ui/page/page-header";
import { DataTable } from "~/ui/table/data-table";
import type { Column } from "~/ui/table/data-table";
import type { OwnProfile } from "../queries/profile-page.server";
import { HelpChatPanel } from "./help-chat";
import { LinkedAccountsPanel } from "./linked-accounts";
import { PasswordPanel } from "./password-panel";
import { AccessesPanel, ContactPanel, PersonalPanel, ProfileHead } from "./person-panels";
import { DevelopmentPanel, PreferencesPanel } from "./preferences-panels";
import { SecurityPanel } from "./security-panel";
import { ProfileTabs } from "./profile-tabs";
import styles from "./profile.module.css";

interface Props {
  profile: OwnProfile;
  result: ActionResult<unknown> | null;
}

/** Everything that a person may change about themselves. */
export function OwnProfilePage({ profile, result }: Props) {
  const { user } = profile;
  useActionToast(result);
  return (
    <>
      <FlashBanner result={result} />
      <ProfileTabs />
      <PageHeader title="Profile" />
      <PageBody>
        <ProfileHead user={user}>
          <PictureForms area="profile" hasPicture={user.hasImage} result={result} />
        </ProfileHead>
        <PersonalPanel user={user} intent="profile.update" result={result} />
        <ContactPanel user={user} intent="profile.update" result={result}>
          {profile.mayManage && <ManageLinks userId={user.id} />}
        </ContactPanel>
        <PreferencesPanel preferences={profile.preferences} result={result} />
        {profile.helpChat !== null && <HelpChatPanel chat={profile.helpChat} />}
        {profile.clock !== null && <DevelopmentPanel clock={profile.clock} result={result} />}
        <PasswordPanel profile={profile} result={result} />
        <SecurityPanel security={profile.security} />
        <LinkedAccountsPanel profile={profile} result={result} />
        <SessionsPanel sessions={profile.sessions} timeZone={user.timeZone} />
        <AccessesPanel user={user} />
      </PageBody>
    </>
  );
}

/** A super admin's own e-mail and comment are changed where those of others are. */
const ManageLinks = ({ userId }: { userId: number }) => (
  <div className={styles.buttons}>
    <ButtonLink to={paths.userProfile(userId, { dialog: "edit-email" })}>Edit e-mail</ButtonLink>
    <ButtonLink kind="quiet" to={paths.userProfile(userId)}>
      Comments
    </ButtonLink>
  </div>
);

function SessionsPanel({ sessions, timeZone }: Pick<OwnProfile, "sessions"> & { timeZone: string | null }) {
  const columns: Column<OwnProfile["sessions"][number]>[] = [
    {
      id: "device",
      header: "Device",
      grow: true,
      cell: (row) => (row.isThis ? `${row.device} (this one)` : row.device),
    },
    {
      id: "used",
      header: "Last use",
      cell: (row) => (
        <span className="num">
          <LocalTime at={row.lastUsedAt} timeZone={timeZone} />
        </span>
      ),
    },
    {
      id: "actions",
      header: "Actions",
      headerHidden: true,
      align: "end",
      cell: (row) =>
        !row.isThis && (
          <AppForm intent="session.end" hidden={{ session_id: row.id }} layout="inline">
            <SubmitButton kind="quiet" aria-label={`End the session of ${row.device}`}>
              End
            </SubmitButton>
          </AppForm>
        ),
    },
  ];
  return (
    <Panel
      title="Sessions"
      flush
      actions={
        sessions.length > 1 && (
          <AppForm intent="sessions.end_others" layout="inline">
            <SubmitButton kind="plain">End all others</SubmitButton>
          </AppForm>
        )
      }
    >
      <DataTable label="Sessions" columns={columns} rows={sessions} rowKey={(row) => row.id} />
    </Panel>
  );
}
